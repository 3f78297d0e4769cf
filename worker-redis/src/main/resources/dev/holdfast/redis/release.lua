-- Frees a lock that is held under this token. Right at any time, however late it comes.
-- KEYS: lock, fence, wanted. ARGV: deadline (not looked at), token.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local value, me = redis.call('GET', KEYS[1]), ARGV[2] .. '|'
if not value or value:sub(1, #me) ~= me then return {now, 'NOT_MINE'} end
redis.call('DEL', KEYS[1])
local wanted = redis.call('GET', KEYS[3])
if wanted and wanted:sub(1, #me) == me then redis.call('DEL', KEYS[3]) end
return {now, 'RELEASED'}
