import type { EventRecord, FiredTrigger } from '../../schema/event-record.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'

/** What events set off, as one reader is told, by id of the event. */
export type TellTriggers = (
  events: readonly EventRecord[],
) => Promise<ReadonlyMap<number, readonly FiredTrigger[]>>

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
