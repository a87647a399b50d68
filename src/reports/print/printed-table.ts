import { exactNumber } from '../../charts/number-text.ts'
import type { Cell, Column, Section, Table } from '../document/document.ts'
import { rowBatches } from '../document/row-batches.ts'
import { cellText, isNumeric } from './cell-text.ts'

/** A table whose cells are texts. */
export interface PrintedTable {
  title: string
  /** `name`: the member of the event or result that the column shows. */
  columns: { name: string; title: string; numeric: boolean; time: boolean }[]
  rows: string[][]
  /** Columns at the left in which the rows of a group have equal cells. */
  groupedColumns: number
  /** Sentences about omitted rows and columns. */
  notes: string[]
  /** Number of all rows if some are left out. */
  cappedFrom: number | undefined
}

/** Blanks grouped cells of a row that repeat the row above. */
export function blankRepeatedCells(
  row: readonly string[],
  above: readonly string[],
  groupedColumns: number,
): readonly string[] {
  const repeatsGroup =
    groupedColumns > 0 && row.slice(0, groupedColumns).every((text, index) => text === above[index])
  return repeatsGroup ? row.map((text, index) => (index < groupedColumns ? '' : text)) : row
}

/** Whether a table has only numbers and times. Each of its rows is then one line. */
export function hasOnlyNumbersAndTimes({ columns }: PrintedTable): boolean {
  return columns.every(({ numeric, time }) => numeric || time)
}

/** The columns of events on paper, which has no room for all. A widget may name others. */
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

/** Maximum columns for which a page has room. */
const maxColumns = 16

/**
 * Reads the first `limit` rows of a table as texts. Omits empty columns, and columns for which a page has no
 * room.
 */
export async function printedTable(
  table: Table,
  section: Section,
  limit: number,
  zone: string,
  signal: AbortSignal,
): Promise<PrintedTable> {
  const wanted = wantedColumns(table, section)
  const rows: string[][] = []
  for await (const batch of rowBatches(table.rows, limit)) {
    signal.throwIfAborted()
    for (const row of batch) {
      rows.push(wanted.map(({ column, index }) => printed(row[index] ?? null, column, section, zone)))
    }
  }
  const filled = wanted
    .map(({ column }, index) => ({ column, index }))
    .filter(({ index }) => rows.length === 0 || rows.some(row => row[index] !== ''))
  const used = filled.slice(0, maxColumns)
  const cappedFrom = table.count > rows.length ? table.count : undefined
  const notes: string[] = []
  if (cappedFrom !== undefined) {
    const [shown, all] = [exactNumber(rows.length), exactNumber(cappedFrom)]
    notes.push(`The first ${shown} of ${all} rows are shown. Exports as csv, json or Excel have more.`)
  }
  if (used.length < filled.length) {
    const columns = `The first ${used.length} of ${filled.length} columns are shown.`
    notes.push(`${columns} Exports as csv, json or Excel have all.`)
  }
  if (wanted.length < table.columns.length) {
    notes.push('Each event has more members: exports as csv, json or Excel have them.')
  }
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
    notes,
    cappedFrom,
  }
}

/** A cell as text; JSON of an event as words. */
function printed(cell: Cell, { name, kind }: Column, { type }: Section, zone: string): string {
  // In tables of other types these may be names of tags, whose values are any text.
  const inWords = type === 'Search' && typeof cell === 'string' ? jsonInWords.get(name) : undefined
  return cellText(inWords === undefined ? cell : inWords(String(cell)), kind, zone)
}

/** By name of a column of events with JSON: the function that formats its values for people. */
const jsonInWords: ReadonlyMap<string, (json: string) => string> = new Map([
  ['user_tags', tagsInWords],
  ['trigger_ids', (json: string) => JSON.parse(json).join(', ')],
])

/** Formats JSON of tags as name=value. */
function tagsInWords(json: string): string {
  return Object.entries(JSON.parse(json))
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

/** The columns to print, with their indexes in the table. */
function wantedColumns({ columns }: Table, { type, widget }: Section): { column: Column; index: number }[] {
  const all = columns.map((column, index) => ({ column, index }))
  if (type !== 'Search' || Array.isArray(widget?.config.columns)) return all
  const picked = all.filter(({ column }) => eventColumns.has(column.name))
  return picked.length > 0 ? picked : all
}
