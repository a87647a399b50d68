import { exactNumber } from '../../charts/number-text.ts'
import type { Cell, Column, Section, Table } from '../document.ts'
import { rowBatches } from '../row-batches.ts'
import { cellText, isNumeric } from './cell-text.ts'

/** A table as it is printed: texts only. */
export interface PrintedTable {
  title: string
  /** `name` is the member's. */
  columns: { name: string; title: string; numeric: boolean; time: boolean }[]
  rows: string[][]
  /** Columns at the left in which rows that belong together say the same. */
  groupedColumns: number
  /** What is not shown, in words. */
  notes: string[]
  /** How many rows there would be, when there are more than shown. */
  cappedFrom: number | undefined
}

/** A row below another: what all rows of its group say is said by the first. */
export function blankRepeatedCells(
  row: readonly string[],
  above: readonly string[],
  groupedColumns: number,
): readonly string[] {
  const belongs =
    groupedColumns > 0 && row.slice(0, groupedColumns).every((text, index) => text === above[index])
  return belongs ? row.map((text, index) => (index < groupedColumns ? '' : text)) : row
}

/** Whether there are only numbers and times in it: every row is one line. */
export function hasOnlyNumbersAndTimes({ columns }: PrintedTable): boolean {
  return columns.every(({ numeric, time }) => numeric || time)
}

/** An event has more members than a page is wide: what people read by eye. A widget that names its columns gets those. */
const eventColumns = new Set([
  'last_occurrence',
  'counter',
  'host',
  'program',
  'cisco_mnemonic',
  'severity_name',
  'message',
  'user_tags',
])

/** What a page is wide enough for. */
const maxColumns = 16

/** Reads at most `limit` rows of a table, as texts. Columns in which nothing stands are left out, and those that no page has room for. */
export async function printedTable(
  table: Table,
  section: Section,
  limit: number,
  zone: string,
  signal: AbortSignal,
): Promise<PrintedTable> {
  const wanted = wantedColumns(table, section)
  const rows: string[][] = []
  for await (const batch of rowBatches(table, limit)) {
    signal.throwIfAborted()
    for (const row of batch) {
      rows.push(wanted.map(({ column, index }) => printed(row[index] ?? null, column, zone)))
    }
  }
  const filled = wanted
    .map(({ column }, index) => ({ column, index }))
    .filter(({ index }) => rows.length === 0 || rows.some(row => row[index] !== ''))
  const used = filled.slice(0, maxColumns)
  const cappedFrom = table.count > rows.length ? table.count : undefined
  return {
    title: table.title,
    columns: used.map(({ column }) => ({
      name: column.name,
      title: column.title,
      numeric: isNumeric(column.kind),
      time: column.kind === 'time',
    })),
    rows: rows.map(row => used.map(({ index }) => row[index] ?? '')),
    groupedColumns: used.filter(({ index }) => index < (table.groupedColumns ?? 0)).length,
    notes: [
      ...(cappedFrom === undefined
        ? []
        : [
            `The first ${exactNumber(rows.length)} of ${exactNumber(cappedFrom)} rows are shown. Exports as csv, json or Excel have more.`,
          ]),
      ...(used.length < filled.length
        ? [
            `The first ${used.length} of ${filled.length} columns are shown. Exports as csv, json or Excel have all.`,
          ]
        : []),
      ...(wanted.length < table.columns.length
        ? ['Each event has more members: exports as csv, json or Excel have them.']
        : []),
    ],
    cappedFrom,
  }
}

function printed(cell: Cell, { name, kind }: Column, zone: string): string {
  return cellText(name === 'user_tags' && typeof cell === 'string' ? tagsInWords(cell) : cell, kind, zone)
}

/** The tags of an event, an object as JSON, as people write them. */
function tagsInWords(json: string): string {
  return Object.entries(JSON.parse(json))
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

function wantedColumns({ columns }: Table, { type, widget }: Section): { column: Column; index: number }[] {
  const all = columns.map((column, index) => ({ column, index }))
  if (type !== 'Search' || Array.isArray(widget?.config.columns)) return all
  const picked = all.filter(({ column }) => eventColumns.has(column.name))
  return picked.length > 0 ? picked : all
}
