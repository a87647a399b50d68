import { GeoipFile } from '../../geoip/geoip-file.ts'
import type { ParsedEvent } from '../../schema/event.ts'
import { type GeoDetail, geoDetails } from '../../schema/geo-detail.ts'
import { GeoCache } from './geo-cache.ts'

/** Which places are told, and of what. */
export interface GeoTagSettings {
  /** MaxMind DB of cities or countries, and one of autonomous systems; one of them at least. */
  file?: string
  asnFile?: string
  /** Tags whose values may be addresses; `host` is the host. */
  fields: readonly string[]
  details: readonly GeoDetail[]
}

/** The longest address, IPv4 in IPv6. */
const maxAddressLength = 45
/** Half of the addresses that are remembered. */
const maxCachedHalf = 10_000
/** Tags of one event: of what it came with, of rules and of places together. */
const maxTags = 256

/** Texts in the order of the wanted details; '' for what is not known. */
type Found = readonly string[]

/** Adds user tags that tell where the addresses of an event are: `SrcIP Country`, `SrcIP City`. */
export class GeoTags {
  readonly #places: GeoipFile | undefined
  readonly #networks: GeoipFile | undefined
  readonly #details: readonly GeoDetail[]
  /** By field, the names of its tags in the order of the details. */
  readonly #fields: readonly { field: string; tags: readonly string[] }[]
  readonly #cache = new GeoCache<Found>(maxCachedHalf)
  #versions = 0

  private constructor(
    { fields, details }: GeoTagSettings,
    places: GeoipFile | undefined,
    networks: GeoipFile | undefined,
  ) {
    this.#places = places
    this.#networks = networks
    this.#details = details
    this.#fields = fields.map(field => ({
      field,
      tags: details.map(detail => `${field} ${geoDetails[detail]}`),
    }))
  }

  /** Rejects with an Error that names the setting whose file cannot be used; `warn` is told of files that come later and cannot. */
  static async open(settings: GeoTagSettings, warn: (message: string) => void): Promise<GeoTags> {
    const { file, asnFile } = settings
    const places = file === undefined ? undefined : await GeoipFile.open(file, warn)
    const networks = asnFile === undefined ? undefined : await GeoipFile.open(asnFile, warn, 'geoipAsnFile')
    return new GeoTags(settings, places, networks)
  }

  close(): void {
    this.#places?.close()
    this.#networks?.close()
  }

  /** Reads files that have been replaced; they are looked at every few seconds anyway. */
  async refresh(): Promise<void> {
    await this.#places?.refresh()
    await this.#networks?.refresh()
  }

  /** Tags that are there stay. Never throws. */
  apply(event: ParsedEvent): void {
    for (let i = 0; i < this.#fields.length; i++) {
      const one = this.#fields[i]
      if (one === undefined) continue
      const text = getAddress(event, one.field)
      if (text === '' || text.length > maxAddressLength) continue
      const found = this.#found(text)
      if (found !== undefined) addTags(event, one.tags, found)
    }
  }

  #found(text: string): Found | undefined {
    const versions = (this.#places?.version ?? 0) + (this.#networks?.version ?? 0)
    if (versions !== this.#versions) {
      this.#versions = versions
      this.#cache.clear()
    }
    return this.#cache.get(text, this.#find)
  }

  readonly #find = (text: string): Found | undefined => {
    const place = this.#places?.placeOf(text)
    // Enterprise databases tell of networks too.
    const network = this.#networks?.networkOf(text) ?? this.#places?.networkOf(text)
    if (place === undefined && network === undefined) return undefined
    const known: Partial<Record<GeoDetail, string>> = { ...place, ...network }
    return this.#details.map(detail => known[detail] ?? '')
  }
}

function getAddress({ host, tags }: ParsedEvent, field: string): string {
  if (field === 'host') return host
  return Object.hasOwn(tags, field) ? (tags[field] ?? '') : ''
}

function addTags(event: ParsedEvent, names: readonly string[], values: Found): void {
  if (Object.isFrozen(event.tags)) event.tags = { ...event.tags }
  const { tags } = event
  let room = maxTags
  for (const _ in tags) room--
  for (let i = 0; i < names.length && room > 0; i++) {
    const name = names[i] ?? ''
    const value = values[i] ?? ''
    if (value === '' || Object.hasOwn(tags, name)) continue
    tags[name] = value
    room--
  }
}
