-- Frees a lock that still has exactly the value that was found.
-- KEYS: lock, fence, wanted. ARGV: deadline, value found.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[1]) then return {now, 'LATE'} end
if redis.call('GET', KEYS[1]) ~= ARGV[2] then return {now, 'OTHER'} end
redis.call('DEL', KEYS[1], KEYS[3])
return {now, 'REMOVED'}
