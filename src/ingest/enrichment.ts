import type { ParsedEvent } from '../schema/event/event.ts'
import type { ExtraFieldsMode } from '../schema/event/extra-fields.ts'
import type { MessageFormat } from '../schema/event/message-format.ts'
import { AutomaticFields } from './fields/automatic-fields.ts'
import { ExtraFields } from './fields/extra-fields.ts'
import { type GeoTagSettings, GeoTags } from './geo-tags/geo-tags.ts'

/** Settings of the tags that ingest adds to events, apart from rules. */
export interface EnrichmentSettings {
  /** Formats of messages whose fields become user tags. */
  fields?: readonly MessageFormat[]
  /** Whether `extra` becomes user tags; off when absent. */
  extraFields?: ExtraFieldsMode
  geoTags?: GeoTagSettings
}

/**
 * Adds user tags to events, apart from rules: fields of the message before the rules, which may read them;
 * extra fields and geo tags after the rules.
 */
export class Enrichment {
  readonly #fields: AutomaticFields | undefined
  readonly #extra: ExtraFields | undefined
  readonly #geoTags: GeoTags | undefined

  private constructor(
    fields: AutomaticFields | undefined,
    extra: ExtraFields | undefined,
    geoTags: GeoTags | undefined,
  ) {
    this.#fields = fields
    this.#extra = extra
    this.#geoTags = geoTags
  }

  /** Undefined if everything is off. Rejects with an Error that names the setting of an unusable file. */
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

  /** Adds extra fields and geo tags. Returns how many fields were omitted or cut. */
  afterRules(event: ParsedEvent): number {
    const omitted = this.#extra?.apply(event) ?? 0
    this.#geoTags?.apply(event)
    return omitted
  }

  close(): void {
    this.#geoTags?.close()
  }
}
