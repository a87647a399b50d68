import type { Cell } from './layout.ts'

/** What the widgets of a grid may do while they are shown. Its functions stay the same. */
export interface GridEditor {
  /** The builder is open; otherwise only the menu of each widget is there. */
  isEditing: boolean
  isLayoutLocked: boolean
  /** Messages of the service about widgets, by their keys. */
  faults: ReadonlyMap<string, readonly string[]>
  place: (cells: readonly Cell[]) => void
  /** By columns and rows. */
  move: (key: string, columns: number, rows: number) => void
  resize: (key: string, columns: number, rows: number) => void
  edit: (key: string) => void
  duplicate: (key: string) => void
  copyTo: (key: string) => void
  remove: (key: string) => void
  /** Only who may change the dashboard. */
  canEdit: boolean
}
