import type { Cell, Column, Figure, Table } from '../document/document.ts'

/**
 * A table with one row per record; each column holds the member of its name. A missing member is an empty
 * cell, a boolean is text.
 */
export function recordTable(
  title: string,
  columns: readonly Column[],
  records: readonly Readonly<Record<string, unknown>>[],
): Table {
  const rows = records.map(record => columns.map(({ name }) => cellOf(record[name])))
  return { title, columns, rows, count: rows.length }
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'number' ? value : String(value)
}

export function figuresOf(columns: readonly Column[], record: Readonly<Record<string, unknown>>): Figure[] {
  return columns.map(column => ({ ...column, value: cellOf(record[column.name]) }))
}
