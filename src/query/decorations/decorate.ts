import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { type DecorationOptions, decorateEvent } from './decorate-event.ts'
import { lastNWithGeoip, topNWithGeoip } from './geoip-of-values.ts'
import { Yielder } from './yielder.ts'

/** Hints per answer. Events after the event that reaches the limit have no hints. */
const maxHints = 20_000

/**
 * The query with the additions for one reader: hints and places on the events of a Search, places on the
 * values of TopN and LastN. Other types stay the same. Never changes results, which all readers share. Yields
 * the thread to other work; rejects with the signal's reason once the signal has fired.
 */
export async function decorate(
  query: QueryRepresentation,
  options: DecorationOptions,
  geoip: GeoipSource | undefined,
  signal: AbortSignal,
): Promise<QueryRepresentation> {
  const places = options.add_geoip_data ? geoip : undefined
  if (!options.actions_hint && places === undefined) return query
  // Failed and newly started queries have no results.
  const { results } = query
  if (!('totals' in results)) return query
  const yielder = new Yielder(signal)
  // The kind of a type made its results: they have the shape that queryTypes declares for it.
  switch (query.type) {
    case 'Search':
      return { ...query, results: await decorateSearch(results as SearchResults, options, geoip, yielder) }
    case 'TopN':
      return places
        ? { ...query, results: await topNWithGeoip(results as TopNResults, places, yielder) }
        : query
    case 'LastN':
      return places
        ? { ...query, results: await lastNWithGeoip(results as LastNResults, places, yielder) }
        : query
    default:
      return query
  }
}

async function decorateSearch(
  results: SearchResults,
  options: DecorationOptions,
  geoip: GeoipSource | undefined,
  yielder: Yielder,
): Promise<SearchResults> {
  const objects: EventRecord[] = []
  let hints = 0
  for (const event of results.events.objects) {
    const actions_hint = options.actions_hint === true && hints < maxHints
    const decorated = decorateEvent(event, { ...options, actions_hint }, geoip)
    for (const found of Object.values(decorated.actions_hint ?? {})) hints += found.length
    objects.push(decorated)
    await yielder.yieldIfDue()
  }
  return { ...results, events: { ...results.events, objects } }
}
