import type { Explanation } from '../../schema/query/explain.ts'
import type { ReadAccount } from '../../storage/store.ts'
import type { ResolvedRange, Source } from '../kind.ts'
import { messageUse } from '../kinds/fields.ts'
import type { Outcome } from '../slices/evaluate.ts'
import type { Question } from './question.ts'

/** What there is to tell of a computation. */
interface Computation {
  question: Question
  range: ResolvedRange
  source: Pick<Source, 'estimateRows'>
  outcome: Outcome<unknown, unknown>
  account: ReadAccount
  /** It had been computed before. */
  refresh: boolean
  /** Unix milliseconds. */
  since: number
  now: number
}

/** How a question was computed. */
export function explain({ question, range, source, outcome, account, ...when }: Computation): Explanation {
  const { slices, computed, sliceCost, finishCost, waited } = outcome
  return {
    computed_at: when.now / 1000,
    refresh: when.refresh,
    messages: messageUse(question.predicate),
    rows_in_range: Math.round(source.estimateRows(range.from, range.to)),
    slices: { computed, kept: Math.max(0, slices.length - computed) },
    counts: { from_memory: account.tilesKept, counted: account.tilesCounted },
    engine: { statements: account.statements, time: rounded(account.time) },
    phases: {
      waiting: rounded(waited),
      slices: rounded(sliceCost),
      results: rounded(finishCost),
      total: rounded(when.now - when.since),
    },
  }
}

function rounded(millis: number): number {
  return Math.round(millis * 10) / 10
}
