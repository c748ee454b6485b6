-- store.lua — the store of a run at a Redis server: each call of this script is one transaction.
--
-- KEYS[1] is what all keys of the run begin with; ARGV: the operation, who calls, the number of the call, then what the
-- operation needs.  Behind KEYS[1] there are
--
--   run             hash: version, state (making, ready, over), ending, n_jobs and n_workers so far
--   facts           hash: by name
--   jobs            sorted set: every job that is not done, by its number
--   free, given_up  sorted sets: of these, those that nobody has
--   claimed         sorted set: those that a worker has, by the end of its lease
--   job:N           hash: worker, claim, n_claims, claimed, leaves, head
--   waiting         sorted set: workers without a job, by when they are taken for gone
--   wake            list: a token for each worker that may look again
--   worker:N        hash: who, joined, seen, job, figures
--   results, news   lists
--   calls           hash: by who calls, the number of the last call and its answer
--   joined          hash: by token, the worker that it stands for
--
-- An answer may be lost with the connection, so a call whose number was seen already gets the same answer and does nothing.
-- A server that went back to what it had on its disk may miss calls: then the numbers have a gap, and the call is refused.
-- All times are the server's, in milliseconds.

local base, op, client, number = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local A = {unpack(ARGV, 4)}
local call = redis.call
local MOST_CLAIMS, WAIT_MS, HEAD = 3, 2000, 16

local function key(name) return base .. name end
local function job_key(id) return base .. 'job:' .. id end
local function worker_key(id) return base .. 'worker:' .. id end

local function now()
  local t = call('TIME')
  return tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
end

local function remove_all()
  for _, id in ipairs(call('ZRANGE', key('jobs'), 0, -1)) do call('UNLINK', job_key(id)) end
  for id = 1, tonumber(call('HGET', key('run'), 'n_workers') or 0) do call('UNLINK', worker_key(id)) end
  for _, name in ipairs({'run', 'facts', 'jobs', 'free', 'given_up', 'claimed', 'waiting', 'wake', 'results', 'news', 'calls', 'joined'}) do
    call('UNLINK', key(name))
  end
end

local function set_leaves(id, leaves) call('HSET', job_key(id), 'leaves', leaves, 'head', string.sub(leaves, 1, HEAD)) end

local function add_job(leaves)
  local id = call('HINCRBY', key('run'), 'n_jobs', 1)
  set_leaves(id, leaves)
  call('HSET', job_key(id), 'worker', 0, 'claim', 0, 'n_claims', 0)
  call('ZADD', key('jobs'), id, id)
  call('ZADD', key('free'), id, id)
end

local function take_away(id)
  local worker = call('HGET', job_key(id), 'worker')
  if worker and worker ~= '0' then call('HDEL', worker_key(worker), 'job') end
  call('ZREM', key('claimed'), id)
end

local function release(id, n_claims)
  call('HSET', job_key(id), 'n_claims', n_claims)
  take_away(id)
  call('HSET', job_key(id), 'worker', 0)
  call('ZADD', key(n_claims < MOST_CLAIMS and 'free' or 'given_up'), id, id)
end

local function release_late()
  for _, id in ipairs(call('ZRANGEBYSCORE', key('claimed'), '-inf', now() - 1)) do
    release(id, tonumber(call('HGET', job_key(id), 'n_claims')))
  end
end

local function wake(n)
  n = math.min(n, call('ZCARD', key('waiting')))
  for _ = 1, n do call('LPUSH', key('wake'), 1) end
  if n > 0 then call('LTRIM', key('wake'), 0, n - 1) end
end

local function is_ending() return call('HGET', key('run'), 'ending') == '1' and 1 or 0 end

-- Operations whose answer is kept: they do something else when they are called again.
local numbered = {}

function numbered.add_job(leaves)
  add_job(leaves)
  return {1}
end

function numbered.claim(worker, lease)
  release_late()
  call('HSET', worker_key(worker), 'seen', now())
  if is_ending() == 1 then return {0, 1} end
  local free = call('ZPOPMIN', key('free'))
  if #free == 0 then
    call('ZADD', key('waiting'), now() + WAIT_MS, worker)
    return {0, call('ZCARD', key('claimed')) == 0 and 1 or 0}
  end
  local id = free[1]
  call('ZREM', key('waiting'), worker)
  local claim = call('HINCRBY', job_key(id), 'claim', 1)
  local n_claims = call('HINCRBY', job_key(id), 'n_claims', 1)
  call('HSET', job_key(id), 'worker', worker, 'claimed', now())
  call('HSET', worker_key(worker), 'job', id)
  call('ZADD', key('claimed'), now() + tonumber(lease), id)
  return {1, 0, id, claim, n_claims}
end

-- has_leaves and is_free are 1 or 0.
function numbered.commit(worker, id, claim, lease, has_leaves, is_free, leaves, results, news, figures, ...)
  local is = call('HMGET', job_key(id), 'worker', 'claim')
  if is[1] ~= worker or is[2] ~= claim then return {0} end
  call('HSET', worker_key(worker), 'seen', now(), 'figures', figures)
  if results ~= '' then call('RPUSH', key('results'), results) end
  if news ~= '' then call('RPUSH', key('news'), news) end
  for _, given in ipairs({...}) do add_job(given) end
  if has_leaves == '0' then
    take_away(id)
    call('ZREM', key('jobs'), id)
    call('UNLINK', job_key(id))
  else
    set_leaves(id, leaves)
    if is_free == '1' then
      release(id, 0)
    else
      call('HSET', job_key(id), 'n_claims', 1)
      call('ZADD', key('claimed'), now() + tonumber(lease), id)
    end
  end
  wake(call('ZCARD', key('jobs')) == 0 and 1000000 or select('#', ...) + tonumber(is_free))
  return {1}
