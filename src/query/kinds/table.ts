import type { Static } from 'typebox'
import type { queryTypes } from '../../schema/query/query.ts'
import type { Kind } from '../kind.ts'
import { type EventRateState, eventRate } from './event-rate.ts'
import { type FieldStatsState, fieldStats } from './field-stats.ts'
import { type LastNState, lastN } from './last-n.ts'
import { patterns } from './patterns.ts'
import type { PatternsState } from './patterns-results.ts'
import { search } from './search.ts'
import type { SearchState } from './search-page.ts'
import { type TopNState, topN } from './top-n.ts'

interface States {
  Search: SearchState
  TopN: TopNState
  LastN: LastNState
  EventRate: EventRateState
  Patterns: PatternsState
  FieldStats: FieldStatsState
}

/** The kinds about events. */
export const kinds: {
  readonly [T in keyof States]: Kind<
    Static<(typeof queryTypes)[T]['params']>,
    States[T],
    Static<(typeof queryTypes)[T]['results']>
  >
} = {
  Search: search,
  TopN: topN,
  LastN: lastN,
  EventRate: eventRate,
  Patterns: patterns,
  FieldStats: fieldStats,
}
