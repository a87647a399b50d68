import { labelSource } from './labels.ts'
import type { LogLine } from './log-lines.ts'
import { isLabelName } from './pipeline/label-names.ts'

/** A label of lines that is not a label of their stream. */
export interface LineField {
  label: string
  /** Number of different values. */
  cardinality: number
}

/** The labels of these lines that are not labels of their streams and that selectors may name, by name. */
export function lineFields(lines: readonly LogLine[]): LineField[] {
  const values = new Map<string, Set<string>>()
  for (const { metadata } of lines) {
    for (const [label, value] of Object.entries(metadata)) {
      const labelValues = values.get(label) ?? new Set<string>()
      values.set(label, labelValues.add(value))
    }
  }
  return [...values]
    .filter(([label]) => labelSource(label) !== undefined && isLabelName(label))
    .map(([label, { size }]) => ({ label, cardinality: size }))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}
