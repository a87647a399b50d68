/**
 * The engine process: owns the data folder and a pool of engine sessions, answers its parent. A fatal signal inside the
 * engine hangs a process instead of ending it, so the parent watches for beats and kills. When the parent is gone there is
 * nobody to answer: the process ends at once (what it was inserting is inserted again from the spool).
 */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { drainPending, Session } from 'chdb'
import pLimit from 'p-limit'
import { codeOf, EngineError, engineCodes } from '../engine-error.ts'
import { maxStatementBytes, maxStatementNodes } from '../statement-bounds.ts'
import { ChunkSender } from './chunk-sender.ts'
import { framePipe, release } from './frames.ts'
import { lowerMerges } from './merge-priority.ts'
import { type FromEngine, type Lane, lanes, maxAnswerBytes, type ToEngine } from './protocol.ts'

const beatIntervalMs = 500
/** How often an engine is probed that nobody asks. */
const restingProbeMs = 5_000
/** Statements that may wait in one lane; more are refused at once. */
const maxWaiting = 1_000
/** How long the close waits for statements that run. */
const closeTimeoutMs = 4_000

const [folder = '', memory = '900000000'] = process.argv.slice(2)
/** Together they may take a third of what the engine may use; by default they may take many times of it. */
const caches = [
  'mark_cache_size',
  'index_mark_cache_size',
  'text_index_header_cache_size',
  'text_index_tokens_cache_size',
  'text_index_postings_cache_size',
  'query_condition_cache_size',
]
const cacheShare = 1 / 18
const sessionOptions = {
  connectionArgs: [
    `--max_server_memory_usage=${memory}`,
    '--async_load_databases=0',
    // Not among the settings of a statement: the engine reads it with these.
    `--max_query_size=${maxStatementBytes}`,
    `--max_ast_elements=${maxStatementNodes}`,
    `--max_expanded_ast_elements=${maxStatementNodes}`,
    ...caches.map(name => `--${name}=${Math.floor(Number(memory) * cacheShare)}`),
    // There are none; to look for them is a sixth of the price of a small statement.
    '--optimize_use_projections=0',
    '--optimize_use_implicit_projections=0',
    // Mapped files cost a page fault for each page of a part that was not read before: a page of events takes a third longer.
    '--local_filesystem_read_method=pread',
    '--output_format_json_quote_64bit_integers=0',
    // By default a statement has one thread where less than a gigabyte is free for each; what it may take is bounded by its own settings.
    '--max_threads_min_free_memory_per_thread=0',
    // Most answers are small: threads that format parts of them cost more than all else of a statement that reads nothing.
    '--output_format_parallel_formatting=0',
    // In 26.7 it loses rows where the text index has chosen them: ORDER BY first LIMIT 10 of a word may answer nothing.
    '--use_top_k_dynamic_filtering=0',
    // Packed postings of words that most rows have are five times as fast by this.
    '--text_index_posting_list_apply_mode=lazy',
  ],
}
type RunMessage = Extract<ToEngine, { kind: 'run' }>
let isClosing = false

function say(message: FromEngine): void {
  if (process.connected) process.send?.(message)
}

function open(): Session {
  return new Session(folder, sessionOptions)
}

/** The first session opens the folder; the engine gives the reason of a failure on standard error only. */
async function openFolder(): Promise<Session> {
  try {
    return open()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await new Promise(resolve => process.send?.({ kind: 'refused', message } satisfies FromEngine, resolve))
    process.exit(1)
  }
}

const control = await openFolder()
const pools = {
  insert: pool(lanes.insert),
  short: pool(lanes.short),
  long: pool(lanes.long),
  chunks: pool(lanes.chunks),
}
const chunkSender = new ChunkSender(new Socket({ fd: framePipe, readable: false, writable: true }), say)
/** Statements that wait for a session of their lane. */
const waiting = new Set<number>()
const running = new Map<number, Lane>()
/** The engine answered a statement or a probe since the last beat. */
let hasAnswered = false
let lastProbe = 0

function pool(size: number) {
  const sessions = Array.from({ length: size }, open)
  return { sessions, idle: [...sessions], limit: pLimit(size) }
}

function accept(statement: RunMessage): void {
  const { lane, id } = statement
  const { limit } = pools[lane]
  if (isClosing) fail(id, 0, 'the engine is closing')
  else if (limit.pendingCount >= maxWaiting) fail(id, 0, 'too many statements wait for the engine')
  else {
    waiting.add(id)
    void limit(() => run(statement))
  }
}

