import fc from 'fast-check'
import type { ResolvedRange } from '../../kind.ts'
import type { CostProfile } from '../cost-profile.ts'

const start = 1_767_225_600

/** A range of `periods` periods of `step` seconds that ends with the period of `now`. */
export function slidingRange(now: number, step: number, periods: number): ResolvedRange {
  const to = Math.ceil(now / step) * step
  const from = to - periods * step
  const bounds = Array.from({ length: periods + 1 }, (_, i) => from + i * step)
  return { from, to, step, bounds, timezone: 'UTC', relative: true, now, validUntil: to + 0.001 }
}

/** Any cost that changes how a range is cut. */
export const anyCostProfile: fc.Arbitrary<CostProfile> = fc.record({
  cost: fc.constantFrom('columns', 'scan', 'whole'),
  periodic: fc.boolean(),
  reachSeconds: fc.constantFrom(0, 3_600),
  stepsPerCharacter: fc.constant(0),
})

/** Any arguments of `slidingRange`. */
export const anyShape = fc.record({
  now: fc.integer({ min: start, max: start + 1_000_000 }),
  step: fc.constantFrom(1, 7, 60, 300, 3_600, 86_400),
  periods: fc.integer({ min: 1, max: 300 }),
})
