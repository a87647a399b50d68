import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { Geoip } from '../../schema/event/geoip.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import type { TopNResults, TopValue } from '../../schema/query/top-n.ts'
import type { Yielder } from './yielder.ts'

interface Named {
  name: string | number
  geoip?: Geoip
}

/** A copy of a TopN with the places of its values, including values of breakdowns. */
export async function topNWithGeoip(
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

/** A copy of a LastN with the places of its values. */
export async function lastNWithGeoip(
  results: LastNResults,
  geoip: GeoipSource,
  yielder: Yielder,
): Promise<LastNResults> {
  const values = await new GeoipLookup(geoip, yielder).ofValues(results.totals.values)
  return { ...results, totals: { ...results.totals, values } }
}

/** Looks up the places of values, each value once: periods repeat values. */
class GeoipLookup {
  readonly #geoip: GeoipSource
  readonly #yielder: Yielder
  readonly #known = new Map<string, Geoip | undefined>()

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
    if (!this.#known.has(name)) this.#known.set(name, this.#geoip.placeOf(name))
    return this.#known.get(name)
  }
}
