import type { EventRecord } from '../../schema/event/event-record.ts'
import { Fault } from '../../schema/fault.ts'
import { maxDepth, type SearchParams } from '../../schema/query/search.ts'
import type { PageQuery, Scope, SortField } from '../../storage/contract/event-store.ts'
import { zoneOf } from '../../time/zone.ts'
import { eventRecord } from '../event-record.ts'
import { type EvaluationContext, type ReadContext, scopeOf } from '../kind.ts'
import type { TimeSpan } from '../time-span.ts'
import { withEventDefaults } from './event-params.ts'

/** Counts of the part of the range that a Search has counted so far. */
export interface SearchState {
  from: number
  to: number
  events: number
  occurrences: number
  /** Number of a change in the journal; the counts include all changes up to it, and perhaps later ones. */
  sequence: number
  /** Newest first. With them, a page reads only as many of the newest slices as it needs. */
  parts: readonly Part[]
}

/** The events that began in a slice, which starts at `from`. */
export interface Part {
  from: number
  events: number
}

/** Facts about the events of a span, with which a page of it is read faster. */
interface PageHints {
  /** Approximate number of events. */
  expected: number | undefined
  /** Resolves with the exact number of events once they are counted. */
  exactCount?: Promise<number | undefined> | undefined
  /** Whether each event has only one occurrence in the span. */
  hasSingleOccurrences?: boolean
}

/**
 * Reads the page of a Search (its `sort`, `page`, `page_size` and `offset`) from the events of a span.
 * `state` may cover only a part of the span.
 */
export async function pageOf(
  full: FullSearch,
  context: ReadContext,
  span: TimeSpan,
  state: SearchState,
  { expected, exactCount, hasSingleOccurrences }: PageHints,
): Promise<EventRecord[]> {
  const { range, store } = context
  const start = firstIndexOf(full)
  const sort = full.sort.map(sortKey)
  const limit = Math.min(full.page_size, maxDepth - start)
  const newest = isNewestFirst(sort) ? newestOf(state, start + limit, span.to - store.window) : undefined
  const { from, events: matching } = newest ?? { from: span.from, events: expected }
  const scope = scopeAsOf(context, { from: Math.max(from, span.from), to: span.to })
  const { events, asOf } = await store.page(
    scope,
    {
      sort,
      offset: start,
      limit,
      ...(matching !== undefined && { matching }),
      ...(exactCount && { counted: exactCount }),
      ...(hasSingleOccurrences && { hasSingleOccurrences }),
    },
    context.read,
  )
  context.onPageRead?.(asOf)
  const zone = zoneOf(range.timezone)
  const notes = await context.notes?.ofEvents(events.map(({ id }) => id))
  return events.map(event => eventRecord(event, zone, notes?.get(event.id)))
}

/** The scope of a span's events, as of the moment that the evaluation is about, if it has one. */
export function scopeAsOf(context: EvaluationContext, span: TimeSpan): Scope {
  const { asOf } = context
  return { ...scopeOf(context, span), ...(asOf && { asOf }) }
}

function isNewestFirst(sort: PageQuery['sort']): boolean {
  const only = sort.length === 1 ? sort[0] : undefined
  return only?.descending === true && only.field !== 'counter'
}

/**
 * Where to read a page of the newest events from: the start of the newest parts in which at least `wanted`
 * events begin, with the number of these. Events without a row from this start on are older, so that the page
 * lacks them. The start is at most `latest`, one deduplication window before the end of the range: events
 * that continue after the end come first on the page, and each of them has a row in the last window before
 * the end.
 */
function newestOf(state: SearchState, wanted: number, latest: number): Part | undefined {
  let events = 0
  for (const part of state.parts) {
    events += part.events
    if (events >= wanted && part.from <= latest) return { from: part.from, events }
  }
  return undefined
}

export type FullSearch = ReturnType<typeof fullSearch>

/** Params with defaults. `limit` is another name for page_size, `count` the old name of `counter`. */
export function fullSearch(params: SearchParams) {
  return {
    ...withEventDefaults(params),
    sort: fullSort(params.sort ?? []),
    page: params.page ?? 1,
    page_size: params.page_size ?? params.limit ?? 100,
    offset: params.offset ?? 0,
  }
}

/** If a field is named twice, the first counts. */
function fullSort(sort: string | string[]): string[] {
  const chosen = new Map<string, string>()
  for (const key of typeof sort === 'string' ? [sort] : sort) {
    const name = key.replace(/^(-?)count$/, '$1counter')
    const field = name.replace('-', '')
    if (!chosen.has(field)) chosen.set(field, name)
  }
  return chosen.size === 0 ? ['-last_occurrence'] : [...chosen.values()]
}

/** Index of the page's first event. Throws range_too_deep if paging does not reach so far. */
export function firstIndexOf(full: FullSearch): number {
  const start = full.offset + (full.page - 1) * full.page_size
  if (start < maxDepth) return start
  const path = full.page > 1 ? 'params.page' : 'params.offset'
  const depth = maxDepth.toLocaleString('en-US')
  throw new Fault('range_too_deep', {
    fields: { [path]: [`expected a page that starts before the ${depth}th event`] },
  })
}

/** Parses a key of `sort`, such as `-counter`, whose hyphen means descending. */
export function sortKey(key: string): PageQuery['sort'][number] {
  const field = key.replace('-', '')
  if (!isSortField(field)) throw new Error(`${key} is not a sort key`)
  return { field, descending: key.startsWith('-') }
}

function isSortField(field: string): field is SortField {
  return field === 'first_occurrence' || field === 'last_occurrence' || field === 'counter'
}
