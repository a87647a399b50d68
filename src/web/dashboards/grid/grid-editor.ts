import type { Cell } from '../draft/layout.ts'

/** Actions for the widgets of a grid. Its functions keep their identity. */
export interface GridEditor {
  /** Whether the builder is open; otherwise only the menu of each widget is available. */
  isEditing: boolean
  isLayoutLocked: boolean
  /** Messages of the service about widgets, by their keys. */
  faults: ReadonlyMap<string, readonly string[]>
  place: (cells: readonly Cell[]) => void
  /** Distance in columns and rows. */
  move: (key: string, columns: number, rows: number) => void
  resize: (key: string, columns: number, rows: number) => void
  edit: (key: string) => void
  duplicate: (key: string) => void
  copyTo: (key: string) => void
  remove: (key: string) => void
  /** False for users who may not change the dashboard. */
  canEdit: boolean
}
