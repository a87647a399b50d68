import { exactNumber } from '../../charts/number-text.ts'
import type { Section } from '../document/document.ts'
import { drawChart } from '../drawing/draw-chart.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { failureText, sectionLines } from './captions.ts'
import { clean, figureText } from './cell-text.ts'
import type { PrintedTable } from './printed-table.ts'

/** The content of a widget's panel on paper. */
export interface PanelContent {
  title: string
  /** Range, filter, caveats and figures, without empty ones. */
  lines: string[]
  failure: string | undefined
  /** The text of a note, in Markdown. */
  note: string | undefined
  drawing: Drawing | undefined
  /** The first rows of a widget without a drawing. */
  excerpt: Excerpt | undefined
  /**
   * The tables to print after the charts: all tables with rows, except the first one if the drawing shows all
   * of it. Includes the table of the excerpt, even if the excerpt has all rows and columns: the excerpt's
   * cells are cut to one line.
   */
  followingTables: readonly PrintedTable[]
}

/**
 * Makes the content of a panel. `width`: the panel's width in points. `chart`: size in CSS pixels. `range`:
 * the section's range; '' if it equals the document's range.
 */
export function panelContent(
  section: Section,
  tables: readonly PrintedTable[],
  options: { width: number; chart: { width: number; height: number }; range: string; zone: string },
): PanelContent {
  const { width, chart, range, zone } = options
  const figures = section.figures
    .map(({ title, value, kind }) => `${clean(title)} ${figureText(value, kind, zone)}`)
    .join('   ·   ')
  const failure = failureText(section)
  const drawing = drawChart(section, { ...chart, zone })
  const table = drawing ? undefined : tables.find(({ rows }) => rows.length > 0)
  const drawn = drawing?.hasWholeTable && tables[0]?.notes.length === 0 ? tables[0] : undefined
  const isEmpty = !drawing && !table && failure === undefined && section.note === undefined
  return {
    title: clean(section.title),
    lines: [
      ...sectionLines(range, section),
      ...[figures, isEmpty ? 'Nothing to show.' : ''].filter(line => line !== ''),
    ],
    failure,
    note: section.note,
    drawing,
    excerpt: table && excerptOf(table, width),
    followingTables: tables.filter(each => each !== drawn && each.rows.length > 0),
  }
}

/** Maximum rows in a panel: about the height of a chart. */
const maxRows = 8
/** Columns dropped, in this order, when not all fit. */
const droppableColumns = ['user_tags', 'cisco_mnemonic', 'counter', 'program', 'severity_name']
const requiredColumn = 'message'

/** Points per digit. A column of numbers needs all its digits: a truncated number would mislead. */
const digitWidth = 4.2
const cellPadding = 10
const minTextWidth = 70
/** Minimum points of the message: with several other columns, and with one. */
const minMessageWidth = { many: 170, two: 110 } as const

/** The first rows of a table, for a panel. */
interface Excerpt {
  table: PrintedTable
  /** Says what is left out; '' if nothing is. */
  note: string
}

/** The first rows of a table, one line each, with the columns that fit into `maxWidth` (points). */
export function excerptOf(table: PrintedTable, maxWidth: number): Excerpt {
  const rows = table.rows.slice(0, maxRows)
  const kept = keptColumns({ ...table, rows }, maxWidth)
  const all = table.cappedFrom ?? table.rows.length
  let note = ''
  if (all > rows.length) {
    note = `The first ${rows.length} of ${exactNumber(all)} rows; more of them follow the charts.`
  } else if (kept.length < table.columns.length) note = 'The table with all columns follows the charts.'
  return {
    note,
    table: {
      ...table,
      notes: [],
      groupedColumns: 0,
      columns: kept.flatMap(index => table.columns[index] ?? []),
      rows: rows.map(row => kept.map(index => oneLine(row[index] ?? ''))),
    },
  }
}

/**
 * Indexes of the columns that fit. Drops one column after the other: first `droppableColumns`, then the last
 * columns.
 */
function keptColumns(table: PrintedTable, maxWidth: number): number[] {
  const { columns } = table
  const kept = columns.map((_, index) => index)
  const minWidth = (index: number) =>
    columns[index]?.name === requiredColumn
      ? minMessageWidth[kept.length > 2 ? 'many' : 'two']
      : minColumnWidth(table, index)
  while (kept.length > 1 && kept.reduce((sum, index) => sum + minWidth(index), 0) > maxWidth) {
    const name = droppableColumns.find(name => kept.some(index => columns[index]?.name === name))
    const shouldDrop = (index: number) =>
      name === undefined ? columns[index]?.name !== requiredColumn : columns[index]?.name === name
    kept.splice(kept.findLastIndex(shouldDrop), 1)
  }
  return kept
}

function minColumnWidth({ columns, rows }: PrintedTable, index: number): number {
  const column = columns[index]
  if (!column?.numeric && !column?.time) return minTextWidth
  const longest = rows.reduce((max, row) => Math.max(max, row[index]?.length ?? 0), column.title.length)
  return longest * digitWidth + cellPadding
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
