import { isErrorLabel } from '../syntax/parse-log.ts'
import {
  duplicateSuffix,
  errorDetailsLabel,
  errorLabel,
  type FilterableLabels,
  type LabelCategory,
  preserveErrorLabel,
  type SeriesGrouping,
} from './label-kinds.ts'
import type { ParserHints } from './parser-hints.ts'

/** The labels of a line before the first stage. */
export interface SourceLabels {
  stream: Readonly<Record<string, string>>
  metadata: Readonly<Record<string, string>>
  /** Labels that are found by name, but not shown. */
  aliases?: Readonly<Record<string, string>>
}

/**
 * The labels of one line on its way through the stages, like Loki's LabelsBuilder: parsed labels hide
 * structured metadata, which hides labels of the stream.
 */
export class LineLabels implements FilterableLabels {
  readonly #stream: ReadonlyMap<string, string>
  readonly #metadata: Map<string, string>
  readonly #parsed = new Map<string, string>()
  /** Names that stages have deleted. Labels of the stream stay hidden; a later stage may set parsed ones. */
  readonly #deleted = new Set<string>()
  readonly #aliases: ReadonlyMap<string, string>
  readonly hints: ParserHints
  /** Empty if no stage has failed. */
  error = ''
  errorDetails = ''
  /** Characters of all names and values that were set. */
  characters = 0

  constructor({ stream, metadata, aliases = {} }: SourceLabels, hints: ParserHints) {
    this.#aliases = new Map(Object.entries(aliases))
    this.#stream = new Map(Object.entries(stream))
    this.#metadata = new Map(Object.entries(metadata).filter(([name]) => !isErrorLabel(name)))
    this.hints = hints
    hints.reset()
  }

  /** Whether the stream of the line has this label, even if a stage has deleted it. */
  isOfStream(name: string): boolean {
    return this.#stream.has(name)
  }

  /** Undefined if the line lacks the label. Errors are not found by name. */
  get(name: string): string | undefined {
    const added = this.#metadata.get(name) ?? this.#parsed.get(name)
    if (added !== undefined) return added
    return this.#deleted.has(name) ? undefined : (this.#stream.get(name) ?? this.#aliases.get(name))
  }

  /** Sets a parsed label. */
  set(name: string, value: string): void {
    this.characters += name.length + value.length
    this.#metadata.delete(name)
    this.#parsed.set(name, value)
    this.hints.recordExtracted(name)
  }

  /** Removes a label of any category. */
  delete(name: string): void {
    this.#metadata.delete(name)
    this.#parsed.delete(name)
    this.#deleted.add(name)
  }

  /** Name of a parsed label for this key; with a suffix if the stream has a label of the same name. */
  parsedName(key: string): string {
    return this.isOfStream(key) ? `${key}${duplicateSuffix}` : key
  }

  /** Records that a parser failed. Without details, earlier ones stay. */
  fail(error: string, details?: string): void {
    this.error = error
    if (details !== undefined) this.errorDetails = details
    if (this.hints.preservesErrors) this.set(preserveErrorLabel, 'true')
  }

  /** Every label, including errors. */
  *entries(): Generator<readonly [name: string, value: string, category: LabelCategory]> {
    for (const [name, value] of this.#stream) {
      if (!this.#deleted.has(name) && !this.#metadata.has(name) && !this.#parsed.has(name))
        yield [name, value, 'stream']
    }
    for (const [name, value] of this.#metadata) yield [name, value, 'metadata']
    for (const [name, value] of this.#parsed) yield [name, value, 'parsed']
    if (this.error !== '') yield [errorLabel, this.error, 'parsed']
    if (this.errorDetails !== '') yield [errorDetailsLabel, this.errorDetails, 'parsed']
  }

  /** The labels of one category, by name. */
  of(category: LabelCategory): Record<string, string> {
    const labels = [...this.entries()].filter(([, , labelCategory]) => labelCategory === category)
    return Object.fromEntries(labels.map(([name, value]) => [name, value] as const).sort(byName))
  }

  /**
   * The labels of a series with this grouping. As in Loki, a line with an error keeps all labels, and a
   * deleted label does not return by name. `metadataNames`: structured metadata that also distinguishes
   * series, except with `by`.
   */
  grouped(grouping: SeriesGrouping, metadataNames: ReadonlySet<string>): Record<string, string> {
    const kind = this.error === '' ? grouping.kind : 'all'
    if (kind === 'none') return {}
    const listed = new Set(grouping.kind === 'by' || grouping.kind === 'without' ? grouping.labels : [])
    const isShown = (name: string, category: LabelCategory) => {
      if (kind === 'by') return listed.has(name) && !isErrorLabel(name) && !this.#deleted.has(name)
      if (kind === 'without' && (listed.has(name) || isErrorLabel(name))) return false
      return category !== 'metadata' || metadataNames.has(name)
    }
    const shown = new Map<string, string>()
    for (const [name, value] of this.#aliases) {
      if (isShown(name, 'metadata') && this.get(name) === value) shown.set(name, value)
    }
    for (const [name, value, category] of this.entries()) if (isShown(name, category)) shown.set(name, value)
    return Object.fromEntries([...shown].filter(([, value]) => value !== '').sort(byName))
  }
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0
}
