import type { FiringEvent } from '../../metadata/triggers/trigger-results.ts'
import type { FiredByEvent } from '../../schema/event/event-record.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'

/** Reads the triggers that events have fired and that one reader may see. */
export type ReadTriggerResults = (events: readonly FiringEvent[]) => Promise<FiredByEvent>

/**
 * Adds `triggers_fired_data` to the events of a Search. Returns other types unchanged, and never changes
 * results, which all readers share.
 */
export async function withTriggerData(
  query: QueryRepresentation,
  readResults: ReadTriggerResults,
): Promise<QueryRepresentation> {
  // Failed queries, and queries that have just started, have no results.
  if (query.type !== 'Search' || !('totals' in query.results)) return query
  // Results of a Search with totals have this shape.
  const results = query.results as SearchResults
  const firedByEvent = await readResults(results.events.objects)
  const objects = results.events.objects.map(event => {
    const fired = firedByEvent.get(event.id)
    return fired === undefined ? event : { ...event, triggers_fired_data: [...fired] }
  })
  return { ...query, results: { ...results, events: { ...results.events, objects } } }
}
