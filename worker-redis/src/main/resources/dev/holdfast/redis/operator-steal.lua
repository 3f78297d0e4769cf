-- An operator's steal: the holder whose value was seen holds nothing any more (NOW), or is told to let go (REVOKE).
-- KEYS: lock, fence, wanted. ARGV: deadline, mode, value seen, reason, shortest life of the mark.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[1]) then return {now, 'LATE'} end
local value, left = redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])
if not value then return {now, 'FREE'} end
local fence = redis.call('GET', KEYS[2]) or '0'
local victim = value:match('^[^|]*|') or (value .. '|')
if ARGV[2] == 'REVOKE' then
  redis.call('SET', KEYS[3], victim .. ARGV[4], 'PX', math.max(left, 0) + tonumber(ARGV[5]))
  return {now, 'TOLD', value, fence}
end
if value ~= ARGV[3] then return {now, 'MOVED', value, fence} end
redis.call('DEL', KEYS[1])
-- For the victim's next renewal. Second: out of memory, a script that has written something may write on.
redis.call('SET', KEYS[3], victim .. ARGV[4], 'PX', ARGV[5])
return {now, 'FREED', value, fence}
