import type { EventRecord } from '../../schema/event-record.ts'
import { Fault } from '../../schema/fault.ts'
import { maxDepth, type SearchParams, type SearchResults } from '../../schema/query/search.ts'
import type { PageQuery, Scope, SortField } from '../../storage/store.ts'
import { zoneOf } from '../../time/zone.ts'
import { eventRecord } from '../event-record.ts'
import { type EvaluationContext, type Kind, type ReadContext, scopeOf } from '../kind.ts'
import type { TimeSpan } from '../time-span.ts'
import { checkEventParams, withEventDefaults } from './event-params.ts'
import { rowCost } from './fields.ts'

/** Counts of a span. */
export interface SearchState {
  from: number
  to: number
  events: number
  occurrences: number
  /** Events that began in each slice, newest first: a page skips slices by them. */
  parts: readonly Part[]
}

interface Part {
  from: number
  events: number
}

/** Older parts are merged. */
const maxParts = 64

/** Matching events, one page of them. */
export const search: Kind<SearchParams, SearchState, SearchResults, FullSearch> = {
  normalise(params) {
    checkEventParams(params)
    const full = fullSearch(params)
    startOf(full)
    return full
  },
  cost: (_params, predicate) => rowCost(predicate),
  rows: (_params, { store, predicate }, { from, to }) =>
    store.estimateCounting([], predicate, undefined, from, to),
  periodic: () => false,
  async slice(_params, context, slice) {
    const { store, range } = context
    const counted = await store.countEvents(scopeOf(context, slice), range, context.read)
    const { from, to } = slice
    return { from, to, ...counted, parts: [{ from, events: counted.events }] }
  },
  merge: (newer, older) => ({
    from: Math.min(newer.from, older.from),
    to: Math.max(newer.to, older.to),
    events: newer.events + older.events,
    occurrences: newer.occurrences + older.occurrences,
    parts: capParts([...newer.parts, ...older.parts]),
  }),
  async finish(params, context, state, complete) {
    const counted = state ?? nothingOf(context)
    const span = complete ? context.range : counted
    const start = startOf(params)
    const nothing = counted.occurrences === 0 || (complete && counted.events <= start)
    const { events: expected, occurrences } = counted
    const known = { expected, single: expected === occurrences }
    const objects = nothing ? [] : await pageOf(params, context, span, counted, known)
    return resultsOf(params, context, counted, complete, objects)
  },
  async prepareResults(params, context, { cached, previous }) {
    const counted = cached ?? nothingOf(context)
    const known = { expected: previous?.events }
    const objects = await pageOf(params, context, context.range, counted, known)
    return { results: state => resultsOf(params, context, state ?? nothingOf(context), true, objects) }
  },
  matching(params, context, state, complete) {
    const counted = state ?? nothingOf(context)
    const scope = scopeAsOf(context, complete ? context.range : counted)
    return { count: counted.events, scope, sort: params.sort.map(sortKey) }
  },
}

function nothingOf({ range }: EvaluationContext): SearchState {
  return { from: range.to, to: range.to, events: 0, occurrences: 0, parts: [] }
}

function resultsOf(
  full: FullSearch,
  { range }: EvaluationContext,
  counted: SearchState,
  complete: boolean,
  objects: EventRecord[],
): SearchResults {
  // Before the end, the page may have events of slices that are not counted yet.
  const onPage = objects.length === 0 ? 0 : startOf(full) + objects.length
  const count = complete ? counted.events : Math.max(counted.events, onPage)
  const reachable = Math.min(count, maxDepth)
  return {
    totals: {
      ts_from: range.from,
      ts_to: range.to,
      count,
      occurrences: counted.occurrences,
      ...(count > maxDepth && { total_count: count }),
    },
    events: {
      page_number: full.page,
      page_size: full.page_size,
      offset: full.offset,
      page_count: Math.ceil(Math.max(0, reachable - full.offset) / full.page_size),
      item_count: reachable,
      objects,
    },
  }
}

