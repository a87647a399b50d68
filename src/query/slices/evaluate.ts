import type { Read, ReadAccount } from '../../storage/store.ts'
import { type EvaluationContext, type Kind, type PreparedResults, sourceOf } from '../kind.ts'
import { type CostProfile, laneOf } from './cost-profile.ts'
import { cutAt, cutsOf } from './cuts.ts'
import type { FairQueue, Slot } from './fair-queue.ts'
import { gapsIn, mergedNeighbours, type Slice, withCurrentCost } from './slice-cache.ts'
import { type Estimate, splitSpan } from './split-span.ts'

/** What is computed. */
export interface Task<Params, State, Results> {
  kind: Kind<Params, State, Results>
  params: Params
  nature: CostProfile
  evaluation: EvaluationContext
  /** Slices that are still true; only the rest of the range is computed. */
  kept: readonly Slice<State>[]
  /** It has been computed before and will be again: cut so that it is cheap to keep current. */
  live: boolean
  /** Pages are short whatever range they are of. */
  paged: boolean
  /** The state of the last outcome, when there was one. */
  before?: State
}

/** How it is computed. */
export interface Terms<State, Results> {
  lanes: FairQueue
  /** Whose turns are used. */
  user: number
  signal: AbortSignal
  /** Seconds until a read ends with query_timeout. */
  timeouts: Readonly<Record<Read['lane'], number>>
  /** Unix milliseconds. */
  now: () => number
  /** A stretch is done, and will not have to be computed again should what follows fail. */
  sliced?: (slice: Slice<State>) => void
  /** Adds up what reads cost. */
  account?: ReadAccount
  /** Percent of the estimated rows, after each piece. */
  progress?: (percent: number) => void
  /** Results of what there is so far, at most one a second. */
  partial?: (results: Results, state: State) => void
}

export interface Outcome<State, Results> {
  results: Results
  /** undefined of an empty range. */
  state: State | undefined
  slices: Slice<State>[]
  /** Milliseconds that making the results of the slices took. */
  finishCost: number
  /** Stretches that were computed. */
  computed: number
  /** Milliseconds for computing them, and for waiting for turns. */
  sliceCost: number
  waited: number
}

/** The first partial results are for those who have to wait: a query is asynchronous after a second. */
const firstPartialMs = 500
const partialIntervalMs = 1_000

/** With fewer rows to count, what the counts tell is worth more than the moment that it takes. */
const minRowsToPrepare = 100_000

/**
 * Computes what is missing of a range, newest slices first, and finishes the whole. Each piece is one turn in its lane.
 * What is cheap is one piece: one call of `slice` and one of `finish`, nothing in between.
 */
export async function evaluate<Params, State, Results>(
  task: Task<Params, State, Results>,
  terms: Terms<State, Results>,
): Promise<Outcome<State, Results>> {
  const { kind, params, nature, evaluation } = task
  const { range } = evaluation
  const source = sourceOf(kind, evaluation.store)
  const estimate = remembering(
    (from, to) => kind.rows?.(params, evaluation, { from, to }) ?? source.estimateRows(from, to),
  )
  const rows = estimate(range.from, range.to)
  const cuts = cutsOf(range, nature, rows, task.live)
  const missing = gapsIn(range, task.kept).flatMap(gap => cutAt(gap, cuts))
  const slices = task.kept.map(slice => withCurrentCost(slice, rows))
  const work = workIn(terms, task.live, nature)
  const tell = tellerOf(task, terms, work)
  const left = missing.reduce((sum, cell) => sum + estimate(cell.from, cell.to), 0)
  // What is kept is done: after an interruption progress goes on from where it was.
  const wanted = Math.max(rows, left)
  const lane = laneOf(nature, task.paged ? 0 : rows)
  const mayBeAhead = left >= minRowsToPrepare && (missing.length <= 1 || task.live)
  const early = mayBeAhead ? finishAhead(task, terms, lane) : undefined
  let done = wanted - left
  for (const cell of missing) {
    const { current: sequence } = source.touched
    let state: State | undefined
    let cost = 0
    for (const piece of splitSpan(cell, range, nature, estimate)) {
      const size = estimate(piece.from, piece.to)
      const before = work.spent()
      const older = await work.turn(laneOf(nature, size), read => kind.slice(params, evaluation, piece, read))
      cost += work.spent() - before
      state = state === undefined ? older : kind.merge(state, older)
      done += size
      if (piece.from > range.from)
        await tell(slices, { ...cell, from: piece.from, state, sequence, cost, rows }, done, wanted)
    }
    if (state === undefined) continue
    const slice = { ...cell, state, sequence, cost, rows }
    slices.push(slice)
    terms.sliced?.(slice)
  }
  const kept = mergedNeighbours(slices, cuts, kind.merge)
  const state = folded(kept, kind)
  const made = {
    state,
    slices: kept,
    computed: missing.length,
    sliceCost: work.spent(),
    waited: work.waited(),
  }
  if (early !== undefined) {
    const { finishing, cost } = await early
    return { results: finishing.results(state), finishCost: cost, ...made }
  }
  const before = work.spent()
  const results = await work.turn(
    lane,
    read => kind.finish(params, evaluation, state, true, read),
    'concludes',
  )
  return { results, ...made, waited: work.waited(), finishCost: work.spent() - before }
}

