-- Lets a held lock live for a ttl from now on. A key that is missing is lost, and never set again. A holder that somebody
-- wants to steal from is not renewed: it learns here that it has to let go.
-- KEYS: lock, fence, wanted. ARGV: deadline, token, ttl, ttl of the fence.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[1]) then return {now, 'LATE'} end
local value, me = redis.call('GET', KEYS[1]), ARGV[2] .. '|'
local wanted = redis.call('GET', KEYS[3])
local told = wanted and wanted:sub(1, #me) == me and wanted:sub(#me + 1)
if not value or value:sub(1, #me) ~= me then return {now, 'LOST', value or '', told or ''} end
if told then return {now, 'WANTED', told} end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return {now, 'RENEWED', tonumber(ARGV[3])}
