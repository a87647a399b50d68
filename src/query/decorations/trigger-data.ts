import type { FiringEvent } from '../../metadata/triggers/told-triggers.ts'
import type { FiredByEvent } from '../../schema/event-record.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'

/** What events set off, as one reader is told. */
export type TellTriggers = (events: readonly FiringEvent[]) => Promise<FiredByEvent>

/** The query with `triggers_fired_data` on the events of a Search. Other types, and results, which all readers share, stay the same. */
export async function withTriggerData(
  query: QueryRepresentation,
  tell: TellTriggers,
): Promise<QueryRepresentation> {
  // Failed queries, and those that have just begun, have no results.
  if (query.type !== 'Search' || !('totals' in query.results)) return query
  // The kind Search made them.
  const results = query.results as SearchResults
  const told = await tell(results.events.objects)
  const objects = results.events.objects.map(event => {
    const fired = told.get(event.id)
    return fired === undefined ? event : { ...event, triggers_fired_data: [...fired] }
  })
  return { ...query, results: { ...results, events: { ...results.events, objects } } }
}
