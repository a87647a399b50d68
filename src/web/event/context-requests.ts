import { type Pill, partOf } from '../../filter/typed/pill.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import type { QueryRequest } from '../api/queries.ts'
import type { ContextScope } from '../search/state/search-state.ts'

/**
 * Lengths in seconds of the range before or after an event. Most events have close neighbours, so a longer
 * range is tried only if too few events are found.
 */
export const reaches = [3_600, 86_400, 7 * 86_400] as const

/** Maximum events of one answer. */
const maxRows = 10_000

/**
 * The next value of `ties` (see `contextRequest`), if a page has too few events of the wanted side because
 * events of the other side with the same time have filled it.
 */
export function moreTies(ties: number): number {
  return 4 * ties + 100
}

/** Maximum tags of an event that can be chosen. */
const maxTags = 200
/** Maximum UTF-16 units of a tag's value to find other events by. */
const maxTagUnits = 1_000

/** Tags of an event whose value other events may share. */
export function contextTags(event: EventRecord): string[] {
  return Object.entries(event.user_tags)
    .filter(([, value]) => value !== '' && value.length <= maxTagUnits)
    .slice(0, maxTags)
    .map(([name]) => name)
}

/** The scope in force for an event: `program` in place of a tag that the event lacks. */
export function scopeOf(event: EventRecord, chosen: ContextScope | undefined): ContextScope {
  const tag = chosen && tagOfScope(chosen)
  return chosen === undefined || (tag !== undefined && !contextTags(event).includes(tag)) ? 'program' : chosen
}

/** The tag of a scope; undefined for the others. */
export function tagOfScope(scope: ContextScope): string | undefined {
  return scope.startsWith('tag:') ? scope.slice('tag:'.length) : undefined
}

/** Filters for the events of a scope. */
export function scopePills(event: EventRecord, scope: ContextScope): Pill[] {
  const pill = (field: 'host' | 'program'): Pill => ({ field, op: 'eq', values: [event[field]], off: false })
  if (scope === 'all') return []
  const tag = tagOfScope(scope)
  if (tag !== undefined) return [{ field: tag, op: 'eq', values: [event.user_tags[tag] ?? ''], off: false }]
  return scope === 'host' ? [pill('host')] : [pill('host'), pill('program')]
}

/**
 * The events of a scope last seen before or after an event, the nearest first. Includes the event itself, and
 * up to `ties` events of the other side that have exactly its time.
 */
export function contextRequest(
  event: EventRecord,
  scope: ContextScope,
  side: 'before' | 'after',
  { count, ties, reachSeconds }: { count: number; ties: number; reachSeconds: number },
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
      filter: [...scopePills(event, scope).map(partOf), onSide],
      sort: [side === 'before' ? '-last_occurrence' : 'last_occurrence'],
      page_size: Math.min(maxRows, count + 1 + ties),
      freeze_time: true,
    },
  }
}

/** The events before or after an event. */
interface ContextSide {
  /** The nearest first, at most as many as wanted. */
  events: EventRecord[]
  /** True if the range has more events on the side. */
  hasMore: boolean
  /**
   * Why too few events were found, or exactly as many as wanted, so that it is unknown whether there are
   * more. `rows`: the page is too short. `reach`: the range is too short. Undefined if enough were found, or
   * if a longer page is not possible.
   */
  lacks: 'rows' | 'reach' | undefined
}

/**
 * The events of an answer that are on a side. Events of exactly the same time are in the answers of both
 * sides: they count as after the event if they have a higher id.
 */
export function contextSide(
  event: EventRecord,
  side: 'before' | 'after',
  count: number,
  { objects, item_count }: { objects: readonly EventRecord[]; item_count: number },
): ContextSide {
  const isAfter = (other: EventRecord) =>
    other.last_occurrence > event.last_occurrence ||
    (other.last_occurrence === event.last_occurrence && other.id > event.id)
  const found = objects.filter(other => other._id !== event._id && isAfter(other) === (side === 'after'))
  const isCut = objects.length < item_count
  const hasMore = isCut || found.length > count
  const isEnough = (hasMore && found.length >= count) || objects.length >= maxRows
  const lacks = isCut ? 'rows' : 'reach'
  return { events: found.slice(0, count), hasMore, lacks: isEnough ? undefined : lacks }
}