type FullSearch = ReturnType<typeof fullSearch>

/** `limit` is another name of page_size, and `count` the old name of `counter`. */
function fullSearch(params: SearchParams) {
  return {
    ...withEventDefaults(params),
    sort: fullSort(params.sort ?? []),
    page: params.page ?? 1,
    page_size: params.page_size ?? params.limit ?? 100,
    offset: params.offset ?? 0,
  }
}

/** The first of equal fields counts. */
function fullSort(sort: string | string[]): string[] {
  const chosen = new Map<string, string>()
  for (const key of typeof sort === 'string' ? [sort] : sort) {
    const name = key.replace(/^(-?)count$/, '$1counter')
    const field = name.replace('-', '')
    if (!chosen.has(field)) chosen.set(field, name)
  }
  return chosen.size === 0 ? ['-last_occurrence'] : [...chosen.values()]
}

/** Index of the page's first event. Throws range_too_deep past what paging reaches. */
function startOf(full: FullSearch): number {
  const start = full.offset + (full.page - 1) * full.page_size
  if (start < maxDepth) return start
  const path = full.page > 1 ? 'params.page' : 'params.offset'
  throw new Fault('range_too_deep', {
    fields: { [path]: ['expected a page that starts before the 1,000,000th event'] },
  })
}

/** About how many events a span has, and whether each of them has one occurrence in it. */
interface PageHints {
  expected: number | undefined
  single?: boolean
}

/** The page of a span, of which `counted` may be a part. */
async function pageOf(
  full: FullSearch,
  context: ReadContext,
  span: TimeSpan,
  counted: SearchState,
  { expected, single }: PageHints,
): Promise<EventRecord[]> {
  const { range, store } = context
  const start = startOf(full)
  const sort = full.sort.map(sortKey)
  const limit = Math.min(full.page_size, maxDepth - start)
  const newest = isNewestFirst(sort) ? newestOf(counted, start + limit, span.to - store.window) : undefined
  const { from, events: matching } = newest ?? { from: span.from, events: expected }
  const scope = scopeAsOf(context, { from: Math.max(from, span.from), to: span.to })
  const { events, asOf } = await store.page(
    scope,
    { sort, offset: start, limit, ...(matching !== undefined && { matching }), ...(single && { single }) },
    context.read,
  )
  context.onPageRead?.(asOf)
  const zone = zoneOf(range.timezone)
  return events.map(event => eventRecord(event, zone))
}

function scopeAsOf(context: EvaluationContext, span: TimeSpan): Scope {
  const { asOf } = context
  return { ...scopeOf(context, span), ...(asOf && { asOf }) }
}

function isNewestFirst(sort: PageQuery['sort']): boolean {
  const only = sort.length === 1 ? sort[0] : undefined
  return only?.descending === true && only.field !== 'counter'
}

/**
 * The newest parts in which at least `wanted` events began: events that began earlier come after them. They start at or before
 * `latest`, so that an event with rows on both sides of the end of the range has one inside.
 */
function newestOf(counted: SearchState, wanted: number, latest: number): Part | undefined {
  let events = 0
  for (const part of counted.parts) {
    events += part.events
    if (events >= wanted && part.from <= latest) return { from: part.from, events }
  }
  return undefined
}

function capParts(parts: Part[]): Part[] {
  while (parts.length > maxParts) {
    const oldest = parts.pop()
    const before = parts.pop()
    if (oldest && before) parts.push({ from: oldest.from, events: oldest.events + before.events })
  }
  return parts
}

function sortKey(key: string): PageQuery['sort'][number] {
  const field = key.replace('-', '')
  if (!isSortField(field)) throw new Error(`${key} cannot be sorted by`)
  return { field, descending: key.startsWith('-') }
}

function isSortField(field: string): field is SortField {
  return field === 'first_occurrence' || field === 'last_occurrence' || field === 'counter'
}
