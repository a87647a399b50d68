import { exactNumber } from '../../charts/number-text.ts'
import type { Condition } from '../../schema/condition.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import type { QueryRequest } from '../api/queries.ts'

/** Ids in the later list that the earlier does not have, in their order. */
export function newEventIds(
  earlier: readonly { _id: string }[],
  later: readonly { _id: string }[],
): string[] {
  const known = new Set(earlier.map(event => event._id))
  return later.filter(event => !known.has(event._id)).map(event => event._id)
}

/**
 * How many there are to see, in words. `counted` is what the service counts where a page is full of new events; until it
 * has, the words say that there are more.
 */
export function newEventsText(count: number, pageSize: number, counted: number | undefined): string {
  if (count < pageSize) return `${exactNumber(count)} new`
  return counted === undefined
    ? `${exactNumber(pageSize)}+ new`
    : `${exactNumber(Math.max(count, counted))} new`
}

/**
 * Asks how many events of a search came after those that are shown, for a search whose newest events stand first;
 * undefined for any other order, in which new events may stand anywhere.
 */
export function newerEventsRequest(
  search: QueryRequest<'Search'>,
  shown: readonly EventRecord[],
): QueryRequest<'Search'> | undefined {
  const [sort] = [search.params.sort ?? []].flat()
  const field = sort === '-last_occurrence' || sort === '-first_occurrence' ? sort.slice(1) : undefined
  const [newest] = shown
  if (newest === undefined || field === undefined) return undefined
  const value = field === 'last_occurrence' ? newest.last_occurrence : newest.first_occurrence
  // The schema knows the operators one by one; gt is among them.
  const later = { field, op: 'gt', value } as Condition
  return {
    type: 'Search',
    params: { ...search.params, filter: [...(search.params.filter ?? []), later], page_size: 1 },
  }
}
