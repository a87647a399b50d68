import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { type DecorationOptions, decorateEvent } from './decorate-event.ts'
import { lastNWithGeoip, topNWithGeoip } from './geoip-of-values.ts'
import { Yielder } from './yielder.ts'

/** Hints of one answer, whatever senders put into a page: what comes after the event that reaches it has none. */
const maxHints = 20_000

/**
 * The query as one reader wants it: hints and places on the events of a Search, places on the values of TopN and LastN; other
 * types stay as they are. Results are shared by everybody who looks at the query, so they are never changed. Long ones
 * are done in turns; rejects with the signal's reason once that has fired.
 */
export async function decorate(
  query: QueryRepresentation,
  wishes: DecorationOptions,
  geoip: GeoipSource | undefined,
  signal: AbortSignal,
): Promise<QueryRepresentation> {
  const places = wishes.add_geoip_data ? geoip : undefined
  if (!wishes.actions_hint && places === undefined) return query
  // What has failed or only just begun has none.
  if (!('totals' in query.results)) return query
  const breather = new Yielder(signal)
  // The kind of a type made its results: they have the shape that queryTypes declares for it.
  switch (query.type) {
    case 'Search': {
      const results = query.results as SearchResults
      return { ...query, results: await searchDecorated(results, wishes, geoip, breather) }
    }
    case 'TopN': {
      const results = query.results as TopNResults
      return places ? { ...query, results: await topNWithGeoip(results, places, breather) } : query
    }
    case 'LastN': {
      const results = query.results as LastNResults
      return places ? { ...query, results: await lastNWithGeoip(results, places, breather) } : query
    }
    default:
      return query
  }
}

async function searchDecorated(
  results: SearchResults,
  wishes: DecorationOptions,
  geoip: GeoipSource | undefined,
  breather: Yielder,
): Promise<SearchResults> {
  const objects: EventRecord[] = []
  let hints = 0
  for (const event of results.events.objects) {
    const actions_hint = wishes.actions_hint === true && hints < maxHints
    const decorated = decorateEvent(event, { ...wishes, actions_hint }, geoip)
    for (const found of Object.values(decorated.actions_hint ?? {})) hints += found.length
    objects.push(decorated)
    await breather.yieldIfDue()
  }
  return { ...results, events: { ...results.events, objects } }
}
