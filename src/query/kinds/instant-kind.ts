import type { EvaluationContext, Kind, Source } from '../kind.ts'

const validSeconds = 1

/** Reports no changes, since an answer is valid for a second anyway. */
const unchangingSource: Source = {
  window: 0,
  estimateRows: () => 0,
  journal: { current: 0, newest: () => 0 },
}

/** A kind without slices and periods: about the current moment, computed each second while watched. */
export function instantKind<Params, Results>({
  answer,
  ...kind
}: Pick<Kind<Params, undefined, Results>, 'audience' | 'normalise'> & {
  answer: (params: Params, context: EvaluationContext) => Promise<Results>
}): Kind<Params, undefined, Results> {
  return {
    ...kind,
    source: unchangingSource,
    rangeOf(_params, now) {
      const at = Math.floor(now)
      const empty = { from: at, to: at, step: 1, bounds: [at], timezone: 'UTC' }
      return { ...empty, relative: true, now, validUntil: at + validSeconds }
    },
    cost: () => 'whole',
    periodic: () => false,
    slice: async () => undefined,
    merge: newer => newer,
    finish: answer,
  }
}
