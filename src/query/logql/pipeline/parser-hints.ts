import { duplicateSuffix, errorLabel, type FilterableLabels, type SeriesGrouping } from './label-kinds.ts'

/** A label filter that is a stage of its own. */
export interface SingleFilter {
  label: string
  fits: (labels: FilterableLabels) => boolean
}

interface HintParts {
  /** Whether no label is needed. */
  hasNoLabels?: boolean
  /** The labels that are needed; empty: all. */
  required?: Iterable<string>
  filters?: readonly SingleFilter[]
}

/**
 * Decides which labels parsers may skip, exactly as Loki does: for a metric by one label they stop at that
 * label, so that later faults of the line do not matter. A line is dropped as soon as a filter rejects a
 * parsed label.
 */
export class ParserHints {
  readonly #hasNoLabels: boolean
  readonly #required: ReadonlySet<string>
  readonly #extracted = new Set<string>()
  readonly #filters = new Map<string, SingleFilter>()
  /** True: the expression asks for errors of its stages, so errors do not fail the metric. */
  readonly preservesErrors: boolean

  constructor({ hasNoLabels = false, required = [], filters = [] }: HintParts = {}) {
    this.#hasNoLabels = hasNoLabels
    this.#required = new Set(required)
    this.preservesErrors = this.#required.has(errorLabel)
    // If a label has several filters, the first one decides.
    for (const filter of filters.toReversed()) this.#filters.set(filter.label, filter)
  }

  /** Forgets the labels of the previous line. */
  reset(): void {
    this.#extracted.clear()
  }

  /** Records that a label of the line is set. */
  recordExtracted(label: string): void {
    if (this.#required.has(label)) this.#extracted.add(label)
  }

  /** Whether the line needs no labels, or only labels that are already extracted. */
  get needsNothing(): boolean {
    return this.#hasNoLabels || this.hasEverything
  }

  /** Whether all required labels are extracted. */
  get hasEverything(): boolean {
    return this.#required.size > 0 && this.#extracted.size === this.#required.size
  }

  /** Whether a parser must set this label. */
  needs(label: string): boolean {
    return this.#required.size === 0 || this.#required.has(label)
  }

  /** Whether any label with this prefix is needed. */
  needsPrefix(prefix: string): boolean {
    if (this.#required.size === 0) return true
    for (const label of this.#required) if (label.startsWith(prefix)) return true
    return false
  }

  /** Whether a line may continue with this label's current value. */
  accepts(label: string, labels: FilterableLabels): boolean {
    return this.#filters.get(label)?.fits(labels) ?? true
  }
}

/**
 * Hints for a range function, as Loki gives them. A single series and series `by` labels need known labels;
 * other series need all labels. With `by`, filters do not drop lines early. `usedByStages`: labels that
 * stages read; `unwrapped`: label of the sample.
 */
export function hintsForSeries(
  grouping: SeriesGrouping,
  usedByStages: readonly string[],
  filters: readonly SingleFilter[],
  unwrapped?: string,
): ParserHints {
  const groups = grouping.kind === 'by' ? grouping.labels : []
  const needed = [...usedByStages, ...groups, ...(unwrapped === undefined ? [] : [unwrapped])]
  // Parsers meet a label before it gets its suffix.
  const required = needed.flatMap(name =>
    name.endsWith(duplicateSuffix) ? [name, name.slice(0, -duplicateSuffix.length)] : [name],
  )
  if (grouping.kind === 'none')
    return new ParserHints(required.length > 0 ? { required, filters } : { hasNoLabels: true })
  return new ParserHints(grouping.kind === 'by' ? { required } : { filters })
}
