import type { Column } from '../document.ts'

/** Start and end of a period; the end is exclusive. */
export const periodColumns: readonly Column[] = [
  { name: 'ts_from', title: 'From', kind: 'time' },
  { name: 'ts_to', title: 'To', kind: 'time' },
]
