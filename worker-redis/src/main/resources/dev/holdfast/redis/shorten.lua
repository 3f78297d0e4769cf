-- The last will of a process that is about to halt: what is held under this token ends soon, and never later than before.
-- KEYS: lock, fence, wanted. ARGV: deadline (not looked at), token, what is left.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local value, me = redis.call('GET', KEYS[1]), ARGV[2] .. '|'
if not value or value:sub(1, #me) ~= me then return {now, 'NOT_MINE'} end
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return {now, 'SHORTENED'}
