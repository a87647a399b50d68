import type { Cell } from '../draft/layout.ts'

/**
 * Actions for the widgets of a grid, and the state that decides which are offered. Its functions keep their
 * identity while its other members do.
 */
export interface GridEditor {
  /** Whether the builder is open; otherwise only the menu of each widget is available. */
  isEditing: boolean
  /** The user has locked positions and sizes against accidental changes. */
  isLayoutLocked: boolean
  /** Messages of the service about widgets, by their keys. */
  faults: ReadonlyMap<string, readonly string[]>
  /** Moves and resizes all widgets as in these cells. */
  place: (cells: readonly Cell[]) => void
  /** Moves a widget or the heading of a group by columns and rows. */
  move: (key: string, columns: number, rows: number) => void
  /** Makes a widget larger by columns and rows. */
  resize: (key: string, columns: number, rows: number) => void
  edit: (key: string) => void
  duplicate: (key: string) => void
  /** Asks for another dashboard, and copies the widget to it. */
  copyTo: (key: string) => void
  remove: (key: string) => void
  /** Asks for the title of a group of rows. */
  editGroup: (key: string) => void
  /** Removes the heading of a group; its widgets stay. */
  removeGroup: (key: string) => void
  /** False for users who may not change the dashboard. */
  canEdit: boolean
}
