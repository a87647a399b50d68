import type { StoredEvent } from '../../schema/event/event.ts'
import { labelSource, metadataOf } from './labels.ts'

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
export function lineFields(events: readonly StoredEvent[]): LineField[] {
  const values = new Map<string, Set<string>>()
  for (const event of events) {
    for (const [label, value] of Object.entries(metadataOf(event))) {
      const known = values.get(label) ?? new Set<string>()
      values.set(label, known.add(value))
    }
  }
  return [...values]
    .filter(([label]) => labelSource(label) !== undefined && isLabelName(label))
    .map(([label, { size }]) => ({ label, cardinality: size }))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}

/** Whether LogQL can write the name. */
export function isLabelName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}
