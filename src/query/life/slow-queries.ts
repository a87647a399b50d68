import { Fault } from '../../schema/fault.ts'
import type { AnswerSource, SlowQuery } from '../../schema/store/slow-query.ts'
import type { EventStore, ReadAccount } from '../../storage/contract/event-store.ts'

const maxEntries = 200
/** Maximum characters of a filter in the log and in the list. */
const maxFilterLength = 300
const readingTimeoutSeconds = 5

/** A computation that has ended: answered, failed or stopped. */
export interface EndedComputation {
  queryId: string | null
  type: string
  userId: number
  filter: unknown
  /** Unix seconds. */
  range: { from: number; to: number }
  isRefresh: boolean
  error?: unknown
  isStopped: boolean
  /** Unix milliseconds. */
  startedAt: number
  endedAt: number
  waitedMs: number | undefined
  account: ReadAccount
}

/** Records slow computations: in the log, and the newest ones in memory. */
export class SlowQueries {
  /** 0: records nothing. */
  readonly thresholdMs: number
  readonly #store: Pick<EventStore, 'readBounds'>
  readonly #log: (entry: SlowQuery) => void
  readonly #entries: SlowQuery[] = []
  /** Whether the engine is being asked what it read for an entry. */
  #isAsking = false

  constructor(thresholdMs: number, store: Pick<EventStore, 'readBounds'>, log: (entry: SlowQuery) => void) {
    this.thresholdMs = thresholdMs
    this.#store = store
    this.#log = log
  }

  /** Newest first. */
  get list(): readonly SlowQuery[] {
    return this.#entries.toReversed()
  }

  /** Records a computation if it took at least the threshold. */
  record(ended: EndedComputation): void {
    const duration = Math.round(ended.endedAt - ended.startedAt)
    if (this.thresholdMs === 0 || duration < this.thresholdMs) return
    const entry = entryOf(ended, duration)
    this.#entries.push(entry)
    if (this.#entries.length > maxEntries) this.#entries.shift()
    void this.#askAndLog(entry, ended.account.sampleStatements)
  }

  /**
   * Logs an entry with the rows that the engine read. Asks the engine about one entry at a time: entries that
   * are added meanwhile are logged without rows. Never rejects.
   */
  async #askAndLog(entry: SlowQuery, statements: readonly string[]): Promise<void> {
    if (statements.length > 0 && !this.#isAsking) {
      this.#isAsking = true
      const signal = AbortSignal.timeout(readingTimeoutSeconds * 1_000)
      const read = { signal, lane: 'short', timeout: readingTimeoutSeconds } as const
      try {
        entry.rows_read = (await this.#store.readBounds(statements, read)).rows
      } catch {
        // Logged without engine reads.
      } finally {
        this.#isAsking = false
      }
    }
    this.#log(entry)
  }
}

function entryOf(ended: EndedComputation, duration: number): SlowQuery {
  const { account, error, range } = ended
  const outcome = outcomeOf(ended)
  return {
    ended_at: ended.endedAt / 1_000,
    query_id: ended.queryId,
    type: ended.type,
    user_id: ended.userId,
    filter: shortened(JSON.stringify(ended.filter ?? [])),
    from: range.from,
    to: range.to,
    is_refresh: ended.isRefresh,
    outcome,
    code: outcome === 'failed' ? codeOf(error) : null,
    duration,
    waited: ended.waitedMs === undefined ? null : Math.round(ended.waitedMs),
    statements: account.statements,
    engine_time: Math.round(account.engineMs),
    rows_read: account.sampleStatements.length === 0 ? 0 : null,
    read_from: sourcesOf(account),
  }
}

function outcomeOf({ isStopped, error }: EndedComputation): SlowQuery['outcome'] {
  if (isStopped) return 'stopped'
  return error === undefined ? 'answered' : 'failed'
}

function codeOf(error: unknown): string {
  return error instanceof Fault ? error.code : 'internal'
}

/** What the answer was read from. Without counts and SQL, it was the rows in memory. */
function sourcesOf({ statements, tilesFromMemory }: ReadAccount): AnswerSource[] {
  const sources: AnswerSource[] = []
  if (tilesFromMemory > 0) sources.push('counts')
  if (statements > 0) sources.push('sql')
  return sources.length === 0 ? ['rows'] : sources
}

function shortened(text: string): string {
  return text.length > maxFilterLength ? `${text.slice(0, maxFilterLength - 1)}…` : text
}
