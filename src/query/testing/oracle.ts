import { compileMatcher } from '../../filter/match/matcher.ts'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type { ChangesParams, ChangesResults } from '../../schema/query/changes.ts'
import type { EventRateParams, EventRateResults } from '../../schema/query/event-rate.ts'
import type { FieldStatsParams, FieldStatsResults } from '../../schema/query/field-stats.ts'
import type { LastNParams, LastNResults } from '../../schema/query/last-n.ts'
import type { PatternsParams, PatternsResults } from '../../schema/query/patterns.ts'
import type { SearchParams, SearchResults } from '../../schema/query/search.ts'
import type { StatsParams, StatsResults } from '../../schema/query/stats.ts'
import type { TopNParams, TopNResults } from '../../schema/query/top-n.ts'
import { type OracleEvent, wholeEvent } from './events.ts'
import { oracleChanges } from './oracle-changes.ts'
import { oracleEventRate } from './oracle-event-rate.ts'
import { oracleFieldStats } from './oracle-field-stats.ts'
import { oracleLastN } from './oracle-last-n.ts'
import { oraclePatterns } from './oracle-patterns.ts'
import { oracleRange } from './oracle-range.ts'
import { oracleSearch } from './oracle-search.ts'
import { oracleStats } from './oracle-stats.ts'
import { oracleTopN } from './oracle-top-n.ts'

export type Question =
  | { type: 'Search'; params: SearchParams }
  | { type: 'TopN'; params: TopNParams }
  | { type: 'LastN'; params: LastNParams }
  | { type: 'EventRate'; params: EventRateParams }
  | { type: 'Patterns'; params: PatternsParams }
  | { type: 'FieldStats'; params: FieldStatsParams }
  | { type: 'Stats'; params: StatsParams }
  | { type: 'Changes'; params: ChangesParams }
export type Answer =
  | SearchResults
  | TopNResults
  | LastNResults
  | EventRateResults
  | PatternsResults
  | FieldStatsResults
  | StatsResults
  | ChangesResults

/** A question, and the moment (Unix seconds) and the server's time zone at which it is asked. */
export interface Asked {
  question: Question
  now: number
  timezone: string
}

/**
 * The expected answer of a query, computed from the documented rules by looking at every occurrence of every
 * event. Only filters are evaluated by the product's code: other tests prove it.
 */
export function oracleAnswer(
  events: readonly OracleEvent[],
  { question: { type, params }, now, timezone }: Asked,
): Answer {
  const range = oracleRange(params.time_range ?? {}, now, timezone)
  const matching = matchingEvents(events, params.filter ?? [])
  switch (type) {
    case 'Search':
      return oracleSearch(matching, params, range)
    case 'TopN':
      return oracleTopN(matching, params, range)
    case 'LastN':
      return oracleLastN(matching, params, range)
    case 'EventRate':
      return oracleEventRate(matching, range)
    case 'Patterns':
      return oraclePatterns(matching, params, range, now)
    case 'FieldStats':
      return oracleFieldStats(matching, params, range)
    case 'Stats':
      return oracleStats(matching, params, range)
    case 'Changes':
      return oracleChanges(matching, params, range, timezone)
  }
}

function matchingEvents(events: readonly OracleEvent[], filter: Filter): OracleEvent[] {
  const parsed = parseFilter(filter)
  if ('faults' in parsed) throw new Error(`the filter of a test is not valid: ${JSON.stringify(filter)}`)
  const matches = compileMatcher(parsed.predicate)
  return events.filter(event => matches(wholeEvent(event)))
}
