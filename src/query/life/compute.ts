import { Fault } from '../../schema/fault.ts'
import type { QueryResults } from '../../schema/query/query.ts'
import { nextTurn } from '../../storage/next-turn.ts'
import { type EventStore, emptyAccount, type Read } from '../../storage/store.ts'
import { type EvaluationContext, type ResolvedRange, type ResolveRange, sourceOf } from '../kind.ts'
import { isExpensive } from '../slices/cost-profile.ts'
import { evaluate, type Outcome } from '../slices/evaluate.ts'
import type { FairQueue } from '../slices/fair-queue.ts'
import { type CachedSlices, stillValid } from '../slices/slice-cache.ts'
import { type ComputationReport, reportOf } from './computation-report.ts'
import type { QuarantinedQuestions } from './quarantined-questions.ts'
import type { BaseParams } from './query-types.ts'
import type { Question } from './question.ts'
import { untilReady } from './until-ready.ts'
import type { Validity } from './validity.ts'

/** What evaluations compute with. */
export interface ComputeDeps {
  store: EventStore
  lanes: FairQueue
  resolve: ResolveRange
  quarantined: QuarantinedQuestions
  /** Seconds until a read ends with query_timeout. */
  timeouts: Readonly<Record<Read['lane'], number>>
  /** Unix milliseconds. */
  now: () => number
}

/** One computation of a question, with what was kept of the one before. */
export interface Effort {
  /** It has been computed before and will be again. */
  live: boolean
  /** Whose turns are used. */
  user: number
  signal: AbortSignal
  kept: () => CachedSlices<unknown>
  /** The state of the last outcome; undefined when there was none, or it was not kept. */
  before: unknown
  /** Told what is kept from now on: after what is no longer true was left out, and after each new slice. */
  keep: (kept: CachedSlices<unknown>) => void
  progress?: (percent: number) => void
  partial?: (results: QueryResults, state: unknown, truth: Validity) => void
}

export interface Computed {
  truth: Validity
  outcome: Outcome<unknown, QueryResults>
  explanation: ComputationReport
}

/** The range of a question at this moment. Throws a Fault when it is none. */
export function rangeOf(question: Question, deps: ComputeDeps): ResolvedRange {
  const { kind, params } = question
  const now = question.frozenAt ?? deps.now() / 1000
  return kind.rangeOf?.(params.time_range, now, deps.resolve) ?? deps.resolve(params.time_range, now)
}

/** The same, or an empty range when there is none: that it is none is told by computing it. */
export function rangeOrEmpty(question: Question, deps: ComputeDeps): ResolvedRange {
  try {
    return rangeOf(question, deps)
  } catch {
    const now = deps.now() / 1000
    const from = Math.floor(now)
    return {
      from,
      to: from,
      step: 1,
      bounds: [from, from],
      timezone: 'UTC',
      relative: true,
      now,
      validUntil: null,
    }
  }
}

/**
 * Computes what is not kept. When the engine is being started again, once more after it is ready. Rejects with query_quarantined while
 * the question is in quarantine.
 */
export async function compute(question: Question, deps: ComputeDeps, effort: Effort): Promise<Computed> {
  deps.quarantined.check(question.key, deps.now())
  try {
    return await computeAnyway(question, deps, effort)
  } catch (error) {
    deps.quarantined.note(question.key, error, deps.now())
    throw error
  }
}

async function computeAnyway(question: Question, deps: ComputeDeps, effort: Effort): Promise<Computed> {
  try {
    return await attempt(question, deps, effort)
  } catch (error) {
    const restarting = error instanceof Fault && error.code === 'storage_unavailable'
    if (!restarting || effort.signal.aborted) throw error
    await untilReady(deps.store, effort.signal)
    return await attempt(question, deps, effort)
  }
}

async function attempt(question: Question, deps: ComputeDeps, effort: Effort): Promise<Computed> {
  const { store, lanes, now, timeouts } = deps
  const { kind, params, profile, predicate, paged, rights } = question
  const { live, user, signal, progress, partial, before } = effort
  const range = rangeOf(question, deps)
  const source = sourceOf(kind, store)
  let asOf = store.mark()
  const begun = { range, sequence: source.touched.current, at: now() }
  const truth = (): Validity => ({ ...begun, asOf })
  const account = emptyAccount()
  const kept = stillValid(effort.kept(), range, profile, source)
  effort.keep({ range, slices: kept })
  // What is computed again each second is not held to this moment: its page is of the one in which it is read.
  const evaluation: EvaluationContext = {
    store,
    range,
    predicate,
    ...(rights.reader && { reader: rights.reader }),
    ...(!live && { asOf }),
    onPageRead(moment) {
      asOf = moment
    },
  }
  if (isExpensive(profile)) {
    await nextTurn()
    signal.throwIfAborted()
  }
  const outcome = await evaluate<BaseParams, unknown, QueryResults>(
    { kind, params, nature: profile, evaluation, kept, live, paged, before },
    {
      lanes,
      user,
      signal,
      timeouts,
      now,
      account,
      sliced: slice => effort.keep({ range, slices: [...effort.kept().slices, slice] }),
      ...(progress && { progress }),
      ...(partial && { partial: (results, state) => partial(results, state, truth()) }),
    },
  )
  effort.keep({ range, slices: outcome.slices })
  const explanation = reportOf({
    question,
    range,
    source,
    outcome,
    account,
    refresh: live,
    since: begun.at,
    now: now(),
  })
  return { truth: truth(), outcome, explanation }
}
