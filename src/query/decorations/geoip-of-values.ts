import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { Geoip } from '../../schema/geoip.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import type { TopNResults, TopValue } from '../../schema/query/top-n.ts'
import type { Yielder } from './yielder.ts'

interface Named {
  name: string | number
  geoip?: Geoip
}

/** A TopN with the places of its values, wherever they stand, breakdowns too. The results themselves stay as they are. */
export async function topNWithGeoip(
  results: TopNResults,
  geoip: GeoipSource,
  breather: Yielder,
): Promise<TopNResults> {
  const places = new GeoipLookup(geoip, breather)
  const { totals, details, top_periods } = results
  const decorated: TopNResults = {
    ...results,
    totals: { ...totals, values: await places.ofTopValues(totals.values) },
  }
  if (details) {
    decorated.details = []
    for (const period of details) {
      const values = await places.ofTopValues(period.values)
      const total_values = await places.ofTopValues(period.total_values)
      decorated.details.push({ ...period, values, total_values })
    }
  }
  if (top_periods) {
    decorated.top_periods = []
    for (const period of top_periods) {
      decorated.top_periods.push({ ...period, values: await places.ofTopValues(period.values) })
    }
  }
  return decorated
}

/** A LastN with the places of its values. */
export async function lastNWithGeoip(
  results: LastNResults,
  geoip: GeoipSource,
  breather: Yielder,
): Promise<LastNResults> {
  const values = await new GeoipLookup(geoip, breather).ofValues(results.totals.values)
  return { ...results, totals: { ...results.totals, values } }
}

/** The places of values, each looked up once: periods repeat them. */
class GeoipLookup {
  readonly #geoip: GeoipSource
  readonly #breather: Yielder
  readonly #known = new Map<string, Geoip | undefined>()

  constructor(geoip: GeoipSource, breather: Yielder) {
    this.#geoip = geoip
    this.#breather = breather
  }

  async ofValues<Value extends Named>(values: readonly Value[]): Promise<Value[]> {
    const decorated: Value[] = []
    for (const value of values) {
      const place = this.#placeOf(String(value.name))
      decorated.push(place === undefined ? value : { ...value, geoip: place })
      await this.#breather.yieldIfDue()
    }
    return decorated
  }

  async ofTopValues(values: readonly TopValue[]): Promise<TopValue[]> {
    const decorated = await this.ofValues(values)
    for (const [i, value] of decorated.entries()) {
      if (value.subfields === undefined) continue
      const subfields: TopValue['subfields'] = {}
      for (const [field, parts] of Object.entries(value.subfields))
        subfields[field] = await this.ofValues(parts)
      decorated[i] = { ...value, subfields }
    }
    return decorated
  }

  #placeOf(name: string): Geoip | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#geoip.placeOf(name))
    return this.#known.get(name)
  }
}
