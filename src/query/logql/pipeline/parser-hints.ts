import { duplicateSuffix, errorLabel, type FilterableLabels, type SeriesGrouping } from './label-kinds.ts'

/** A label filter that stands alone in its stage. */
export interface SingleFilter {
  label: string
  fits: (labels: FilterableLabels) => boolean
}

interface HintParts {
  hasNoLabels?: boolean
  required?: Iterable<string>
  filters?: readonly SingleFilter[]
}

/**
 * What parsers may leave out, exactly as in Loki: a metric by one label stops at that label, so that faults
 * of the line behind it do not count, and a parsed label that a filter does not accept drops the line.
 */
export class ParserHints {
  readonly #hasNoLabels: boolean
  readonly #required: ReadonlySet<string>
  readonly #extracted = new Set<string>()
  readonly #filters = new Map<string, SingleFilter>()
  /** The expression asks for the errors of its stages, so that they do not fail a metric. */
  readonly preservesErrors: boolean

  constructor({ hasNoLabels = false, required = [], filters = [] }: HintParts = {}) {
    this.#hasNoLabels = hasNoLabels
    this.#required = new Set(required)
    this.preservesErrors = this.#required.has(errorLabel)
    // The first filter of a label decides.
    for (const filter of filters.toReversed()) this.#filters.set(filter.label, filter)
  }

  /** Called before each line. */
  reset(): void {
    this.#extracted.clear()
  }

  recordExtracted(label: string): void {
    if (this.#required.has(label)) this.#extracted.add(label)
  }

  /** No label of the line is needed, or no further one. */
  get needsNothing(): boolean {
    return this.#hasNoLabels || this.hasEverything
  }

  get hasEverything(): boolean {
    return this.#required.size > 0 && this.#extracted.size === this.#required.size
  }

  needs(label: string): boolean {
    return this.#required.size === 0 || this.#required.has(label)
  }

  /** Whether any label with this prefix is needed. */
  needsPrefix(prefix: string): boolean {
    if (this.#required.size === 0) return true
    for (const label of this.#required) if (label.startsWith(prefix)) return true
    return false
  }

  /** Whether a line may continue with the present value of this label. */
  accepts(label: string, labels: FilterableLabels): boolean {
    return this.#filters.get(label)?.fits(labels) ?? true
  }
}

/**
 * The hints for the series of a range function. `named`: labels that stages read; `unwrapped`: the label
 * whose value is the sample.
 */
export function hintsForSeries(
  grouping: SeriesGrouping,
  named: readonly string[],
  filters: readonly SingleFilter[],
  unwrapped?: string,
): ParserHints {
  const groups = grouping.kind === 'by' || grouping.kind === 'without' ? grouping.labels : []
  const all = [...named, ...groups, ...(unwrapped === undefined ? [] : [unwrapped])]
  // A parsed label has its suffix only after the parser has found it.
  const required = all.flatMap(name =>
    name.endsWith(duplicateSuffix) ? [name, name.slice(0, -duplicateSuffix.length)] : [name],
  )
  if (grouping.kind === 'none')
    return new ParserHints(required.length > 0 ? { required, filters } : { hasNoLabels: true })
  return new ParserHints(grouping.kind === 'by' ? { required } : { filters })
}
