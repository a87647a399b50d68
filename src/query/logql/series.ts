import type { Labels } from './labels.ts'

/** Values of a metric at each step; undefined if a step has none. */
export interface Series {
  labels: Labels
  /** Equal for equal labels. */
  key: string
  values: readonly (number | undefined)[]
}

/** A key of labels, equal for equal labels: their JSON in the order of their names. */
export function labelsKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A series with its key. */
export function seriesWith(labels: Labels, values: Series['values']): Series {
  return { labels, key: labelsKey(labels), values }
}

/** Series in the order of their labels. */
export function inOrder(series: readonly Series[]): Series[] {
  return series.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
