import type { ParsedEvent } from '../schema/event/event.ts'
import type { ExtraFieldsMode } from '../schema/event/extra-fields.ts'
import { type AutomaticFieldSource, formatsOf } from '../schema/event/message-format.ts'
import { AutomaticFields } from './fields/automatic-fields.ts'
import { ExtraFields } from './fields/extra-fields.ts'
import { ProgramFields } from './fields/programs/program-fields.ts'
import { type GeoTagSettings, GeoTags } from './geo-tags/geo-tags.ts'

/** Settings of the tags that ingest adds to events, apart from rules. */
export interface EnrichmentSettings {
  /** Messages whose fields become user tags. */
  fields?: readonly AutomaticFieldSource[]
  /** Whether `extra` becomes user tags; off when absent. */
  extraFields?: ExtraFieldsMode
  geoTags?: GeoTagSettings
}

/**
 * Adds user tags to events, apart from rules. Fields of the formats that the operator named are added before
 * the rules, which may read them; extra fields, fields of known programs and geo tags after the rules.
 */
export class Enrichment {
  readonly #formats: AutomaticFields | undefined
  readonly #programs: ProgramFields | undefined
  readonly #extra: ExtraFields | undefined
  readonly #geoTags: GeoTags | undefined
  /** Whether a format has read the fields of the current event; then no program parser reads them again. */
  #hasFormat = false

  private constructor(
    formats: AutomaticFields | undefined,
    programs: ProgramFields | undefined,
    extra: ExtraFields | undefined,
    geoTags: GeoTags | undefined,
  ) {
    this.#formats = formats
    this.#programs = programs
    this.#extra = extra
    this.#geoTags = geoTags
  }

  /** Undefined if everything is off. Rejects with an Error that names the setting of an unusable file. */
  static async open(
    { fields = [], extraFields = 'off', geoTags }: EnrichmentSettings,
    warn: (message: string) => void,
  ): Promise<Enrichment | undefined> {
    if (fields.length === 0 && extraFields === 'off' && geoTags === undefined) return undefined
    const formats = formatsOf(fields)
    return new Enrichment(
      formats.length === 0 ? undefined : new AutomaticFields(formats),
      fields.includes('programs') ? new ProgramFields() : undefined,
      extraFields === 'off' ? undefined : new ExtraFields(extraFields),
      geoTags && (await GeoTags.open(geoTags, warn)),
    )
  }

  /** Adds the fields of formats that the operator named. */
  beforeRules(event: ParsedEvent): void {
    this.#hasFormat = this.#formats?.apply(event) ?? false
  }

  /**
   * Adds all other tags to the event of the last `beforeRules`. Returns how many extra fields were omitted or
   * cut.
   */
  afterRules(event: ParsedEvent): number {
    const omitted = this.#extra?.apply(event) ?? 0
    if (!this.#hasFormat) this.#programs?.apply(event)
    this.#geoTags?.apply(event)
    return omitted
  }

  close(): void {
    this.#geoTags?.close()
  }
}
