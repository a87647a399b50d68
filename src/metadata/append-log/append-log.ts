import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { Fault } from '../../schema/fault.ts'
import type {
  CheckExclusive,
  LogEntry,
  LoggedFile,
  LogNews,
  LogPlace,
  LogStart,
  Numbered,
  SharedLog,
} from '../../schema/store/shared-log.ts'
import type { Log } from '../../telemetry/log.ts'
import { type Clock, systemClock } from '../database/clock.ts'
import { MetadataError } from '../database/metadata-error.ts'
import type { OwnNode } from '../nodes/nodes.ts'
import { remainderBy } from '../nodes/remainders.ts'
import { faultOf } from '../postgres/driver.ts'
import { clientConfig } from '../postgres/open.ts'
import { type PostgresOptions, readAddress } from '../postgres/options.ts'
import { Looks, lookMs } from './looks.ts'
import { PostgresConnection, type RunStatement } from './postgres-connection.ts'
import * as statements from './statements.ts'

/** Maximum entries of one answer. */
const maxEntries = 1_000
/**
 * How long entries stay in the log, and how many at least and at most. A node that was away for longer drops
 * its counts and rows in memory.
 */
const keptMs = 600_000
const minKeptEntries = 20_000
const maxKeptEntries = 4_000_000
/** Delivered spool files whose numbers stay known: more than a start sends again after a crash. */
const keptFiles = 10_000
/**
 * Maximum batches of a node that have begun and are not in the table yet. A log that was restored to an
 * earlier state may not know their numbers, so each join skips that many.
 */
const maxInTransit = 2 ** 18
const pruneIntervalMs = 60_000
/** No statement of a node runs on a ClickHouse server this long after the node was last seen. */
const maxStatementMs = 600_000
/** PostgreSQL notices within 25 s that the machine of a node is gone, and releases the lock of the node. */
const keepalives = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'
/** All statements find rows by key, so one plan fits all values. Planning would take longer than running. */
const onePlan = '-c plan_cache_mode=force_generic_plan'
/** A writer that waited for the lock of the log must see the entries of the writer before it. */
const newSnapshots = '-c default_transaction_isolation=read\\ committed'
/** Default of AppendLogOptions.lockTimeoutMs: longer than PostgreSQL keeps a broken connection open. */
const nodeLockTimeoutMs = 40_000
/** Time between two attempts of a start to take the lock of the node. */
const retryMs = 500
/** Maximum wait for another node's migration or drop. */
const exclusiveTimeoutMs = 600_000
/** Timeout of the check whether the lock of the node is still held. */
const checkTimeoutMs = 5_000
/** Keys of advisory locks: arbitrary numbers. */
const nodeKey = 52_747
const writerKey = 52_751
const exclusiveKeys = { migration: 52_748, retention: 52_749, copy: 52_750 } as const

export interface AppendLogOptions {
  postgres: PostgresOptions
  node: Pick<OwnNode, 'name' | 'remainder'>
  /** Id of the data folder (data-folder/folder-id.ts). */
  folder: string
  /** How long a start waits for an earlier run of the node to release its lock. */
  lockTimeoutMs?: number
  log: Log
  clock?: Clock
}

