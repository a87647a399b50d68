import { LRUCache } from 'lru-cache'
import { GeoipFile } from '../../geoip/geoip-file.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { type GeoDetail, geoDetails } from '../../schema/event/geoip.ts'
import { ownText } from '../../schema/text/own-text.ts'
import { writableTags } from '../event/blank-event.ts'
import { countFreeTags } from '../event/event-limits.ts'

/** Settings of geo tags, the user tags with the location of an address: which fields get which details. */
export interface GeoTagSettings {
  /** A MaxMind DB of cities or countries. This file, `asnFile` or both are set. */
  file?: string
  /** A MaxMind DB of autonomous systems. */
  asnFile?: string
  /** Names of tags whose values may be addresses; `host` means the host. */
  fields: readonly string[]
  details: readonly GeoDetail[]
}

/** Length of the longest address: IPv4 in IPv6. */
const maxAddressLength = 45
/** Number of addresses whose locations are cached. */
const maxCached = 20_000

/** Adds the locations of an event's addresses as user tags: `SrcIP Country`, `SrcIP City`. */
export class GeoTags {
  readonly #places: GeoipFile | undefined
  readonly #networks: GeoipFile | undefined
  readonly #details: readonly GeoDetail[]
  /** For each field, the names of its tags in the order of the details. */
  readonly #fields: readonly { field: string; tags: readonly string[] }[]
  readonly #cache = new LRUCache<string, readonly string[]>({ max: maxCached })
  /** Sum of the versions of the files that the cached details are from. */
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

  /** Rejects with an Error that names the setting. Calls `warn` for unusable files that come later. */
  static async open(settings: GeoTagSettings, warn: (message: string) => void): Promise<GeoTags> {
    const { file, asnFile } = settings
    const places = file === undefined ? undefined : await GeoipFile.open(file, warn)
    try {
      const networks = asnFile === undefined ? undefined : await GeoipFile.open(asnFile, warn, 'geoipAsnFile')
      return new GeoTags(settings, places, networks)
    } catch (error) {
      places?.close()
      throw error
    }
  }

  close(): void {
    this.#places?.close()
    this.#networks?.close()
  }

  /** Reads replaced files now, for tests. Otherwise a timer does so every 10 s. */
  async refresh(): Promise<void> {
    await this.#places?.refresh()
    await this.#networks?.refresh()
  }

  /** Adds the tags. Keeps existing tags. Never throws. */
  apply(event: ParsedEvent): void {
    for (const { field, tags } of this.#fields) {
      const text = getAddress(event, field)
      if (text === '' || text.length > maxAddressLength) continue
      const details = this.#detailsOf(text)
      if (details.length > 0) addTags(event, tags, details)
    }
  }

  /**
   * The details of an address in the order of the settings, '' for unknown ones. Empty list: the text has no
   * location.
   */
  #detailsOf(text: string): readonly string[] {
    const versions = (this.#places?.version ?? 0) + (this.#networks?.version ?? 0)
    if (versions !== this.#versions) {
      this.#versions = versions
      this.#cache.clear()
    }
    const cached = this.#cache.get(text)
    if (cached !== undefined) return cached
    const details = this.#findDetails(text)
    this.#cache.set(ownText(text), details)
    return details
  }

  #findDetails(text: string): readonly string[] {
    const place = this.#places?.placeOf(text)
    // Enterprise databases also contain networks.
    const network = this.#networks?.networkOf(text) ?? this.#places?.networkOf(text)
    if (place === undefined && network === undefined) return []
    const known: Partial<Record<GeoDetail, string>> = { ...place, ...network }
    return this.#details.map(detail => known[detail] ?? '')
  }
}

function getAddress({ host, tags }: ParsedEvent, field: string): string {
  if (field === 'host') return host
  return Object.hasOwn(tags, field) ? (tags[field] ?? '') : ''
}

function addTags(event: ParsedEvent, names: readonly string[], values: readonly string[]): void {
  const tags = writableTags(event)
  let free = countFreeTags(event)
  for (let i = 0; i < names.length && free > 0; i++) {
    const name = names[i] ?? ''
    const value = values[i] ?? ''
    if (value === '' || Object.hasOwn(tags, name)) continue
    tags[name] = value
    free--
  }
}
