import type { ParsedEvent } from '../schema/event.ts'
import type { MessageFormat } from '../schema/message-format.ts'
import { AutomaticFields } from './fields/automatic-fields.ts'
import { type PlaceSettings, PlaceTags } from './places/place-tags.ts'

/** What is made of each event apart from rules. */
export interface EnrichmentSettings {
  /** Messages whose fields become user tags. */
  fields?: readonly MessageFormat[]
  /** Addresses whose places become user tags. */
  places?: PlaceSettings
}

/** Adds user tags to events: fields of the message before rules, which may look at them; places behind them, of addresses that rules found. */
export class Enrichment {
  readonly #fields: AutomaticFields | undefined
  readonly #places: PlaceTags | undefined

  private constructor(fields: AutomaticFields | undefined, places: PlaceTags | undefined) {
    this.#fields = fields
    this.#places = places
  }

  /** undefined when nothing is to be added. Rejects with an Error that names the setting whose file cannot be used. */
  static async open(
    { fields = [], places }: EnrichmentSettings,
    warn: (message: string) => void,
  ): Promise<Enrichment | undefined> {
    if (fields.length === 0 && places === undefined) return undefined
    return new Enrichment(
      fields.length === 0 ? undefined : new AutomaticFields(fields),
      places && (await PlaceTags.open(places, warn)),
    )
  }

  beforeRules(event: ParsedEvent): void {
    this.#fields?.apply(event)
  }

  afterRules(event: ParsedEvent): void {
    this.#places?.apply(event)
  }

  close(): void {
    this.#places?.close()
  }
}
