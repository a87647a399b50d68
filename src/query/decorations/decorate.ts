import { setImmediate } from 'node:timers/promises'
import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Geoip } from '../../schema/event/geoip.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { TopNResults, TopValue } from '../../schema/query/top-n.ts'
import { hintsOf, textsOf } from './hints/event-hints.ts'

/** Other work gets its turn after this time. */
const maxBlockingMs = 10

/** Maximum hints of one answer. Later events have no hints. */
const maxHints = 20_000

/**
 * Adds the data that one reader asks for: hints (addresses and names in the texts of an event, with actions)
 * and geo locations on the events of a Search, locations on the values of TopN and LastN. Never changes the
 * results, which all readers share. Yields to other work. Rejects with the signal's reason once the signal
 * has fired.
 */
export async function decorate(
  query: QueryRepresentation,
  options: DecorationOptions,
  geoip: GeoipSource | undefined,
  signal: AbortSignal,
): Promise<QueryRepresentation> {
  const source = options.add_geoip_data ? geoip : undefined
  if (!options.actions_hint && source === undefined) return query
  // Failed queries, and queries that have just started, have no results.
  const { results } = query
  if (!('totals' in results)) return query
  const yielder = new Yielder(signal)
  // Results of a type have the shape that queryTypes declares for it.
  switch (query.type) {
    case 'Search':
      return { ...query, results: await decorateSearch(results as SearchResults, options, geoip, yielder) }
    case 'TopN':
      return source
        ? { ...query, results: await topNWithGeoip(results as TopNResults, source, yielder) }
        : query
    case 'LastN':
      return source
        ? { ...query, results: await lastNWithGeoip(results as LastNResults, source, yielder) }
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
    for (const fieldHints of Object.values(decorated.actions_hint ?? {})) hints += fieldHints.length
    objects.push(decorated)
    await yielder.yieldIfDue()
  }
  return { ...results, events: { ...results.events, objects } }
}

/** A value in the results of TopN and LastN. */
interface Named {
  name: string | number
  geoip?: Geoip
}

/** A copy of TopN results with the locations of values, including values of subfields. */
async function topNWithGeoip(
  results: TopNResults,
  geoip: GeoipSource,
  yielder: Yielder,
): Promise<TopNResults> {
  const lookup = new GeoipLookup(geoip, yielder)
  const { totals, details, top_periods } = results
  const decorated: TopNResults = { ...results, totals: await lookup.inTopValues(totals) }
  if (details) {
    decorated.details = []
    for (const period of details) {
      const { values: total_values } = await lookup.inTopValues({ values: period.total_values })
      decorated.details.push({ ...(await lookup.inTopValues(period)), total_values })
    }
  }
  if (top_periods) {
    decorated.top_periods = []
    for (const period of top_periods) decorated.top_periods.push(await lookup.inTopValues(period))
  }
  return decorated
}

/** A copy of LastN results with the locations of values. */
async function lastNWithGeoip(
  results: LastNResults,
  geoip: GeoipSource,
  yielder: Yielder,
): Promise<LastNResults> {
  const values = await new GeoipLookup(geoip, yielder).ofValues(results.totals.values)
  return { ...results, totals: { ...results.totals, values } }
}

/** Looks up the locations of values. Caches them, since periods repeat values. */
class GeoipLookup {
  readonly #geoip: GeoipSource
  readonly #yielder: Yielder
  readonly #places = new Map<string, Geoip | undefined>()

  constructor(geoip: GeoipSource, yielder: Yielder) {
    this.#geoip = geoip
    this.#yielder = yielder
  }

  async ofValues<Value extends Named>(values: readonly Value[]): Promise<Value[]> {
    const decorated: Value[] = []
    for (const value of values) {
      const place = this.#placeOf(String(value.name))
      decorated.push(place === undefined ? value : { ...value, geoip: place })
      await this.#yielder.yieldIfDue()
    }
    return decorated
  }

  async inTopValues<Holder extends { values: TopValue[] }>(holder: Holder): Promise<Holder> {
    const values = await this.ofValues(holder.values)
    for (const [i, value] of values.entries()) {
      if (value.subfields === undefined) continue
      const subfields: TopValue['subfields'] = {}
      for (const [field, parts] of Object.entries(value.subfields)) {
        subfields[field] = await this.ofValues(parts)
      }
      values[i] = { ...value, subfields }
    }
    return { ...holder, values }
  }

  #placeOf(name: string): Geoip | undefined {
    if (!this.#places.has(name)) this.#places.set(name, this.#geoip.placeOf(name))
    return this.#places.get(name)
  }
}

/** Yields to other work whenever `maxBlockingMs` have passed. */
class Yielder {
  readonly #signal: AbortSignal
  #lastYieldMs = performance.now()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Call it between short steps. Rejects with the signal's reason once the signal has fired. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#lastYieldMs < maxBlockingMs) return
    await setImmediate()
    this.#signal.throwIfAborted()
    this.#lastYieldMs = performance.now()
  }
}

/** Which data to add to events for one reader. */
export interface DecorationOptions {
  actions_hint?: boolean
  add_geoip_data?: boolean
  /** Whether hints offer to create triggers. */
  canCreateTriggers?: boolean
}

/**
 * A copy of the event with hints and locations. The copy's `geoip` has the location of each field whose whole
 * value is an address; each hint on an address has its own location. Without a GeoIP file nothing has one.
 */
export function decorateEvent(
  event: EventRecord,
  { actions_hint, add_geoip_data, canCreateTriggers = false }: DecorationOptions,
  geoip: GeoipSource | undefined,
): EventRecord {
  const decorated = { ...event }
  if (actions_hint) decorated.actions_hint = hintsOf(event, canCreateTriggers)
  if (!add_geoip_data || geoip === undefined) return decorated
  for (const hint of Object.values(decorated.actions_hint ?? {}).flat()) {
    const place = hint.type === 'ipv4' || hint.type === 'ipv6' ? geoip.placeOf(hint.value) : undefined
    if (place !== undefined) hint.geoip = place
  }
  const places = new Map<string, Geoip>()
  for (const [field, text] of textsOf(event)) {
    const place = geoip.placeOf(text)
    if (place !== undefined) places.set(field, place)
  }
  return { ...decorated, geoip: Object.fromEntries(places) }
}
