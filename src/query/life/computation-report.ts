import type { Explanation } from '../../schema/query/explain.ts'
import type { EventStore, ReadAccount, ReadBounds } from '../../storage/contract/event-store.ts'
import type { ResolvedRange, Source } from '../kind.ts'
import { messageUse } from '../kinds/fields.ts'
import type { Outcome } from '../slices/computation.ts'
import { archivedDaysIn } from './archived-days.ts'
import type { Question } from './question.ts'

const engineReadTimeoutSeconds = 5

/** Only answers that include archived days have `archive`. */
type FullExplanation = Required<Omit<Explanation, 'archive'>> & Pick<Explanation, 'archive'>

/**
 * How a question was computed. Asks the engine how much it read at most (`ReadBounds`) only when a reader
 * wants to know.
 */
export class ComputationReport {
  readonly #explanation: FullExplanation
  readonly #statements: readonly string[]
  #bounds: Promise<ReadBounds> | undefined

  constructor(explanation: FullExplanation, statements: readonly string[]) {
    this.#explanation = explanation
    this.#statements = statements
  }

  /**
   * The members that do not depend on rows, for readers who may not see all hosts: other figures and times
   * depend on hidden rows.
   */
  get withoutFigures(): Explanation {
    const { computed_at, refresh, messages } = this.#explanation
    return { computed_at, refresh, messages }
  }

  /** All members, but without engine reads if the engine fails or does not answer in time. */
  async withEngineReads(store: Pick<EventStore, 'readBounds'>): Promise<Explanation> {
    const { engine } = this.#explanation
    try {
      this.#bounds ??= this.#readFrom(store)
      const amount = { statements: this.#statements.length, ...(await this.#bounds) }
      return { ...this.#explanation, engine: { ...engine, read: amount } }
    } catch {
      return this.#explanation
    }
  }

  /** One read for all callers, with a timeout of its own. After a failure, the next caller tries again. */
  async #readFrom(store: Pick<EventStore, 'readBounds'>): Promise<ReadBounds> {
    const signal = AbortSignal.timeout(engineReadTimeoutSeconds * 1_000)
    try {
      const read = { signal, lane: 'short', timeout: engineReadTimeoutSeconds } as const
      return await store.readBounds(this.#statements, read)
    } catch (error) {
      this.#bounds = undefined
      throw error
    }
  }
}

/**
 * Makes the report of a computation, which began at `since` and ended at `now` (Unix milliseconds).
 * `refresh`: whether the question was computed before.
 */
export function reportOf(
  question: Question,
  { source, archive }: { source: Pick<Source, 'estimateRows'>; archive: EventStore['archive'] },
  outcome: Outcome<unknown, unknown>,
  account: ReadAccount,
  { range, refresh, since, now }: { range: ResolvedRange; refresh: boolean; since: number; now: number },
): ComputationReport {
  const { slices, computedSlices, slicesCostMs, finishCostMs, waitedMs } = outcome
  const archived = question.params.with_archive === true ? archivedDaysIn(question, range, { archive }) : []
  const explanation: FullExplanation = {
    computed_at: now / 1000,
    refresh,
    messages: messageUse(question.predicate),
    rows_in_range: Math.round(source.estimateRows(range.from, range.to)),
    // Neighbours are merged, so that there may be fewer slices than were computed.
    slices: { computed: computedSlices, kept: Math.max(0, slices.length - computedSlices) },
    counts: { from_memory: account.tilesFromMemory, counted: account.spansCounted },
    ...(archived.length > 0 && {
      archive: { days: archived.length, bytes: archived.reduce((sum, { bytes }) => sum + bytes, 0) },
    }),
    engine: { statements: account.statements, time: rounded(account.engineMs) },
    phases: {
      waiting: rounded(waitedMs),
      slices: rounded(slicesCostMs),
      results: rounded(finishCostMs),
      total: rounded(now - since),
    },
  }
  return new ComputationReport(explanation, account.sampleStatements)
}

function rounded(millis: number): number {
  return Math.round(millis * 10) / 10
}
