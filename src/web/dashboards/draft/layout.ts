import { correctBounds, type LayoutItem, moveElement, verticalCompactor } from 'react-grid-layout/core'

/** Columns of the grid of every dashboard. */
export const gridColumns = 6
/** Height of a row, in pixels. */
export const rowHeight = 232
/** Height of a row with the heading of a group, in pixels. */
export const headingHeight = 36
/** Gap between rows and between columns, in pixels. */
export const gridGap = 12
/** Columns of a widget whose config has no width. */
const defaultWidth = 2
/** Maximum height of a widget, in rows. */
const maxHeight = 100
/** Maximum row of a widget in a config. Gaps between rows close anyway. */
const maxRow = 100_000

/** Position and size of a widget: column and row from 0, width in columns, height in rows. */
export interface Cell {
  key: string
  x: number
  y: number
  w: number
  h: number
  /** Other cells move around it. */
  isLocked?: boolean
}

/** A widget whose config says where it is. */
interface Placeable {
  key: string
  config: Readonly<Record<string, unknown>>
  isLocked?: boolean
}

/**
 * The cells of widgets, in their order. Files in circulation have gaps between rows, overlapping widgets and
 * widgets without a position: gaps close, overlapping widgets move down, and widgets without a position
 * follow in the first free space below.
 */
export function cellsOf(widgets: readonly Placeable[]): Cell[] {
  const placed: Cell[] = []
  /** Cells without a position. */
  const unplaced: Cell[] = []
  for (const { key, config, isLocked } of widgets) {
    const w = boundedInteger(config.sizeX, 1, gridColumns) ?? defaultWidth
    const h = boundedInteger(config.sizeY, 1, maxHeight) ?? 1
    const x = boundedInteger(config.col, 0, gridColumns)
    const y = boundedInteger(config.row, 0, maxRow)
    const cell = { key, x: Math.min(x ?? 0, gridColumns - w), y: y ?? 0, w, h, ...(isLocked && { isLocked }) }
    if (x === undefined || y === undefined) unplaced.push(cell)
    else placed.push(cell)
  }
  const all = compacted(placed)
  const firstRow = rowCount(all)
  for (const cell of unplaced) all.push({ ...cell, ...freePlace(all, cell, firstRow) })
  const byKey = new Map(all.map(cell => [cell.key, cell]))
  return widgets.flatMap(({ key }) => byKey.get(key) ?? [])
}

/** Moves a cell. Cells in its way make room, and gaps above cells close. */
export function moveCell(cells: readonly Cell[], key: string, x: number, y: number): Cell[] {
  const items = cells.map(itemOf)
  const item = items.find(({ i }) => i === key)
  if (!item) return [...cells]
  const target = { x: clamp(x, 0, gridColumns - item.w), y: Math.max(0, y) }
  const isUserAction = true
  const preventsCollision = false
  const moved = moveElement(
    items,
    item,
    target.x,
    target.y,
    isUserAction,
    preventsCollision,
    'vertical',
    gridColumns,
  )
  return cellsBack(cells, verticalCompactor.compact(moved, gridColumns))
}

/** Resizes a cell within the grid; cells below make room. */
export function resizeCell(cells: readonly Cell[], key: string, w: number, h: number): Cell[] {
  return compacted(
    cells.map(cell =>
      cell.key === key ? { ...cell, w: clamp(w, 1, gridColumns - cell.x), h: clamp(h, 1, maxHeight) } : cell,
    ),
  )
}

/** Position for a new cell of this size: the first free space at or below `fromRow`. */
export function freePlace(
  cells: readonly Cell[],
  { w, h }: Pick<Cell, 'w' | 'h'>,
  fromRow = 0,
): Pick<Cell, 'x' | 'y'> {
  for (let y = fromRow; ; y++) {
    for (let x = 0; x + w <= gridColumns; x++) {
      if (!cells.some(cell => overlaps(cell, { x, y, w, h }))) return { x, y }
    }
  }
}

/** Number of rows that the cells take. */
export function rowCount(cells: readonly Cell[]): number {
  return Math.max(0, ...cells.map(({ y, h }) => y + h))
}

/** The cells by row, then by column. */
export function readingOrder(cells: readonly Cell[]): Cell[] {
  return cells.toSorted((left, right) => left.y - right.y || left.x - right.x)
}

/** Whether two lists have the same cells in the same order, positions and sizes. */
export function sameCells(one: readonly Cell[], other: readonly Cell[]): boolean {
  return (
    one.length === other.length &&
    one.every((cell, index) => {
      const { key, x, y, w, h } = other[index] ?? cell
      return cell.key === key && cell.x === x && cell.y === y && cell.w === w && cell.h === h
    })
  )
}

/** The config of a widget with the position and size of a cell; the same object if nothing changes. */
export function configAt(config: Record<string, unknown>, { x, y, w, h }: Cell): Record<string, unknown> {
  const isThere = config.col === x && config.row === y
  const isSameSize = (config.sizeX ?? defaultWidth) === w && (config.sizeY ?? 1) === h
  return isThere && isSameSize ? config : { ...config, col: x, row: y, sizeX: w, sizeY: h }
}

/** Moves cells into the grid, apart from each other, and up until no gaps are left. */
function compacted(cells: readonly Cell[]): Cell[] {
  const bounded = correctBounds(cells.map(itemOf), { cols: gridColumns })
  return cellsBack(cells, verticalCompactor.compact(bounded, gridColumns))
}

/** A cell in the form of react-grid-layout. */
function itemOf({ key, x, y, w, h, isLocked }: Cell): LayoutItem {
  return { i: key, x, y, w, h, static: isLocked === true }
}

/** The cells at the positions of their items, in the order of `cells`. */
function cellsBack(cells: readonly Cell[], items: readonly LayoutItem[]): Cell[] {
  const byKey = new Map(items.map(item => [item.i, item]))
  return cells.map(cell => {
    const { x, y, w, h } = byKey.get(cell.key) ?? cell
    return { ...cell, x, y, w, h }
  })
}

function overlaps(one: Pick<Cell, 'x' | 'y' | 'w' | 'h'>, other: Pick<Cell, 'x' | 'y' | 'w' | 'h'>): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}

/** A number of a config, also as text, as an integer within bounds; undefined for anything else. */
function boundedInteger(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number)
    ? clamp(Math.round(number), min, max)
    : undefined
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
