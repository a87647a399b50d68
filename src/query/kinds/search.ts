import type { EventRecord } from '../../schema/event/event-record.ts'
import { maxDepth, type SearchParams, type SearchResults } from '../../schema/query/search.ts'
import { type EvaluationContext, type Kind, scopeOf } from '../kind.ts'
import { checkEventParams } from './event-params.ts'
import { rowCost } from './fields.ts'
import {
  type FullSearch,
  firstIndexOf,
  fullSearch,
  type Part,
  pageOf,
  type SearchState,
  scopeAsOf,
  sortKey,
} from './search-page.ts'

/** Maximum parts of a state; older parts are merged. */
const maxParts = 64

/** The number of matching events, and one page of them. */
export const search: Kind<SearchParams, SearchState, SearchResults, FullSearch> = {
  normalise(params) {
    checkEventParams(params)
    const full = fullSearch(params)
    // Throws for a page that begins too deep.
    firstIndexOf(full)
    return full
  },
  cost: (_params, predicate) => rowCost(predicate),
  rows: (_params, { store, predicate }, { from, to }) =>
    store.estimateCounting([], predicate, undefined, from, to),
  periodic: () => false,
  async slice(_params, context, slice) {
    const { from, to } = slice
    const { current: sequence } = context.store.journal
    const counted = await context.store.countEvents(scopeOf(context, slice), context.range, context.read)
    return { from, to, ...counted, sequence, parts: [{ from, events: counted.events }] }
  },
  merge: (newer, older) => ({
    from: Math.min(newer.from, older.from),
    to: Math.max(newer.to, older.to),
    events: newer.events + older.events,
    occurrences: newer.occurrences + older.occurrences,
    sequence: Math.min(newer.sequence, older.sequence),
    parts: capParts([...newer.parts, ...older.parts]),
  }),
  async finish(params, context, state, complete) {
    const counted = state ?? nothingOf(context)
    const { events: expected, occurrences, sequence } = counted
    const span = complete ? context.range : counted
    const isEmpty = occurrences === 0 || (complete && expected <= firstIndexOf(params))
    // Otherwise the page may be as of a later moment than the counts, and have repeats that the counts lack.
    const countsIncludePage = context.asOf !== undefined && sequence >= context.asOf.number
    const hasSingleOccurrences = countsIncludePage && expected === occurrences
    const hints = { expected, hasSingleOccurrences }
    const objects = isEmpty ? [] : await pageOf(params, context, span, counted, hints)
    return resultsOf(params, context, counted, complete, objects)
  },
  async prepareResults(params, context, { cached, previous, computed }) {
    const counted = cached ?? nothingOf(context)
    // Only for a page as of a fixed moment: otherwise it may have rows that arrive after they were counted.
    const exactCount = context.asOf && computed.then(state => state?.events ?? 0)
    // The caller reports an error of `computed`.
    exactCount?.catch(() => {})
    const hints = { expected: previous?.events, exactCount }
    const objects = await pageOf(params, context, context.range, counted, hints)
    return { results: state => resultsOf(params, context, state ?? nothingOf(context), true, objects) }
  },
  annotated: ({ events }) => events.objects.map(({ id }) => id),
  matching(params, context, state, complete) {
    const counted = state ?? nothingOf(context)
    const scope = scopeAsOf(context, complete ? context.range : counted)
    return { count: counted.events, scope, sort: params.sort.map(sortKey) }
  },
}

function nothingOf({ range }: EvaluationContext): SearchState {
  return { from: range.to, to: range.to, events: 0, occurrences: 0, sequence: 0, parts: [] }
}

function resultsOf(
  full: FullSearch,
  { range }: EvaluationContext,
  counted: SearchState,
  complete: boolean,
  objects: EventRecord[],
): SearchResults {
  // Partial results: the page may have events of slices that are not counted yet.
  const onPage = objects.length === 0 ? 0 : firstIndexOf(full) + objects.length
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

/** Merges the oldest parts until there are `maxParts`. Changes the list. */
function capParts(parts: Part[]): Part[] {
  while (parts.length > maxParts) {
    const oldest = parts.pop()
    const newer = parts.pop()
    if (oldest && newer) parts.push({ from: oldest.from, events: oldest.events + newer.events })
  }
  return parts
}
