import type { Read } from '../../storage/contract/event-store.ts'
import type { Kind, PreparedResults, ResolvedRange } from '../kind.ts'
import type { TimeSpan } from '../time-span.ts'
import type { Computation, ComputationDeps, Outcome } from './computation.ts'
import { type CostProfile, isSliced, laneOf, rowsPerSliceOf, withMessageShare } from './cost-profile.ts'
import { gapsIn, mergedNeighbours, type Slice, withCurrentCost } from './slice-cache.ts'
import { roundLength, roundMiddle, snapDown, snapUp } from './snap.ts'
import { StoreTurns } from './store-turns.ts'

/**
 * When the first partial results are made, for readers who wait longer: a query becomes asynchronous after a
 * second.
 */
const firstPartialMs = 500
const partialIntervalMs = 1_000

/**
 * Computes the missing parts of a range, newest slices first, and finishes the results. Each chunk is one
 * turn in its lane. A cheap question is one chunk, with one call of `slice` and one of `finish`.
 */
export async function evaluate<Params, State, Results>(
  computation: Computation<Params, State, Results>,
  deps: ComputationDeps,
): Promise<Outcome<State, Results>> {
  const { question, context, cache, live } = computation
  const { kind, params } = question
  const { range } = context
  const isScan = question.profile.cost === 'scan' && kind.source === undefined
  const profile = isScan
    ? await withMessageShare(question.profile, context, computation.signal)
    : question.profile
  const source = kind.source ?? context.store
  const estimate = withLastEstimate(
    (from, to) => kind.rows?.(params, context, { from, to }) ?? source.estimateRows(from, to),
  )
  const rows = estimate(range.from, range.to)
  const cuts = cutsOf(range, profile, rows, live)
  const missingSpans = gapsIn(range, cache.slices).flatMap(gap => cutAt(gap, cuts))
  const slices = cache.slices.map(slice => withCurrentCost(slice, rows))
  const turns = new StoreTurns(computation, deps, !live)
  const publish = publisherOf(computation, deps, turns)
  const missingRowsToRead = missingSpans.reduce((sum, span) => sum + estimate(span.from, span.to), 0)
  // Cached slices count as done, so that progress continues after an interruption.
  const totalRows = Math.max(rows, missingRowsToRead)
  const lane = laneOf(profile, question.paged ? 0 : rows)
  /**
   * Computes the missing slices, then calls `use` with the merged state of all slices. Calls it right after
   * the last slice, without another `await`, so that the answer asks for its last turn before other answers
   * ask for further ones.
   */
  const computeSlices = async <T>(use: (state: State | undefined) => Promise<T>): Promise<T> => {
    let doneRows = totalRows - missingRowsToRead
    for (const span of missingSpans) {
      // Before the first read: the slice includes at least these changes.
      const { current: sequence } = source.journal
      let state: State | undefined
      let costMs = 0
      for (const chunk of splitSpan(span, range, profile, estimate)) {
        const size = estimate(chunk.from, chunk.to)
        const spentBefore = turns.spentMs
        const older = await turns.run(laneOf(profile, size), read =>
          kind.slice(params, { ...context, read }, chunk),
        )
        costMs += turns.spentMs - spentBefore
        state = state === undefined ? older : kind.merge(state, older)
        doneRows += size
        // After the oldest chunk, the final results follow.
        if (chunk.from > range.from) {
          await publish(
            [...slices, { ...span, from: chunk.from, state, sequence, costMs, rows }],
            totalRows === 0 ? 0 : doneRows / totalRows,
          )
        }
      }
      if (state === undefined) continue
      const slice = { ...span, state, sequence, costMs, rows }
      slices.push(slice)
      cache.slices = [...cache.slices, slice]
    }
    cache.slices = mergedNeighbours(slices, cuts, kind.merge)
    return await use(mergedState(cache.slices, kind))
  }
  const outcomeOfSlices = (state: State | undefined) => ({
    state,
    slices: cache.slices,
    computedSlices: missingSpans.length,
    slicesCostMs: turns.spentMs,
  })
  const prepareResults = kind.prepareResults?.bind(kind)
  // Counts that are all in memory come first, since they make the results cheaper. Counts that must be read
  // take about as long as the results, so that both are computed in parallel.
  if (missingRowsToRead === 0 || prepareResults === undefined) {
    return await computeSlices(async state => {
      const outcome = outcomeOfSlices(state)
      const results = await turns.run(lane, read => kind.finish(params, { ...context, read }, state, true), {
        isFinal: true,
      })
      const finishCostMs = turns.spentMs - outcome.slicesCostMs
      return { ...outcome, results, finishCostMs, isFinishedInParallel: false, waitedMs: turns.waitedMs }
    })
  }
  const computing = computeSlices(async state => state)
  const prepared = prepare(computation, deps, lane, prepareResults, computing)
  const state = await computing
  const outcome = outcomeOfSlices(state)
  const { waitedMs } = turns
  const { results, costMs } = await prepared
  return {
    ...outcome,
    results: results.results(state),
    finishCostMs: costMs,
    isFinishedInParallel: true,
    waitedMs,
  }
}

