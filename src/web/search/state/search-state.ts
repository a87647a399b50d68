import { noTags } from '../../../filter/typed/names-of-events.ts'
import { type Pill, pillText, readPill, withPill } from '../../../filter/typed/pill.ts'
import { parseTypedQuery } from '../../../filter/typed/typed-query.ts'
import { maxNameLength } from '../../../schema/name-length.ts'
import { defaultRange, type Range, rangeKey, readRange } from '../../../time/range.ts'
import { type Column, columnsText, readColumns } from './columns.ts'
import { type Comparison, comparisons } from './comparison.ts'
import { type OtherRange, otherRanges } from './other-range.ts'
import { readStatistics, type StatisticsState, writeStatistics } from './statistics-state.ts'

/** Orders of the events: the value of the API, and its text. */
export const sorts = [
  ['-last_occurrence', 'Newest last seen'],
  ['last_occurrence', 'Oldest last seen'],
  ['-first_occurrence', 'Newest first seen'],
  ['first_occurrence', 'Oldest first seen'],
  ['-counter', 'Highest count'],
  ['counter', 'Lowest count'],
] as const
export type Sort = (typeof sorts)[number][0]

/** What the page shows of the results, below the histogram. */
export const resultViews = ['events', 'patterns', 'statistics', 'changes'] as const
export type ResultView = (typeof resultViews)[number]

/** Which events are the context of an event: same host and program, same host, or all events. */
export const contextScopes = ['program', 'host', 'all'] as const
/** Also: events with the same value of a tag. */
export type ContextScope = (typeof contextScopes)[number] | `tag:${string}`

/** The state of the search page, held by its address. */
export interface SearchState {
  /** A message search expression. */
  text: string
  pills: readonly Pill[]
  range: Range
  /** The range before a zoom into the histogram. */
  unzoomed: Range | undefined
  sort: Sort
  /** From 1. Only addresses that earlier versions of this page wrote have another page than 1. */
  page: number
  live: boolean
  /** Whether archived days are searched too. */
  withArchive: boolean
  /** Id of the event that is open in the drawer. */
  event: string | undefined
  /** Columns in the address, as in a saved search; undefined: the user's columns. */
  columns: readonly Column[] | undefined
  view: ResultView
  /** The time with which the histogram is compared. */
  comparison: Comparison | undefined
  /** The range with which the view `changes` compares; undefined: the default of `otherRangeOf`. */
  otherRange: OtherRange | undefined
  /** What the view `statistics` shows. */
  statistics: StatisticsState
  /** The id of the open saved search. */
  saved: number | undefined
  /** Which events the drawer shows as the context of the open event; undefined: it shows another tab. */
  context: ContextScope | undefined
}

/** Maximum filters of a search. */
export const maxPills = 50
/** Maximum UTF-16 units of `q`, and maximum page, in an address. */
const limits = { text: 4000, page: 1_000_000 }

/**
 * Reads the query part of an address. Invalid parts get their default. Conditions within `q` become filters,
 * after the filters `f`. Drops filters after the first `maxPills`.
 */
export function readSearchState(query: string): SearchState {
  const params = new URLSearchParams(query)
  const page = Number(params.get('page') ?? 1)
  const filters = params
    .getAll('f')
    .slice(0, maxPills)
    .map(readPill)
    .filter(pill => pill !== undefined)
  const typed = parseTypedQuery((params.get('q') ?? '').slice(0, limits.text), noTags)
  return {
    text: typed.text,
    pills: typed.pills.reduce(withPill, filters).slice(0, maxPills),
    range: readRange(params.get('range') ?? '') ?? defaultRange,
    unzoomed: readRange(params.get('unzoom') ?? ''),
    sort: sorts.find(([key]) => key === params.get('sort'))?.[0] ?? '-last_occurrence',
    page: Number.isInteger(page) && page >= 1 && page <= limits.page ? page : 1,
    live: params.get('live') === '1',
    withArchive: params.get('archive') === '1',
    event: /^\d{1,16}$/.exec(params.get('event') ?? '')?.[0],
    columns: readColumns(params.get('cols')),
    view: resultViews.find(view => view === params.get('view')) ?? 'events',
    comparison: comparisons.find(one => one === params.get('vs')),
    otherRange: otherRanges.find(one => one === params.get('with')),
    statistics: readStatistics(params),
    saved: /^\d{1,10}$/.test(params.get('saved') ?? '') ? Number(params.get('saved')) : undefined,
    context: readContextScope(params.get('context') ?? ''),
  }
}

function readContextScope(text: string): ContextScope | undefined {
  const tag = /^tag:(.+)$/s.exec(text)?.[1]
  if (tag !== undefined && tag.length <= maxNameLength) return `tag:${tag}`
  return contextScopes.find(scope => scope === text)
}

/**
 * Whether the query part only names a saved search, which must be read first. An address with a range has the
 * whole search, and names the saved search from which it comes.
 */
export function opensSavedSearch(query: string): boolean {
  const params = new URLSearchParams(query)
  return params.has('saved') && !params.has('range')
}

/** The address, without members that have their default. */
export function searchAddress(state: Partial<SearchState>): string {
  const params = new URLSearchParams()
  if (state.text) params.set('q', state.text)
  for (const pill of state.pills ?? []) params.append('f', pillText(pill))
  const range = rangeKey(state.range ?? defaultRange)
  // With a saved search, the address always has the range: see `opensSavedSearch`.
  if (range !== rangeKey(defaultRange) || state.saved !== undefined) params.set('range', range)
  if (state.unzoomed) params.set('unzoom', rangeKey(state.unzoomed))
  if (state.sort && state.sort !== '-last_occurrence') params.set('sort', state.sort)
  if (state.page && state.page > 1) params.set('page', String(state.page))
  if (state.live) params.set('live', '1')
  if (state.withArchive) params.set('archive', '1')
  if (state.event) params.set('event', state.event)
  if (state.event && state.context) params.set('context', state.context)
  if (state.columns) params.set('cols', columnsText(state.columns))
  if (state.view && state.view !== 'events') params.set('view', state.view)
  if (state.comparison) params.set('vs', state.comparison)
  if (state.view === 'changes' && state.otherRange) params.set('with', state.otherRange)
  if (state.view === 'statistics' && state.statistics) writeStatistics(params, state.statistics)
  if (state.saved !== undefined) params.set('saved', String(state.saved))
  const query = params.toString()
  return query ? `/search?${query}` : '/search'
}
