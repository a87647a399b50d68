/**
 * The engine process: owns the data folder and a pool of engine sessions, answers its parent. A fatal signal inside the
 * engine hangs a process instead of ending it, so the parent watches for beats and kills. When the parent is gone there is
 * nobody to answer: the process ends at once (what it was inserting is inserted again from the spool).
 */
import { Socket } from 'node:net'
import { drainPending, Session } from 'chdb'
import { ChunkSender } from './chunk-sender.ts'
import { EngineError } from './engine-error.ts'
import { framePipe, release } from './frames.ts'
import {
  codeOf,
  engineCodes,
  type FromEngine,
  type Lane,
  lanes,
  maxAnswerBytes,
  maxStatementBytes,
  maxStatementNodes,
  type ToEngine,
} from './protocol.ts'

interface Statement {
  id: number
  sql: string
}

const beatIntervalMs = 500
/** Statements that may wait in one lane; past it they are refused at once. */
const maxWaiting = 1_000

const [folder = '', memory = '900000000'] = process.argv.slice(2)
const sessionOptions = {
  connectionArgs: [
    `--max_server_memory_usage=${memory}`,
    '--async_load_databases=0',
    // Not among the settings of a statement: the engine reads it with these.
    `--max_query_size=${maxStatementBytes}`,
    `--max_ast_elements=${maxStatementNodes}`,
    `--max_expanded_ast_elements=${maxStatementNodes}`,
    '--os_threads_nice_value_merge_mutate=15',
  ],
}
let closing = false

function say(message: FromEngine): void {
  if (process.connected) process.send?.(message)
}

function open(): Session {
  return new Session(folder, sessionOptions)
}

/** The first session opens the folder; why it could not, the engine tells on standard error only. */
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
const pools: Record<Lane, { idle: Session[]; all: Session[]; waiting: Statement[] }> = {
  insert: pool(lanes.insert),
  short: pool(lanes.short),
  long: pool(lanes.long),
  pieces: pool(lanes.pieces),
}
const chunkSender = new ChunkSender(new Socket({ fd: framePipe, readable: false, writable: true }), say)
const running = new Map<number, Session>()
const cancelled = new Set<number>()

function pool(size: number) {
  const all = Array.from({ length: size }, open)
  return { idle: [...all], all, waiting: [] as Statement[] }
}

function accept(lane: Lane, statement: Statement): void {
  const { idle, waiting } = pools[lane]
  if (closing) fail(statement.id, 0, 'the engine is closing')
  else if (idle.length > 0) void run(lane, statement)
  else if (waiting.length < maxWaiting) waiting.push(statement)
  else fail(statement.id, 0, 'too many statements wait for the engine')
}

async function run(lane: Lane, { id, sql }: Statement): Promise<void> {
  const { idle, waiting } = pools[lane]
  const session = idle.pop()
  if (!session) throw new Error('no idle session')
  running.set(id, session)
  if (lane !== 'insert') say({ kind: 'begun', id })
  try {
    // The comment is what `cancel` finds the statement by.
    const marked = `/*m${id}*/ ${sql}`
    if (lane === 'pieces') await chunkSender.send(session, id, marked)
    else {
      const result = await session.queryAsync(marked, { format: 'JSONCompactEachRow' })
      const bytes = result.bytes()
      // Of control characters alone, JSON is six times as long as they are.
      if (bytes.length > maxAnswerBytes)
        fail(id, engineCodes.tooManyRows, `an answer of ${bytes.length} bytes`)
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
    cancelled.delete(id)
    idle.push(session)
  }
  const next = waiting.shift()
  if (next) void run(lane, next)
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
  for (const { waiting } of Object.values(pools)) {
    const index = waiting.findIndex(statement => statement.id === id)
    if (index >= 0) {
      waiting.splice(index, 1)
      fail(id, 394, 'cancelled while waiting')
      return
    }
  }
  if (!running.has(id) || chunkSender.abandon(id)) return
  cancelled.add(id)
  void kill(id)
}

/** A statement that has only just been handed over may not be known to the engine yet: ask again until it ends. */
async function kill(id: number): Promise<void> {
  for (let attempt = 0; attempt < 100 && running.has(id); attempt++) {
    await control
      .queryAsync(`KILL QUERY WHERE query LIKE '/*m${id}*/%' ASYNC`, { format: 'Null' })
      .catch(() => {})
    await new Promise(resolve => setTimeout(resolve, 20 + attempt * 10))
  }
}

let probing = false
let answered = false
setInterval(() => {
  say({ kind: 'beat', engine: answered })
  answered = false
  if (probing || closing) return
  probing = true
  control
    .queryAsync('SELECT 1', { format: 'Null' })
    .then(() => {
      answered = true
    })
    .catch(() => {})
    .finally(() => {
      probing = false
    })
}, beatIntervalMs)

/** Without this order the engine crashes at exit now and then (data stays whole, but the exit is ugly). */
async function close(): Promise<void> {
  closing = true
  for (const { waiting } of Object.values(pools)) {
    for (const statement of waiting.splice(0)) fail(statement.id, 0, 'the engine is closing')
  }
  chunkSender.abandonAll()
  const inserts = new Set(pools.insert.all)
  const deadline = Date.now() + 4_000
  while (running.size > 0 && Date.now() < deadline) {
    for (const [id, session] of running) if (!inserts.has(session)) await killOnce(id)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  await control.queryAsync('SYSTEM STOP MERGES', { format: 'Null' }).catch(() => {})
  for (const { all } of Object.values(pools)) for (const session of all) session.close()
  control.close()
  await drainPending()
  if (process.connected) process.send?.({ kind: 'closed' } satisfies FromEngine, () => process.exit(0))
  else process.exit(0)
}

async function killOnce(id: number): Promise<void> {
  await control
    .queryAsync(`KILL QUERY WHERE query LIKE '/*m${id}*/%' ASYNC`, { format: 'Null' })
    .catch(() => {})
}

process.on('message', (message: ToEngine) => {
  if (message.kind === 'run') accept(message.lane, message)
  else if (message.kind === 'open') accept('pieces', message)
  else if (message.kind === 'more') chunkSender.more(message.id)
  else if (message.kind === 'cancel') cancel(message.id)
  else void close()
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The terminal sends these to the whole group; the parent decides when the engine closes.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

say({ kind: 'ready', version: String(control.query('SELECT version()', 'TSV')).trim() })
