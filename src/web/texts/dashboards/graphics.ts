/** Texts of charts. */
export const graphicsTexts = {
  soFar: ' · so far',
  occurrences: (count: number) => (count === 1 ? 'occurrence' : 'occurrences'),
  more: (count: number) => `${count} more`,
  keys: (label: string) => `${label}. Arrow keys move, Enter zooms in.`,
  readKeys: (label: string) => `${label}. Arrow keys move.`,
} as const