/** The log of appends that nodes share, in PostgreSQL (decisions/0025). `SharedLog` describes the methods. */
export class AppendLog implements SharedLog {
  readonly #options: AppendLogOptions
  readonly #config: ClientConfig
  /** Separate from the writer, so that reads do not wait for locks. */
  readonly #reader: PostgresConnection
  readonly #writer: PostgresConnection
  readonly #listeners = new Set<() => void>()
  readonly #looks = new Looks(() => {
    for (const listener of this.#listeners) listener()
  })
  /** Start time of the server at the reader's last connection; undefined: there was no connection yet. */
  #serverStart: string | undefined
  /**
   * The reader reconnected to a server that restarted, or to another one, since the last join: entries that
   * this node has not read may be lost.
   */
  #isServerNew = false
  /**
   * The log lost entries that this node has read. Nodes that had not read these entries miss nothing, so the
   * next join of this node makes all nodes drop their counts and rows in memory, and clears this flag.
   */
  #hasLostEntries = false
  readonly #pruning: NodeJS.Timeout
  /** LogStart.ownNumbers of the last join; 0 before. */
  #ownNumbers = 0

  private constructor(options: AppendLogOptions) {
    this.#options = options
    const timeoutMs = options.postgres.timeoutSeconds * 1_000
    const common = clientConfig(readAddress(options.postgres), { waitMs: timeoutMs, statementMs: timeoutMs })
    const config = { ...common, options: [common.options, keepalives, onePlan, newSnapshots].join(' ') }
    this.#config = config
    const warn = (error: Error) =>
      options.log.warn({ room: 'metadata', err: error }, 'the connection to the log of appends has ended')
    this.#writer = new PostgresConnection(config, {
      warn,
      // Ends earlier connections of this node: none of their statements may run beside or after new ones.
      opened: async run => {
        await run(statements.endWriters, [writerKey, options.node.remainder])
        await run(statements.lockWriter, [writerKey, options.node.remainder])
      },
    })
    this.#reader = new PostgresConnection(config, {
      warn,
      opened: async run => {
        await this.#lockNode(run)
        await this.#noticeServer(run)
        await run({ name: 'append_log_listen', text: `listen ${statements.channel}` })
      },
      notified: folder => {
        this.#looks.notified(folder === options.folder)
      },
    })
    this.#pruning = setInterval(() => void this.#prune(), pruneIntervalMs)
    this.#pruning.unref()
  }

  /** Throws a MetadataError when the node runs elsewhere, with a copy of the data folder. */
  static async open(options: AppendLogOptions): Promise<AppendLog> {
    const log = new AppendLog(options)
    const deadline = performance.now() + (options.lockTimeoutMs ?? nodeLockTimeoutMs)
    for (;;) {
      try {
        await log.#reader.run({ name: 'append_log_first', text: 'select 1' })
        return log
      } catch (error) {
        const cause = error instanceof Fault ? error.cause : error
        // After a power failure the server may keep the connection of the previous run open for a while.
        if (!(cause instanceof MetadataError) || performance.now() > deadline) {
          await log.close()
          throw cause instanceof MetadataError ? cause : error
        }
        await sleep(retryMs)
      }
    }
  }

  async join(highest: number): Promise<LogStart> {
    const { state, pending } = await this.#readStart(highest)
    this.#ownNumbers = Number(state.own_numbers)
    return {
      position: Number(state.position),
      token: state.token === null ? null : String(state.token),
      joins: Number(state.joins),
      highest: Number(state.batch),
      ownNumbers: this.#ownNumbers,
      pending: pending.map(row => ({
        sequence: row.folder === this.#options.folder ? Number(row.sequence) : undefined,
        ...batchOf(row),
      })),
    }
  }

  get ownRemainder() {
    return { remainder: this.#options.node.remainder, by: remainderBy }
  }

  get ownNumbers(): number {
    return this.#ownNumbers
  }

  async read({ position, token }: LogPlace): Promise<LogNews | undefined> {
    this.#looks.reading()
    const rows = await this.#reader.run(statements.read, [position, maxEntries])
    const [state] = rows
    if (state === undefined || this.#isServerNew) return undefined
    if (state.known !== token) {
      // The entry at `position` is another one, or the log is shorter. An absent entry was pruned.
      this.#hasLostEntries ||= state.known !== null || Number(state.last) < position
      return undefined
    }
    // Without later entries, the only row has the state of the log and no entry.
    const found = rows.filter(row => row.position !== null)
    if (found.length > 0) this.#looks.found()
    const isConsecutive = found.every((row, index) => Number(row.position) === position + index + 1)
    const lastRow = found.at(-1)
    const reached = position + found.length
    // An entry is missing: it was pruned before this node read it, or the database has lost it.
    if (!isConsecutive || Number(state.last) < reached) return undefined
    const hasMore = Number(state.last) > reached
    // Fewer entries than the limit, although the log is longer: the newest entries are missing.
    if (hasMore && found.length < maxEntries) return undefined
    return {
      position: reached,
      token: lastRow === undefined ? token : String(lastRow.token),
      joins: Number(state.joins),
      entries: found.map(row => ({ kind: kindOf(row.kind), ...batchOf(row) })),
      hasMore,
    }
  }

  async begin(
    batches: readonly LoggedFile[],
    joins: number,
    highest: number,
  ): Promise<readonly Numbered[] | undefined> {
    const rows = await this.#writer.run(statements.begin, [
      this.#options.folder,
      batches.map(({ sequence }) => sequence),
      batches.map(({ body }) => body),
      batches.map(({ number }) => number ?? null),
      joins,
      highest,
      newToken(),
      this.#options.node.remainder,
      batches.map(({ oldNumber }) => oldNumber ?? null),
    ])
    if (rows.length < batches.length) return undefined
    return rows.map(row => ({ sequence: Number(row.sequence), batch: Number(row.batch) }))
  }

  async end(sequences: readonly number[], numbers: ReadonlyMap<number, number> = new Map()): Promise<void> {
    const numbersOrNull = sequences.map(sequence => numbers.get(sequence) ?? null)
    await this.#end('end', sequences, numbersOrNull)
  }

  async abandon(sequences: readonly number[]): Promise<void> {
    await this.#end('abandon', sequences, Array(sequences.length).fill(null))
  }

  /** Abandons pending batches of removed nodes. If such a node starts again, it begins its files again. */
  async abandonRemoved(): Promise<void> {
    await this.#writer.run(statements.abandonRemoved, [maxStatementMs * 1_000, newToken()])
  }

  async drop(body: string): Promise<void> {
    await this.#writer.run(statements.note, ['drop', body, newToken(), 0])
  }

  async forget(highest: number): Promise<void> {
    await this.#writer.run(statements.note, ['forget', '', newToken(), highest])
  }

  async exclusively<T>(
    name: keyof typeof exclusiveKeys,
    work: (check: CheckExclusive) => Promise<T>,
  ): Promise<T> {
    const limits = {
      lock_timeout: exclusiveTimeoutMs,
      statement_timeout: exclusiveTimeoutMs,
      query_timeout: exclusiveTimeoutMs + 1_000,
    }
    const client = await this.#connect(limits)
    try {
      // The lock ends with the connection: an answer over this connection shows that it is held.
      await withFaults(client.query('select pg_advisory_lock($1)', [exclusiveKeys[name]]))
      const probe = { text: 'select 1', query_timeout: checkTimeoutMs }
      return await work(async () => void (await withFaults(client.query(probe))))
    } finally {
      void client.end().catch(() => {})
    }
  }

  listen(listener: () => void): void {
    this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    clearInterval(this.#pruning)
    this.#listeners.clear()
    this.#looks.close()
    await Promise.all([this.#reader.close(), this.#writer.close()])
  }

  async #end(kind: 'end' | 'abandon', sequences: readonly number[], numbers: readonly (number | null)[]) {
    const values = [this.#options.folder, [...sequences], kind, newToken(), [...numbers], lookMs * 1_000]
    await this.#writer.run(statements.end, values)
  }

  async #readStart(highest: number): Promise<{ state: Row; pending: readonly Row[] }> {
    const client = await this.#connect({})
    this.#isServerNew = false
    try {
      // The first statement locks the log: other changes wait until this transaction ends.
      await withFaults(client.query('begin'))
      if (this.#hasLostEntries)
        await withFaults(client.query(statements.note.text, ['forget', '', newToken(), highest]))
      const above = highest + maxInTransit * remainderBy
      // Sequences of spool files are close to the clock in microseconds: later files have higher sequences.
      const ownNumbers = Math.max(highest, (this.#options.clock ?? systemClock)())
      await withFaults(client.query(statements.startJoin.text, [above, ownNumbers]))
      const joined = await withFaults(
        client.query<Row>(statements.join.text, [above, maxStatementMs * 1_000]),
      )
      const pending = await withFaults(client.query<Row>(statements.pending.text))
      await withFaults(client.query('commit'))
      this.#hasLostEntries = false
      return { state: joined.rows[0] ?? {}, pending: pending.rows }
    } finally {
      void client.end().catch(() => {})
    }
  }

  /** Opens a connection that the caller ends. */
  async #connect(limits: ClientConfig): Promise<Client> {
    const client = new Client({ ...this.#config, ...limits })
    // Statements report their own errors.
    client.on('error', () => {})
    await withFaults(client.connect())
    return client
  }

  /** Notices a restarted or another server by its start time. */
  async #noticeServer(run: RunStatement): Promise<void> {
    const text = 'select pg_postmaster_start_time()::text as started'
    const [row] = await run({ name: 'append_log_server', text })
    const started = String(row?.started)
    this.#isServerNew ||= this.#serverStart !== undefined && this.#serverStart !== started
    this.#serverStart = started
  }

  /** Takes the lock of this node, which ends with the connection. Throws a MetadataError if it is taken. */
  async #lockNode(run: RunStatement): Promise<void> {
    const { remainder, name } = this.#options.node
    const text = 'select pg_try_advisory_lock($1::int, $2::int) as is_held'
    const [row] = await run({ name: 'append_log_node', text }, [nodeKey, remainder])
    if (row?.is_held !== true) {
      throw new MetadataError(
        `The node ${name} runs already, with a copy of this data folder. A separate node needs an empty data folder.`,
      )
    }
    // Only with the lock: before it, an earlier version may still run as this node.
    await run(statements.readsEntries, [this.#options.folder])
  }

  /**
   * Abandons batches of removed nodes, and removes old entries and numbers of files. Never rejects: the next
   * run repeats what failed.
   */
  async #prune(): Promise<void> {
    try {
      await this.abandonRemoved()
      await this.#writer.run(statements.endKeeping, [maxStatementMs * 1_000])
      await this.#writer.run(statements.pruneLog, [minKeptEntries, maxKeptEntries, keptMs * 1_000])
      await this.#writer.run(statements.pruneBatches, [this.#options.folder, keptFiles])
    } catch (error) {
      this.#options.log.warn({ room: 'metadata', err: error }, 'the log of appends could not be pruned')
    }
  }
}

type Row = Record<string, unknown>

function batchOf(row: Row): { batch: number; isRepeated: boolean; body: string } {
  return { batch: Number(row.batch), isRepeated: Number(row.is_repeated) === 1, body: String(row.body) }
}

function kindOf(kind: unknown): LogEntry['kind'] {
  if (kind === 'begin' || kind === 'end' || kind === 'abandon' || kind === 'drop' || kind === 'forget')
    return kind
  throw new Error(`the log of appends has an entry of the kind ${String(kind)}`)
}

/** Rejects with the fault metadata_unavailable for an outage. */
async function withFaults<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw faultOf(error)
  }
}

function newToken(): string {
  return randomBytes(9).toString('base64url')
}
