-- Takes a lock from the holder whose value was seen (NOW), or tells its holder to let go (REVOKE): the holder's renewals
-- are refused from now on, so that its hold ends by itself, a ttl after its last renewal. A free lock is taken. Either way
-- the victim's next renewal says why.
-- KEYS: lock, fence, wanted. ARGV: deadline, token, ttl, ttl of the fence, whose, mode, value seen, reason.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[1]) then return {now, 'LATE'} end
local value, left = redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])
if value and value:sub(1, #ARGV[2] + 1) == ARGV[2] .. '|' then return {now, 'GRANTED', value, left} end
local victim = value and (value:match('^[^|]*|') or (value .. '|'))
if value and ARGV[6] == 'REVOKE' then
  redis.call('SET', KEYS[3], victim .. ARGV[8], 'PX', math.max(left, 0) + tonumber(ARGV[3]))
  return {now, 'BUSY', value, left}
end
if value and value ~= ARGV[7] then return {now, 'MOVED', value, left} end
local last = tonumber(redis.call('GET', KEYS[2]) or '0') or 0
local fence = string.format('%.0f', math.max(last + 1, now))
redis.call('SET', KEYS[2], fence, 'PX', ARGV[4])
value = ARGV[2] .. '|' .. fence .. '|' .. string.format('%.0f', now) .. '|' .. ARGV[5]
redis.call('SET', KEYS[1], value, 'PX', ARGV[3])
if victim then redis.call('SET', KEYS[3], victim .. ARGV[8], 'PX', ARGV[3]) end
return {now, 'GRANTED', value, tonumber(ARGV[3])}
