import type { ParsedEvent } from '../schema/event.ts'
import type { ExtraFieldsMode } from '../schema/extra-fields.ts'
import type { MessageFormat } from '../schema/message-format.ts'
import { AutomaticFields } from './fields/automatic-fields.ts'
import { ExtraFields } from './fields/extra-fields.ts'
import { type GeoTagSettings, GeoTags } from './geo-tags/geo-tags.ts'

/** What is added to events apart from rules. */
export interface EnrichmentSettings {
  /** Messages whose fields become user tags. */
  fields?: readonly MessageFormat[]
  /** What senders sent beside a message that becomes user tags; nothing when absent. */
  extraFields?: ExtraFieldsMode
  /** Addresses whose places become user tags. */
  geoTags?: GeoTagSettings
}

/**
 * Adds user tags to events: fields of the message before rules, which may look at them; behind the rules what was sent beside the
 * message, and places of addresses that are tags by then.
 */
export class Enrichment {
  readonly #fields: AutomaticFields | undefined
  readonly #extra: ExtraFields | undefined
  readonly #places: GeoTags | undefined

  private constructor(
    fields: AutomaticFields | undefined,
    extra: ExtraFields | undefined,
    places: GeoTags | undefined,
  ) {
    this.#fields = fields
    this.#extra = extra
    this.#places = places
  }

  /** undefined when nothing is to be added. Rejects with an Error that names the setting of an unusable file. */
  static async open(
    { fields = [], extraFields = 'off', geoTags }: EnrichmentSettings,
    warn: (message: string) => void,
  ): Promise<Enrichment | undefined> {
    if (fields.length === 0 && extraFields === 'off' && geoTags === undefined) return undefined
    return new Enrichment(
      fields.length === 0 ? undefined : new AutomaticFields(fields),
      extraFields === 'off' ? undefined : new ExtraFields(extraFields),
      geoTags && (await GeoTags.open(geoTags, warn)),
    )
  }

  beforeRules(event: ParsedEvent): void {
    this.#fields?.apply(event)
  }

  /** Returns how many fields found no room as tags, or were cut. */
  afterRules(event: ParsedEvent): number {
    const omitted = this.#extra === undefined ? 0 : this.#extra.apply(event)
    this.#places?.apply(event)
    return omitted
  }

  close(): void {
    this.#places?.close()
  }
}