async function run({ lane, id, sql, maxBytes = maxAnswerBytes }: RunMessage): Promise<void> {
  // It was cancelled while it waited.
  if (!waiting.delete(id)) return
  const { idle } = pools[lane]
  const session = idle.pop()
  if (!session) throw new Error('no idle session')
  running.set(id, lane)
  try {
    // The comment is what `kill` finds the statement by.
    const marked = `/*m${id}*/ ${sql}`
    if (lane === 'chunks') await chunkSender.send(session, id, marked)
    else {
      const result = await session.queryAsync(marked, { format: 'JSONCompactEachRow' })
      hasAnswered = true
      const bytes = result.bytes()
      // JSON of control characters is six times as long as they are.
      if (bytes.length > maxBytes) fail(id, engineCodes.tooManyRows, `an answer of ${bytes.length} bytes`)
      else say({ kind: 'done', id, bytes, time: result.elapsed })
      release(bytes)
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    fail(id, error instanceof EngineError ? error.code : codeOf(message), message)
    running.delete(id)
    await drainSession(session)
  } finally {
    running.delete(id)
    idle.push(session)
  }
}

/**
 * What a statement had written when it was killed comes out with the answer to the next one of its session: so that is one whose
 * answer nobody needs.
 */
async function drainSession(session: Session): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const answer = await session.queryAsync('SELECT 1', { format: 'JSONCompactEachRow' })
      if (Buffer.from(answer.bytes()).toString() === '[1]\n') return
    } catch {
      // A kill that came late ends this one instead.
    }
  }
}

function fail(id: number, code: number, message: string): void {
  say({ kind: 'failed', id, code, message: message.slice(0, 2_000) })
}

function cancel(id: number): void {
  if (waiting.delete(id)) fail(id, engineCodes.queryCancelled, 'cancelled while waiting')
  else if (running.has(id) && !chunkSender.abandon(id)) void killUntilEnded(id)
}

/** The engine may not know a statement yet that it was only just given: asks again until it ends. */
async function killUntilEnded(id: number): Promise<void> {
  for (let attempt = 0; attempt < 100 && running.has(id); attempt++) {
    await kill(id)
    await sleep(20 + attempt * 10)
  }
}

async function kill(id: number): Promise<void> {
  await control
    .queryAsync(`KILL QUERY WHERE query LIKE '/*m${id}*/%' ASYNC`, { format: 'Null' })
    .catch(() => {})
}

let isProbing = false
let areMergesLow = false
setInterval(() => {
  if (!areMergesLow) areMergesLow = lowerMerges()
  say({ kind: 'beat', engine: hasAnswered, resident: process.memoryUsage.rss() })
  // Whoever waits for an answer must not wait long for one that never comes; at rest it is enough to ask now and then.
  const isDue = running.size > 0 || performance.now() - lastProbe > restingProbeMs
  if (!hasAnswered && isDue && !isProbing && !isClosing) void probe()
  hasAnswered = false
}, beatIntervalMs)

/** Asks the engine whether it answers. */
async function probe(): Promise<void> {
  isProbing = true
  lastProbe = performance.now()
  try {
    await control.queryAsync('SELECT 1', { format: 'Null' })
    hasAnswered = true
  } catch {
    // It is asked again.
  } finally {
    isProbing = false
  }
}

/** Without this order the engine crashes at exit now and then (data stays whole, but the exit is ugly). */
async function close(): Promise<void> {
  isClosing = true
  for (const id of waiting) fail(id, 0, 'the engine is closing')
  waiting.clear()
  chunkSender.abandonAll()
  const deadline = Date.now() + closeTimeoutMs
  while (running.size > 0 && Date.now() < deadline) {
    for (const [id, lane] of running) if (lane !== 'insert') await kill(id)
    await sleep(20)
  }
  await control.queryAsync('SYSTEM STOP MERGES', { format: 'Null' }).catch(() => {})
  for (const { sessions } of Object.values(pools)) for (const session of sessions) session.close()
  control.close()
  await drainPending()
  if (process.connected) process.send?.({ kind: 'closed' } satisfies FromEngine, () => process.exit(0))
  else process.exit(0)
}

process.on('message', (message: ToEngine) => {
  if (message.kind === 'run') accept(message)
  else if (message.kind === 'more') chunkSender.more(message.id)
  else if (message.kind === 'cancel') cancel(message.id)
  else void close()
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The terminal sends these to the whole group; the parent decides when the engine closes.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

say({ kind: 'ready' })
