import type { PatternsParams } from '../../schema/query/patterns.ts'
import { withEventDefaults } from './event-params.ts'

export type FullPatterns = ReturnType<typeof fullPatterns>

/** The parameters of a `Patterns` query with their defaults. */
export function fullPatterns(params: PatternsParams) {
  return {
    ...withEventDefaults(params),
    limit: params.limit ?? 50,
    sort: params.sort ?? 'count',
    with_subperiods: params.with_subperiods ?? false,
    compare_before: params.compare_before ?? true,
  }
}
