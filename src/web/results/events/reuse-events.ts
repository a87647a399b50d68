import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { QueryAnswer } from '../../api/queries.ts'

/**
 * The later answer, reusing the objects of unchanged events of the earlier one: React renders only changed
 * rows.
 */
export function reuseUnchangedEvents(
  earlier: QueryAnswer<'Search'> | undefined,
  later: QueryAnswer<'Search'> | undefined,
): QueryAnswer<'Search'> | undefined {
  const earlierEvents = earlier?.results.events?.objects
  const events = later?.results.events
  if (!later || !earlierEvents || !events) return later
  const known = new Map(earlierEvents.map(event => [event._id, event]))
  const objects = events.objects.map(event => {
    const same = known.get(event._id)
    return same !== undefined && isUnchanged(same, event) ? same : event
  })
  return { ...later, results: { ...later.results, events: { ...events, objects } } }
}

/** Compares the members of an event that can change. */
function isUnchanged(one: EventRecord, other: EventRecord): boolean {
  return (
    one.counter === other.counter &&
    one.last_occurrence === other.last_occurrence &&
    one.first_occurrence === other.first_occurrence &&
    one.status === other.status &&
    one.notes_count === other.notes_count &&
    one.triggers_fired_count === other.triggers_fired_count
  )
}