/** Caches the last estimate: the same span is estimated several times, which is slow for many periods. */
function withLastEstimate(estimate: Estimate): Estimate {
  let cached: { from: number; to: number; rows: number } | undefined
  return (from, to) => {
    if (cached?.from !== from || cached.to !== to) cached = { from, to, rows: estimate(from, to) }
    return cached.rows
  }
}

/** Prepares the results while the slices are computed. */
function prepare<Params, State, Results>(
  computation: Computation<Params, State, Results>,
  deps: ComputationDeps,
  lane: Read['lane'],
  prepareResults: NonNullable<Kind<Params, State, Results>['prepareResults']>,
  computing: Promise<State | undefined>,
): Promise<{ results: PreparedResults<State, Results>; costMs: number }> {
  const { question, context, cache, previous } = computation
  const { kind, params } = question
  const states = { cached: mergedState(cache.slices, kind), previous, computed: computing }
  // Only a turn of the slices may be refused.
  const turns = new StoreTurns(computation, deps, false)
  const prepared = turns
    .run(lane, read => prepareResults(params, { ...context, read }, states))
    .then(results => ({ results, costMs: turns.spentMs }))
  // If a slice fails first, its error is reported.
  prepared.catch(() => {})
  return prepared
}

/** Merges the states of slices in any order; undefined without slices. */
function mergedState<Params, State, Results>(
  slices: readonly Slice<State>[],
  kind: Kind<Params, State, Results>,
): State | undefined {
  const [newest, ...older] = slices.toSorted((a, b) => b.to - a.to)
  if (newest === undefined) return undefined
  return older.reduce((state, slice) => kind.merge(state, slice.state), newest.state)
}

/** Makes the function that reports progress, and partial results at most once a second. */
function publisherOf<Params, State, Results>(
  { question, context, onProgress, onPartial }: Computation<Params, State, Results>,
  { now }: ComputationDeps,
  turns: StoreTurns,
) {
  const { kind, params, profile } = question
  let nextPartial = now() + firstPartialMs
  return async (slices: readonly Slice<State>[], doneShare: number): Promise<void> => {
    onProgress?.(Math.min(99, Math.round(1000 * doneShare) / 10))
    if (onPartial === undefined || now() < nextPartial) return
    const state = mergedState(slices, kind)
    if (state === undefined) return
    const results = await turns.run(laneOf(profile, 0), read =>
      kind.finish(params, { ...context, read }, state, false),
    )
    nextPartial = now() + partialIntervalMs
    onPartial(results, state)
  }
}

const minute = 60
const maxChunks = 16

