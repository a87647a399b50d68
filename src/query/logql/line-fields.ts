import { labelSource } from './labels.ts'
import type { LogLine } from './log-lines.ts'
import { isLabelName } from './pipeline/label-names.ts'

/** A label that lines have besides the labels of their streams. */
export interface LineField {
  label: string
  /** Different values. */
  cardinality: number
}

/**
 * The labels of these lines that selectors may name, without the labels of their streams, in the order of
 * their names.
 */
export function lineFields(lines: readonly LogLine[]): LineField[] {
  const values = new Map<string, Set<string>>()
  for (const { metadata } of lines) {
    for (const [label, value] of Object.entries(metadata)) {
      const known = values.get(label) ?? new Set<string>()
      values.set(label, known.add(value))
    }
  }
  return [...values]
    .filter(([label]) => labelSource(label) !== undefined && isLabelName(label))
    .map(([label, { size }]) => ({ label, cardinality: size }))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}
