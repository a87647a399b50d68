import type { FigureReads } from '../../storage/store/figures/figures.ts'
import type { Source } from '../kind.ts'

/** Source of a series of figures, which has at most one row per interval. Figures have no repeats. */
export function figuresSource({ journal }: FigureReads, intervalSeconds: number): Source {
  return { journal, window: 0, estimateRows: (from, to) => Math.ceil((to - from) / intervalSeconds) }
}