/** A live range, or else a relative one, is not cut if it has less than this share of a slice's rows. */
const minLiveShare = 1 / 100
const minRelativeShare = 1 / 4
/**
 * Rows of a chunk of a live range, as a share of a slice's rows: when the range moves, one chunk is computed
 * again.
 */
const liveChunkShare = 1 / 10

/**
 * Where to cut a range, ascending. A fixed range is cut if it has too many rows for a slice. A range that
 * moves with the clock is cut so that a refresh computes little: the newest slice begins at the current
 * minute (or the period around its start), and the slice before it takes late rows; these two are small and
 * get nearly all new rows. From the second time on (`live`), the rest is cut into chunks on a grid that does
 * not move, so that only the oldest chunk changes.
 */
export function cutsOf(range: ResolvedRange, profile: CostProfile, rows: number, live: boolean): number[] {
  if (!isSliced(profile)) return []
  const max = rowsPerSliceOf(profile)
  let minShare = 1
  if (live) minShare = minLiveShare
  else if (range.relative) minShare = minRelativeShare
  if (rows <= max * minShare) return []
  const now = Math.floor(range.now)
  const current = snapDown(now - (now % minute), range, profile)
  const cuts = new Set([current, snapDown(current - minute, range, profile)])
  for (const cut of chunkCuts(range, rows / (live ? max * liveChunkShare : max))) {
    const snapped = snapDown(cut, range, profile)
    if (snapped < current) cuts.add(snapped)
  }
  return [...cuts].filter(cut => cut > range.from && cut < range.to).sort((a, b) => a - b)
}

/**
 * Where to cut a range into at least about `wanted` chunks: 2, 4, 8 or 16, so that a few more rows do not
 * change the cuts. Chunks are whole days, hours or minutes, as the store counts them.
 */
function chunkCuts(range: ResolvedRange, wanted: number): number[] {
  let count = 1
  while (count < wanted && count < maxChunks) count *= 2
  if (count === 1) return []
  const length = roundLength((range.to - range.from) / count)
  const cuts: number[] = []
  for (let cut = Math.ceil(range.from / length) * length; cut < range.to; cut += length) cuts.push(cut)
  return cuts
}

/** Cuts a span at the cuts inside of it. Newest first. */
export function cutAt(span: TimeSpan, cuts: readonly number[]): TimeSpan[] {
  const spans: TimeSpan[] = []
  let to = span.to
  for (const cut of cuts.toReversed()) {
    if (cut <= span.from || cut >= to) continue
    spans.push({ from: cut, to })
    to = cut
  }
  spans.push({ from: span.from, to })
  return spans
}

/** Approximate maximum chunks of all spans of a range together. */
const maxSpanChunks = 512

/** Estimates how many rows computing a span reads at most. Counts that are in memory read no rows. */
type Estimate = (from: number, to: number) => number

/** Splits a span into chunks that the engine reads in a short time. Newest first. */
export function splitSpan(
  span: TimeSpan,
  range: ResolvedRange,
  profile: CostProfile,
  estimate: Estimate,
): TimeSpan[] {
  if (!isSliced(profile)) return [span]
  // Twice, since chunks have at least about half as many rows as the limit.
  const limit = Math.max(rowsPerSliceOf(profile), (2 * estimate(range.from, range.to)) / maxSpanChunks)
  const chunks: TimeSpan[] = []
  const divide = (part: TimeSpan): void => {
    const middle = estimate(part.from, part.to) > limit ? middleOf(part, range, profile) : undefined
    if (middle === undefined) {
      chunks.push(part)
      return
    }
    divide({ from: middle, to: part.to })
    divide({ from: part.from, to: middle })
  }
  divide(span)
  return chunks
}

/** Where to cut a span in two, near its middle; undefined if it cannot be cut. */
function middleOf(part: TimeSpan, range: ResolvedRange, profile: CostProfile): number | undefined {
  const middle = roundMiddle(part)
  return [snapDown(middle, range, profile), snapUp(middle, range, profile)].find(
    second => second > part.from && second < part.to,
  )
}
