import { nextTurn } from '../../async/next-turn.ts'
import { Fault } from '../../schema/fault.ts'
import type { QueryResults } from '../../schema/query/query.ts'
import { type EventStore, emptyAccount, type ReadAccount } from '../../storage/contract/event-store.ts'
import type { EvaluationContext, NoteSource, ResolvedRange, ResolveRange } from '../kind.ts'
import type { EventParams } from '../kinds/event-params.ts'
import type { Computation, ComputationDeps, Outcome } from '../slices/computation.ts'
import { isExpensive } from '../slices/cost-profile.ts'
import { evaluate } from '../slices/evaluate.ts'
import { validSlices } from '../slices/slice-cache.ts'
import { storeOf } from './archived-days.ts'
import { type ComputationReport, reportOf } from './computation-report.ts'
import type { Log } from './failure.ts'
import type { QuarantinedQuestions } from './quarantined-questions.ts'
import type { Question } from './question.ts'
import type { SlowQueries } from './slow-queries.ts'
import type { Validity } from './validity.ts'

/** How long a computation waits for the engine to restart. */
const maxRestartMs = 10_000
const readyPollMs = 50

/** What the computations of all questions share. */
export interface QueryDeps extends ComputationDeps {
  store: EventStore
  resolve: ResolveRange
  notes: NoteSource | undefined
  quarantined: QuarantinedQuestions
  /** Records slow computations; absent: does not record them. */
  slowQueries: SlowQueries | undefined
  log: Log
  /** Aborted when the service closes. */
  closing: AbortSignal
}

/** A computation before it starts: its range and context are still to be determined. */
export interface ComputationRequest
  extends Omit<Computation<EventParams, unknown, QueryResults>, 'context' | 'account' | 'onPartial'> {
  question: Question
  /** Id of one waiting query; null if there is none. */
  queryId: string | null
  onPartial?: (results: QueryResults, state: unknown, validity: Validity) => void
}

/** The outcome of a computation, with the moment for which it is valid. */
export interface ComputedAnswer extends Outcome<unknown, QueryResults> {
  validity: Validity
  report: ComputationReport
}

/** The range of a question at this moment. Throws a Fault if it is invalid. */
export function rangeOf(
  question: Question,
  { now, resolve }: Pick<QueryDeps, 'now' | 'resolve'>,
): ResolvedRange {
  const { kind, params } = question
  const moment = question.frozenAt ?? now() / 1000
  return kind.rangeOf?.(params, moment, resolve) ?? resolve(params.time_range, moment)
}

/** Like rangeOf, but an empty range if the range is invalid: the computation then reports the fault. */
export function rangeOrEmpty(question: Question, deps: Pick<QueryDeps, 'now' | 'resolve'>): ResolvedRange {
  try {
    return rangeOf(question, deps)
  } catch {
    const now = deps.now() / 1000
    const from = Math.floor(now)
    const empty = { from, to: from, step: 1, bounds: [from, from], timezone: 'UTC' }
    return { ...empty, relative: true, now, validUntil: null }
  }
}

/**
 * Computes the slices that are not cached, and the results. Tries again once if the engine restarts. Rejects
 * with query_quarantined while the question is in quarantine.
 */
export async function compute(request: ComputationRequest, deps: QueryDeps): Promise<ComputedAnswer> {
  const { key } = request.question
  const startedAt = deps.now()
  deps.quarantined.check(key, startedAt)
  const account = emptyAccount()
  try {
    const answer = await computeOnce(request, account, deps).catch(async (error: unknown) => {
      const isRestarting = error instanceof Fault && error.code === 'storage_unavailable'
      if (!isRestarting || request.signal.aborted) throw error
      await untilReady(deps.store, request.signal)
      return await computeOnce(request, account, deps)
    })
    recordIfSlow(request, account, deps, { startedAt, waitedMs: answer.waitedMs })
    return answer
  } catch (error) {
    deps.quarantined.recordFailure(key, error, deps.now())
    recordIfSlow(request, account, deps, { startedAt, waitedMs: undefined, error })
    throw error
  }
}

function recordIfSlow(
  { question, queryId, live, user, signal }: ComputationRequest,
  account: ReadAccount,
  deps: QueryDeps,
  end: { startedAt: number; waitedMs: number | undefined; error?: unknown },
): void {
  deps.slowQueries?.record({
    ...end,
    queryId,
    type: question.type,
    userId: user,
    filter: question.params.filter,
    // Resolved as of the start, as it was for the computation.
    range: rangeOrEmpty(question, { resolve: deps.resolve, now: () => end.startedAt }),
    isRefresh: live,
    isStopped: signal.aborted,
    endedAt: deps.now(),
    account,
  })
}

async function computeOnce(
  request: ComputationRequest,
  account: ReadAccount,
  deps: QueryDeps,
): Promise<ComputedAnswer> {
  const { question, cache, live, signal, onPartial, ...others } = request
  const { now } = deps
  const store = storeOf(question, deps.store)
  const { kind, profile, predicate, rights } = question
  const range = rangeOf(question, deps)
  const source = kind.source ?? store
  let asOf = store.mark()
  const { notes } = deps
  const start = { range, sequence: source.journal.current, notes: notes?.version, at: now() }
  const validity = (): Validity => ({ ...start, asOf })
  cache.slices = validSlices(cache, range, profile, source)
  cache.range = range
  // Counts include at least what the journal had at the start. A page of the first answer is as of the start
  // too, `asOf`. In a refresh, it is as of the moment when it is read, which onPageRead reports.
  const context: EvaluationContext = {
    store,
    range,
    predicate,
    notes,
    ...(rights.reader && { reader: rights.reader }),
    ...(!live && { asOf }),
    onPageRead(moment) {
      asOf = moment
    },
  }
  if (isExpensive(profile)) {
    // Lets other requests run before the filter is compiled, one computation at a time.
    await nextTurn()
    signal.throwIfAborted()
  }
  const outcome = await evaluate<EventParams, unknown, QueryResults>(
    {
      ...others,
      question,
      context,
      cache,
      live,
      signal,
      account,
      ...(onPartial && { onPartial: (results, state) => onPartial(results, state, validity()) }),
    },
    deps,
  )
  const when = { range, refresh: live, since: start.at, now: now() }
  const report = reportOf(question, { source, archive: deps.store.archive }, outcome, account, when)
  return { ...outcome, validity: validity(), report }
}

/** Waits until the store is ready, at most ten seconds. Rejects when the signal fires. */
async function untilReady(store: EventStore, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !store.ready && waited < maxRestartMs; waited += readyPollMs) {
    signal.throwIfAborted()
    await new Promise(resolve => setTimeout(resolve, readyPollMs))
  }
  signal.throwIfAborted()
}
