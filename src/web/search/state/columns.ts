/** A column of the results: a field of events, or the name of a tag. */
export interface Column {
  field: string
  /** Pixels; absent: the default of the field. */
  width?: number
}

/** Columns for a user who has chosen none. */
export const defaultColumns: readonly Column[] = [
  { field: 'severity' },
  { field: 'last_occurrence' },
  { field: 'host' },
  { field: 'program' },
  { field: 'message' },
  { field: 'counter' },
]

export const maxColumns = 30
/** Maximum UTF-16 units of a name that is read; a longer one is cut. */
const maxFieldLength = 200
/** Bounds of the width that users choose, in pixels. */
export const minColumnWidth = 48
export const maxColumnWidth = 1600

/** Columns as text, for the address and the preferences: `host,message:600,SrcIP`. Escapes % : , in names. */
export function columnsText(columns: readonly Column[]): string {
  return columns
    .map(({ field, width }) => `${escapePart(field)}${width === undefined ? '' : `:${width}`}`)
    .join(',')
}

/** Reads `columnsText`. Skips invalid and repeated columns; undefined if nothing is left. */
export function readColumns(text: string | null): Column[] | undefined {
  const columns: Column[] = []
  for (const part of (text ?? '').split(',')) {
    const [name = '', width] = part.split(':')
    const field = unescapePart(name).slice(0, maxFieldLength)
    if (field === '' || columns.some(column => column.field === field)) continue
    if (columns.length === maxColumns) break
    columns.push(width !== undefined && /^\d{1,4}$/.test(width) ? sized(field, Number(width)) : { field })
  }
  return columns.length === 0 ? undefined : columns
}

/** Whether two lists have the same columns, in the same order and widths. */
export function sameColumns(one: readonly Column[], other: readonly Column[]): boolean {
  return columnsText(one) === columnsText(other)
}

/** Adds a column before the message, or at the end; no column twice, and none beyond the maximum. */
export function withColumn(columns: readonly Column[], field: string): readonly Column[] {
  if (columns.length >= maxColumns || columns.some(column => column.field === field)) return columns
  const at = columns.findIndex(column => column.field === 'message')
  return columns.toSpliced(at < 0 ? columns.length : at, 0, { field })
}

/** The columns without one of them; unchanged if it is the only one. */
export function withoutColumn(columns: readonly Column[], field: string): readonly Column[] {
  const remaining = columns.filter(column => column.field !== field)
  return remaining.length === 0 ? columns : remaining
}

/** The columns with one of them moved `by` positions to the right, or to the left if negative. */
export function withColumnMoved(columns: readonly Column[], field: string, by: number): readonly Column[] {
  const from = columns.findIndex(column => column.field === field)
  const moved = columns[from]
  if (!moved) return columns
  const to = Math.max(0, Math.min(columns.length - 1, from + by))
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** The columns with a new width of one column, within the bounds; undefined: its default width. */
export function withColumnSized(
  columns: readonly Column[],
  field: string,
  width: number | undefined,
): readonly Column[] {
  const changed = width === undefined ? { field } : sized(field, width)
  return columns.map(column => (column.field === field ? changed : column))
}

/** A column with a width within the bounds. */
function sized(field: string, width: number): Column {
  return { field, width: Math.round(Math.max(minColumnWidth, Math.min(maxColumnWidth, width))) }
}

function escapePart(text: string): string {
  return text.replace(/[%:,]/g, character => `%${character.charCodeAt(0).toString(16)}`)
}

function unescapePart(text: string): string {
  return text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
