import { Fault } from '../../schema/fault.ts'
import type { SqlRequest, SqlResult } from '../../schema/query/sql.ts'
import { emptyAccount, type Read } from '../../storage/contract/event-store.ts'
import type { SqlSource } from '../../storage/contract/sql-source.ts'
import type { ResolvedRange, ResolveRange } from '../kind.ts'
import { QuarantinedQuestions } from '../life/quarantined-questions.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import type { SlowQueries } from '../life/slow-queries.ts'
import { withoutParamsPrefix } from '../param-fault.ts'
import type { Reader } from '../query-service.ts'
import { FairQueue } from '../slices/fair-queue.ts'

export interface SqlQueriesOptions {
  store: SqlSource
  resolve: ResolveRange
  /** Statements that take longer end with query_timeout. */
  timeoutSeconds: number
  slowQueries?: Pick<SlowQueries, 'record'> | undefined
  /** Unix milliseconds. */
  now?: () => number
}

/** Runs users' SELECTs over the events that they may see. */
export class SqlQueries {
  readonly #options: SqlQueriesOptions
  readonly #now: () => number
  /** One statement at a time, so that dashboards stay fast. */
  readonly #queue = new FairQueue({ shortSlots: 1, longSlots: 1, maxWaitingPerUser: 2 })
  readonly #quarantined = new QuarantinedQuestions()

  constructor(options: SqlQueriesOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /**
   * Runs a statement for this reader. Rejects with a Fault: sql_refused, validation keyed
   * `time_range.<member>`, throttled if too many of the reader's statements wait, query_quarantined if the
   * statement has crashed the engine, or an error of the store. Rejects with the signal's reason when it
   * fires.
   */
  async run(
    reader: Pick<Reader, 'userId' | 'hosts'>,
    request: SqlRequest,
    signal: AbortSignal,
  ): Promise<SqlResult> {
    const { store, timeoutSeconds } = this.#options
    const startedAt = this.#now()
    const rights = rightsOf(reader.hosts)
    const key = JSON.stringify([rights.key, request])
    this.#quarantined.check(key, startedAt)
    const range = this.#resolve(request, startedAt / 1000)
    const { from, to } = range
    const scope = { from, to, predicate: restrictedTo(rights, { kind: 'const', value: true }) }
    const account = emptyAccount()
    let waitedMs: number | undefined
    const recordIfSlow = (error?: unknown) => {
      this.#options.slowQueries?.record({
        queryId: null,
        type: 'SQL',
        userId: reader.userId,
        filter: request.sql,
        range,
        isRefresh: false,
        isStopped: signal.aborted,
        startedAt,
        endedAt: this.#now(),
        waitedMs,
        // The engine cannot explain a statement with a format.
        account: { ...account, sampleStatements: [] },
        ...(error !== undefined && { error }),
      })
    }
    try {
      const turn = { user: reader.userId, lane: 'long', signal, refusable: true } as const
      const answer = await this.#queue.run(turn, slot => {
        waitedMs = this.#now() - startedAt
        const read: Read = { ...slot, signal, lane: 'long', timeout: timeoutSeconds, account }
        return store.runUserSql(scope, request.sql, read)
      })
      recordIfSlow()
      return { ...answer, ts_from: from, ts_to: to }
    } catch (error) {
      this.#quarantined.recordFailure(key, error, this.#now())
      recordIfSlow(error)
      throw error
    }
  }

  #resolve({ time_range: timeRange }: SqlRequest, now: number): ResolvedRange {
    try {
      return this.#options.resolve(timeRange, now)
    } catch (error) {
      throw error instanceof Fault ? withoutParamsPrefix(error) : error
    }
  }
}
