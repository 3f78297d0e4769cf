-- Takes a free lock, or answers who holds it. Sent again under the same token it answers the grant there is, with what is
-- left of it. Numbers: microseconds since 1970 are about 1.8e15, and doubles are exact up to 2^53 = 9.0e15.
-- KEYS: lock, fence, wanted. ARGV: deadline, token, ttl, ttl of the fence, whose.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[1]) then return {now, 'LATE'} end
local value = redis.call('GET', KEYS[1])
if value then
  local mine = value:sub(1, #ARGV[2] + 1) == ARGV[2] .. '|'
  return {now, mine and 'GRANTED' or 'BUSY', value, redis.call('PTTL', KEYS[1])}
end
local last = tonumber(redis.call('GET', KEYS[2]) or '0') or 0
local fence = string.format('%.0f', math.max(last + 1, now))
redis.call('SET', KEYS[2], fence, 'PX', ARGV[4])
value = ARGV[2] .. '|' .. fence .. '|' .. string.format('%.0f', now) .. '|' .. ARGV[5]
redis.call('SET', KEYS[1], value, 'PX', ARGV[3])
return {now, 'GRANTED', value, tonumber(ARGV[3])}
