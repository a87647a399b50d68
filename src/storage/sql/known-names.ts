import type { Span } from '../contract/time-span.ts'
import type { ValueIds } from './value-ids.ts'

/** Fields with few texts, whose conditions are judged in this process. */
export type NamedField = 'host' | 'program' | 'template'

/** The texts that some fields have in the table. */
export interface KnownNames {
  /** Incremented with each new text. */
  readonly version: number
  /** All texts of a field; undefined while some may be missing. */
  of(field: NamedField): ValueIds | undefined
  /** Approximate share of rows whose template is one of these. */
  shareOfTemplates(has: (id: number) => boolean): number
  /** The parts of a span in which rows may have one of these templates; undefined when unknown. */
  spansOfTemplates(templates: ReadonlySet<string>, span: Span): readonly Span[] | undefined
}