end

local plain = {}

function plain.publish()
  call('HSET', key('run'), 'state', 'ready')
  return {1}
end

function plain.put(name, bytes)
  call('HSET', key('facts'), name, bytes)
  return {1}
end

function plain.get(name) return {call('HGET', key('facts'), name)} end

-- Whoever asks twice with one token, as the first answer was lost, is the same worker.
function plain.join(who, token)
  local id = call('HGET', key('joined'), token)
  if not id then
    id = call('HINCRBY', key('run'), 'n_workers', 1)
    call('HSET', worker_key(id), 'who', who, 'joined', now(), 'seen', now())
    call('HSET', key('joined'), token, id)
    call('HSETNX', key('calls'), client, cmsgpack.pack({0, {}}))
  end
  return {id}
end

function plain.hungry() return {call('ZCOUNT', key('waiting'), now(), '+inf') - call('ZCARD', key('free'))} end

function plain.ending(is)
  call('HSET', key('run'), 'ending', is)
  if is == '1' then wake(1000000) end
  return {1}
end

function plain.free_claims(worker)
  for _, id in ipairs(call('ZRANGE', key('claimed'), 0, -1)) do
    local of = call('HMGET', job_key(id), 'worker', 'n_claims')
    if worker == '0' then release(id, 0) elseif of[1] == worker then release(id, tonumber(of[2])) end
  end
  if worker ~= '0' then
    call('ZREM', key('waiting'), worker)
    return {1}
  end
  call('DEL', key('waiting'))
  for _, id in ipairs(call('ZRANGE', key('given_up'), 0, -1)) do
    call('ZREM', key('given_up'), id)
    release(id, 0)
  end
  return {1}
end

function plain.count()
  release_late()
  return {call('ZCARD', key('jobs')), call('ZCARD', key('claimed')), call('ZCARD', key('given_up'))}
end

function plain.results(from, n) return call('LRANGE', key('results'), from, from + n - 1) end
function plain.news(from, n) return call('LRANGE', key('news'), from, from + n - 1) end

-- The fields of up to n jobs with numbers above `from`, or of workers, the number first.
local function fields_of(ids, key_of, names)
  local all = {}
  for _, id in ipairs(ids) do
    all[#all + 1] = tostring(id)
    local values = call('HMGET', key_of(id), unpack(names))
    for i = 1, #names do all[#all + 1] = values[i] or '' end
  end
  return all
end

local function jobs_above(from, n) return call('ZRANGEBYSCORE', key('jobs'), '(' .. from, '+inf', 'LIMIT', 0, n) end

function plain.leaves(from, n) return fields_of(jobs_above(from, n), job_key, {'leaves'}) end
function plain.jobs(from, n) return fields_of(jobs_above(from, n), job_key, {'worker', 'n_claims', 'head'}) end

function plain.workers(from, n)
  local ids, last = {}, tonumber(call('HGET', key('run'), 'n_workers') or 0)
  for id = from + 1, math.min(from + n, last) do ids[#ids + 1] = string.format('%d', id) end
  local rows = fields_of(ids, worker_key, {'who', 'joined', 'seen', 'job', 'figures'})
  local all = {}
  for i, value in ipairs(rows) do
    all[#all + 1] = value
    if i % 6 == 5 then all[#all + 1] = value ~= '' and call('HGET', job_key(value), 'claimed') or '' end
  end
  return all
end

function plain.now() return {now()} end

-- What is left of a run that is over says so to workers that still wait, for an hour.
function plain.remove()
  remove_all()
  call('HSET', key('run'), 'state', 'over')
  call('EXPIRE', key('run'), 3600)
  return {1}
end

-- ---------------------------------------------------------------------------------------------------

local run = call('HMGET', key('run'), 'state', 'version')
local state, version = run[1], run[2]

if op == 'make' then
  if state == 'ready' then return redis.error_reply('NADIR exists') end
  remove_all()
  call('HSET', key('run'), 'version', A[1], 'state', 'making')
  call('HSET', key('calls'), client, cmsgpack.pack({0, {}}))
  return {1}
end
if op == 'remove' then return plain.remove() end
if state == 'over' and op == 'claim' then return {0, 1, 1} end
if state == 'over' and op == 'free_claims' then return {1} end
if state == 'over' and op == 'count' then return {0, 0, 0} end
if state == 'over' then return redis.error_reply('NADIR over') end
if not state then return redis.error_reply('NADIR gone') end
if op == 'open' then return {state, version or ''} end
if plain[op] then return plain[op](unpack(A)) end

local kept = call('HGET', key('calls'), client)
local last = kept and cmsgpack.unpack(kept) or {-1, {}}
local answer
if last[1] == number then
  answer = last[2]
elseif last[1] == number - 1 then
  answer = numbered[op](unpack(A))
  call('HSET', key('calls'), client, cmsgpack.pack({number, answer}))
else
  return redis.error_reply('NADIR gap')
end
answer = {unpack(answer)}
answer[#answer + 1] = is_ending()
if op == 'claim' and answer[1] == 1 then answer[#answer + 1] = call('HGET', job_key(answer[3]), 'leaves') end
return answer
