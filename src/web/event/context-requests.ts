import { conditionOf, type Pill } from '../../filter/typed/pill.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import type { QueryRequest } from '../api/queries.ts'
import type { ContextScope } from '../search/state/search-state.ts'

/**
 * How far the context reaches, in seconds. Most events have close neighbours, so a longer reach is tried only
 * if too few events are found.
 */
export const reaches = [3_600, 86_400, 7 * 86_400] as const

/** Filters for the events of a scope. */
export function scopePills(event: EventRecord, scope: ContextScope): Pill[] {
  const pill = (field: 'host' | 'program'): Pill => ({ field, op: 'eq', values: [event[field]], off: false })
  if (scope === 'all') return []
  return scope === 'host' ? [pill('host')] : [pill('host'), pill('program')]
}

/** The events of a scope last seen before or after an event, the nearest first. Includes the event itself. */
export function contextRequest(
  event: EventRecord,
  scope: ContextScope,
  side: 'before' | 'after',
  count: number,
  reachSeconds: number,
): QueryRequest<'Search'> {
  const at = event.last_occurrence
  const second = Math.floor(at)
  const onSide: Condition = { field: 'last_occurrence', op: side === 'before' ? 'le' : 'ge', value: at }
  return {
    type: 'Search',
    params: {
      time_range:
        side === 'before'
          ? { ts_from: Math.max(0, second - reachSeconds), ts_to: second + 1 }
          : { ts_from: second, ts_to: second + reachSeconds },
      filter: [...scopePills(event, scope).map(conditionOf), onSide],
      sort: [side === 'before' ? '-last_occurrence' : 'last_occurrence'],
      // Plus the event itself.
      page_size: count + 1,
      freeze_time: true,
    },
  }
}

/**
 * The context in the order of the list, newest first. Events of exactly the same time are on both sides: they
 * are shown once, after the event if they have a higher id.
 */
export function contextRows(
  event: EventRecord,
  before: readonly EventRecord[],
  after: readonly EventRecord[],
  counts: { before: number; after: number },
): { after: EventRecord[]; before: EventRecord[] } {
  const isAfter = (other: EventRecord) =>
    other.last_occurrence > event.last_occurrence ||
    (other.last_occurrence === event.last_occurrence && other.id > event.id)
  const laterEvents = after.filter(other => other._id !== event._id && isAfter(other)).slice(0, counts.after)
  const earlierEvents = before
    .filter(other => other._id !== event._id && !isAfter(other))
    .slice(0, counts.before)
  return { after: laterEvents.reverse(), before: earlierEvents }
}
