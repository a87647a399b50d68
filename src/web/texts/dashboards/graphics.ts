import { exactNumber } from '../../../charts/number-text.ts'

/** Texts of charts. */
export const graphicsTexts = {
  soFar: ' · so far',
  occurrences: (count: number) => (count === 1 ? 'occurrence' : 'occurrences'),
  more: (count: number) => `${count} more`,
  before: (name: string, count: number) => `${exactNumber(count)} ${name}`,
  /** Accessible names of charts with and without zoom, with their keys. */
  zoomable: (label: string) => `${label}. Arrow keys move, Enter zooms in.`,
  heatOpens: (label: string) => `${label}. Arrow keys move, Enter searches.`,
  heatFixed: (label: string) => `${label}. Arrow keys move.`,
  heatLegend: 'Occurrences',
  fixed: (label: string) => `${label}. Arrow keys move.`,
} as const