/** Asks once for a stretch that is asked about again and again, as a range in one piece is: of many periods that takes its time. */
function remembering(estimate: Estimate): Estimate {
  let last: { from: number; to: number; rows: number } | undefined
  return (from, to) => {
    if (last?.from !== from || last.to !== to) last = { from, to, rows: estimate(from, to) }
    return last.rows
  }
}

/**
 * Finishes while the slices are being computed, where the kind can: what it asks the store for does not hang on them. What has to
 * scan messages first counts, since a count that is nothing saves a scan.
 */
function finishAhead<Params, State, Results>(
  { kind, params, nature, evaluation, kept, before: previous }: Task<Params, State, Results>,
  terms: Terms<State, Results>,
  lane: Read['lane'],
): Promise<{ finishing: PreparedResults<State, Results>; cost: number }> | undefined {
  const ahead = kind.prepareResults?.bind(kind)
  if (ahead === undefined || (previous === undefined && nature.cost !== 'columns')) return undefined
  const known = { cached: folded(kept, kind), previous }
  const work = workIn(terms, true, nature)
  const early = work
    .turn(lane, read => ahead(params, evaluation, known, read))
    .then(finishing => ({ finishing, cost: work.spent() }))
  // When a slice fails first, that is what is told.
  early.catch(() => {})
  return early
}

/** Slices as one state; they may come in any order. */
function folded<Params, State, Results>(
  slices: readonly Slice<State>[],
  kind: Kind<Params, State, Results>,
): State | undefined {
  const [newest, ...older] = slices.toSorted((a, b) => b.to - a.to)
  if (newest === undefined) return undefined
  return older.reduce((state, slice) => kind.merge(state, slice.state), newest.state)
}

interface Work {
  turn<T>(lane: Read['lane'], ask: (read: Read) => Promise<T>, last?: 'concludes'): Promise<T>
  spent(): number
  waited(): number
}

/** Turns at the store, and the time that they took without the waiting. Only the first of a new question is refused. */
function workIn(
  terms: Pick<Terms<never, never>, 'lanes' | 'user' | 'signal' | 'timeouts' | 'now' | 'account'>,
  live: boolean,
  nature: CostProfile,
): Work {
  const { lanes, user, signal, timeouts, now, account } = terms
  let begun = live
  let spent = 0
  let waited = 0
  return {
    turn: (lane, ask, last) => {
      const asked = now()
      const longRunning = nature.cost === 'whole' && lane === 'long'
      const isFinal = last === 'concludes'
      return lanes.run({ user, lane, signal, refusable: !begun, longRunning, isFinal }, async slot => {
        begun = true
        let start = now()
        waited += start - asked
        // What it waits for without its slot is no work.
        const withoutSlot: Slot['withoutSlot'] = async until => {
          const since = now()
          try {
            return await slot.withoutSlot(until)
          } finally {
            waited += now() - since
            start += now() - since
          }
        }
        try {
          return await ask({
            signal,
            lane,
            timeout: timeouts[lane],
            withoutSlot,
            ...(account && { account }),
          })
        } finally {
          spent += now() - start
        }
      })
    },
    spent: () => spent,
    waited: () => waited,
  }
}

/** Tells progress after each piece, and partial results now and then. */
function tellerOf<Params, State, Results>(
  task: Task<Params, State, Results>,
  terms: Terms<State, Results>,
  work: Work,
) {
  const { kind, params, nature, evaluation } = task
  let nextPartial = terms.now() + firstPartialMs
  return async (
    slices: readonly Slice<State>[],
    newest: Slice<State>,
    done: number,
    wanted: number,
  ): Promise<void> => {
    terms.progress?.(wanted === 0 ? 0 : Math.min(99, Math.round((1000 * done) / wanted) / 10))
    if (terms.partial === undefined || terms.now() < nextPartial) return
    const state = folded([...slices, newest], kind)
    if (state === undefined) return
    const results = await work.turn(laneOf(nature, 0), read =>
      kind.finish(params, evaluation, state, false, read),
    )
    nextPartial = terms.now() + partialIntervalMs
    terms.partial(results, state)
  }
}
