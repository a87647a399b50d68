/**
 * The engine process: owns the data folder and a pool of engine sessions, and answers its parent. A fatal
 * signal inside the engine hangs a process instead of ending it, so the parent watches for beats and kills.
 * When the parent is gone, the process ends at once (pending inserts are repeated from the spool).
 */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { drainPending, Session } from 'chdb'
import pLimit from 'p-limit'
import { thrownText } from '../../../schema/thrown-text.ts'
import { releaseMemory } from '../../../telemetry/release-memory.ts'
import { codeOf, EngineError, engineCodes } from '../engine-error.ts'
import { maxAnswerBytes, maxStatementBytes, maxStatementNodes } from '../statement-bounds.ts'
import { ChunkSender } from './chunk-sender.ts'
import { framePipe } from './frames.ts'
import { lowerMerges } from './merge-priority.ts'
import { type FromEngine, type Lane, lanes, type ToEngine } from './protocol.ts'

const beatIntervalMs = 500
/** Interval of probes while the engine is idle. */
const idleProbeMs = 5_000
/** Maximum waiting statements per lane; further ones are refused at once. */
const maxWaiting = 1_000
/** Longer answers go through the pipe: a message is copied twice, and the garbage is outside of the heap. */
const maxMessageBytes = 65_536
/** How long closing waits for running statements. */
const closeTimeoutMs = 4_000

const [folder = '', memory = '900000000', configFile] = process.argv.slice(2)
/**
 * Shares of the engine's memory that its caches may take; by default they may take many times more. Together
 * they take up to a third, since the engine counts less than some cache entries take: 64 bytes of some 200
 * for a condition, 128 of some 240 for a word. The cache of conditions has the parts of the table in which a
 * condition matches no row. It is small because most conditions are never asked again.
 */
const cacheShares = {
  mark_cache_size: 1 / 18,
  index_mark_cache_size: 1 / 18,
  text_index_header_cache_size: 1 / 18,
  text_index_tokens_cache_size: 1 / 36,
  text_index_postings_cache_size: 1 / 18,
  query_condition_cache_size: 1 / 60,
}
const sessionOptions = {
  connectionArgs: [
    ...(configFile === undefined ? [] : [`--config-file=${configFile}`]),
    `--max_server_memory_usage=${memory}`,
    '--async_load_databases=0',
    // Not a setting of a statement: the engine reads it together with these.
    `--max_query_size=${maxStatementBytes}`,
    `--max_ast_elements=${maxStatementNodes}`,
    `--max_expanded_ast_elements=${maxStatementNodes}`,
    ...Object.entries(cacheShares).map(([name, share]) => `--${name}=${Math.floor(Number(memory) * share)}`),
    // There are no projections; looking for them is a sixth of the price of a small statement.
    '--optimize_use_projections=0',
    '--optimize_use_implicit_projections=0',
    // Mapped files cost a page fault per page of a part that was not read before: a page of events takes a
    // third longer.
    '--local_filesystem_read_method=pread',
    '--output_format_json_quote_64bit_integers=0',
    // By default a statement has one thread when less than a gigabyte is free per thread; its own settings
    // limit its memory.
    '--max_threads_min_free_memory_per_thread=0',
    // Values of tags of archived rows stay text, even if they look like dates.
    '--input_format_try_infer_dates=0',
    '--input_format_try_infer_datetimes=0',
    '--input_format_json_infer_incomplete_types_as_strings=1',
    // Columns of archived files that are read ahead: by default 4 GB.
    `--input_format_parquet_memory_high_watermark=${Math.floor(Number(memory) / 12)}`,
    // A server that does not answer must not hold a statement: by default 500 attempts of 30 s.
    '--s3_retry_attempts=3',
    '--s3_request_timeout_ms=10000',
    '--s3_connect_timeout_ms=3000',
    // Most answers are small: threads that format parts of them cost more than the rest of a statement that
    // reads nothing.
    '--output_format_parallel_formatting=0',
    // In 26.7 this loses rows that the text index selects: ORDER BY first LIMIT 10 of a word may return
    // nothing.
    '--use_top_k_dynamic_filtering=0',
    // This makes packed postings of words that most rows have five times as fast.
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

/** The first session opens the folder; the engine reports the reason of a failure only on standard error. */
async function openFolder(): Promise<Session> {
  try {
    return open()
  } catch (error) {
    const message = thrownText(error)
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
/** Statements waiting for a session of their lane. */
const waiting = new Set<number>()
const running = new Map<number, Lane>()
/** Whether the engine has answered a statement or a probe since the last beat. */
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
  // The statement was cancelled while it waited.
  if (!waiting.delete(id)) return
  const { idle } = pools[lane]
  const session = idle.pop()
  if (!session) throw new Error('no idle session')
  running.set(id, lane)
  try {
    // `kill` finds the statement by this comment.
    const marked = `/*m${id}*/ ${sql}`
    if (lane === 'chunks') await chunkSender.send(session, id, marked)
    else {
      const result = await session.queryAsync(marked, { format: 'JSONCompactEachRow' })
      hasAnswered = true
      const bytes = result.bytes()
      // JSON of control characters is six times as long as the characters.
      if (bytes.length > maxBytes) fail(id, engineCodes.tooManyRows, `an answer of ${bytes.length} bytes`)
      else if (bytes.length > maxMessageBytes) {
        chunkSender.write(id, bytes, 0)
        say({ kind: 'done', id, bytes: undefined, engineSeconds: result.elapsed })
        return
      } else say({ kind: 'done', id, bytes, engineSeconds: result.elapsed })
      releaseMemory(bytes)
    }
  } catch (error) {
    const message = thrownText(error)
    fail(id, error instanceof EngineError ? error.code : codeOf(message), message)
    // Ends `killUntilEnded` before the session is used again.
    running.delete(id)
    await drainSession(session)
  } finally {
    running.delete(id)
    idle.push(session)
  }
}

/**
 * The output of a killed statement comes with the answer to the next statement of its session, so this runs a
 * statement whose answer is discarded.
 */
async function drainSession(session: Session): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const answer = await session.queryAsync('SELECT 1', { format: 'JSONCompactEachRow' })
      if (Buffer.from(answer.bytes()).toString() === '[1]\n') return
    } catch {
      // A late kill ended this statement instead.
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

/** Repeats the kill until the statement ends: the engine may not know a statement that it was just given. */
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
/** Whether the threads of merges existed and got a lower priority. */
let areMergesLow = false
setInterval(() => {
  if (!areMergesLow) areMergesLow = lowerMerges()
  say({ kind: 'beat', hasAnswered, residentBytes: process.memoryUsage.rss() })
  // A hung engine must be noticed soon while statements run; at rest, occasional probes suffice.
  const isDue = running.size > 0 || performance.now() - lastProbe > idleProbeMs
  if (!hasAnswered && isDue && !isProbing && !isClosing) void probe()
  hasAnswered = false
}, beatIntervalMs)

/** Probes whether the engine answers. */
async function probe(): Promise<void> {
  isProbing = true
  lastProbe = performance.now()
  try {
    await control.queryAsync('SELECT 1', { format: 'Null' })
    hasAnswered = true
  } catch {
    // The next probe repeats it.
  } finally {
    isProbing = false
  }
}

/**
 * Closes everything in this order. In another order the engine sometimes crashes at exit, without data loss.
 */
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
