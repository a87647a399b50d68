import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Condition } from '../../../schema/filter/condition.ts'
import type { QueryRequest } from '../../api/queries.ts'
import { liveTexts } from '../../texts/search/results.ts'
import { newestFirstBy } from './older-events.ts'

/** Ids that are only in the later list, in its order. */
export function newEventIds(
  earlier: readonly { _id: string }[],
  later: readonly { _id: string }[],
): string[] {
  const known = new Set(earlier.map(event => event._id))
  return later.filter(event => !known.has(event._id)).map(event => event._id)
}

/**
 * Text for the number of new events. A page full of new events is shown with a + until the service has
 * counted all of them (`counted`).
 */
export function newEventsText(count: number, pageSize: number, counted: number | undefined): string {
  if (count < pageSize) return liveTexts.fresh(count)
  return counted === undefined ? liveTexts.freshAtLeast(pageSize) : liveTexts.fresh(Math.max(count, counted))
}

/** A request that counts events newer than those shown; undefined unless the newest events are first. */
export function newerEventsRequest(
  search: QueryRequest<'Search'>,
  shown: readonly EventRecord[],
): QueryRequest<'Search'> | undefined {
  const field = newestFirstBy(search)
  const [newest] = shown
  if (newest === undefined || field === undefined) return undefined
  const newerCondition: Condition = { field, op: 'gt', value: newest[field] }
  return {
    type: 'Search',
    params: { ...search.params, filter: [...(search.params.filter ?? []), newerCondition], page_size: 1 },
  }
}
