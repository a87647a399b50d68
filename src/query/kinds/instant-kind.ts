import type { EvaluationContext, Kind, ResolvedRange, Source } from '../kind.ts'

/** Seconds for which an answer is taken to be true. */
const validSeconds = 1

/** Nothing tells of changes: an answer is simply computed anew when its second is over. */
const unchangingSource: Source = {
  window: 0,
  estimateRows: () => 0,
  touched: { current: 0, newest: () => 0 },
}

/** A kind of query that has neither slices nor periods: it is answered at once, about this very moment, and again every second while it is watched. */
export function instantKind<Params, Results>({
  answer,
  ...kind
}: Pick<Kind<Params, undefined, Results>, 'audience' | 'normalise'> & {
  answer: (params: Params, evaluation: EvaluationContext) => Promise<Results>
}): Kind<Params, undefined, Results> {
  return {
    ...kind,
    source: unchangingSource,
    rangeOf: (_timeRange, now) => momentAt(now),
    cost: () => 'whole',
    periodic: () => false,
    slice: async () => undefined,
    merge: newer => newer,
    finish: (params, evaluation) => answer(params, evaluation),
  }
}

/** An empty range, true for a second. */
function momentAt(now: number): ResolvedRange {
  const at = Math.floor(now)
  const empty = { from: at, to: at, step: 1, bounds: [at], timezone: 'UTC' }
  return { ...empty, relative: true, now, validUntil: at + validSeconds }
}
