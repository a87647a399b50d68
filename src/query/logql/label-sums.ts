import type { WorkTurns } from '../../async/next-turn.ts'
import type { Field } from '../../storage/contract/field.ts'
import type { WindowSeries } from '../../storage/contract/window-query.ts'
import { countedField, type Labels, labelSource, labelValue, withoutEmpty } from './labels.ts'
import { labelsKey } from './series.ts'

/** The labels that have a field. */
export function labelsWithField(labels: Iterable<string>): string[] {
  return [...labels].filter(label => {
    const source = labelSource(label)
    return source !== undefined && countedField(source) !== undefined
  })
}

/** The fields of labels, all of which must have one, in the same order. */
export function fieldsOf(labels: readonly string[]): Field[] {
  return labels.flatMap(label => {
    const source = labelSource(label)
    return (source && countedField(source)) ?? []
  })
}

/** Sums of one set of labels, by window. */
export interface LabelSums {
  labels: Labels
  sums: ReadonlyMap<number, number>
}

/**
 * Makes sums by labels from `found`, the sums by `fieldsOf(labels)`. Merges values of a field that are one
 * value of the label: several severities are one level.
 */
export async function mergeByLabels(
  found: readonly WindowSeries[],
  labels: readonly string[],
  turns: WorkTurns,
): Promise<LabelSums[]> {
  const merged = new Map<string, { labels: Labels; sums: Map<number, number> }>()
  for (const { values, sums } of found) {
    const named = withoutEmpty(labels.map((name, i) => [name, valueOfLabel(name, values[i] ?? '')]))
    const key = labelsKey(named)
    const entry = merged.get(key) ?? { labels: named, sums: new Map<number, number>() }
    merged.set(key, entry)
    for (const { window, sum } of sums) entry.sums.set(window, (entry.sums.get(window) ?? 0) + sum)
    const turn = turns.after(sums.length + 1)
    if (turn) await turn
  }
  return [...merged.values()]
}

function valueOfLabel(name: string, value: string | number): string {
  const source = labelSource(name)
  return source === undefined ? '' : labelValue(source, value)
}
