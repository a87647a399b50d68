import { setImmediate } from 'node:timers/promises'
import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import {
  areTooWide,
  type ColumnWish,
  columnWidths,
  longestWord,
  measuredRows,
} from '../print/column-widths.ts'
import { blankRepeatedCells, hasOnlyNumbersAndTimes, type PrintedTable } from '../print/printed-table.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'

/** Points between blocks of a table side by side. */
const gap = 22
const maxBlocks = 3
/** Minimum rows of a table in several blocks; shorter tables are easier to read in one. */
const minBlockRows = 16
/** Minimum rows of each block on a page. */
const minRowsOnPage = 3
/** Font size of a table in several blocks. */
const blockFontSize = 8
/** Font sizes in order of preference: the first one that gives every column its minimum width is used. */
const fontSizes = [8, 7.2, 6.4, 5.6] as const

/** Minimum width of a text column, in parts of the font size. */
const minTextColumn = 7

/** Whether the columns would be too narrow on a portrait page, which has `portraitWidth` points. */
export async function wantsLandscape(
  page: PageWriter,
  table: PrintedTable,
  portraitWidth: number,
): Promise<boolean> {
  await prepareTable(page, table)
  return areTooWide(columnWishes(page, table, fontSizes[0]), portraitWidth)
}

/** Reads the fonts of a table. Required before it is measured. */
export async function prepareTable(page: PageWriter, table: PrintedTable): Promise<void> {
  await page.prepare('bold', [...table.columns.map(({ title }) => title), table.title])
  await page.prepare('regular', table.rows.flat())
  await page.prepare('regular', [...table.notes, 'No rows'])
}

/** Tables with at most this many rows are kept on one page. */
const maxUnbrokenRows = 14
/** Minimum rows of a longer table on its first page. */
const minFirstRows = 4
/** Approximate heights in points: the title with the header, a note, and a row of one line. */
const approximateHeight = { head: 40, note: 14, row: 17.5 } as const

/** Points wanted on a table's first page: all of a short table, some rows of a long one. */
export function wantedHeight({ rows, notes }: PrintedTable): number {
  const wantedRows = rows.length <= maxUnbrokenRows ? rows.length : minFirstRows
  const { head, note, row } = approximateHeight
  return head + notes.length * note + wantedRows * row
}

/** Writes a table, with its header on each page. */
export async function writeTable(page: PageWriter, table: PrintedTable, signal: AbortSignal): Promise<void> {
  await prepareTable(page, table)
  const title: TextStyle = { size: 10.5, colour: palette.ink, weight: 'bold' }
  page.ensureHeight(wantedHeight(table))
  page.y += page.text(table.title, page.left, page.y, page.width, title) + 5
  for (const note of table.notes) {
    const style = { size: 8, colour: palette.inkFaint, maxLines: 3 }
    page.y += page.text(note, page.left, page.y, page.width, style) + 3
  }
  const inBlocks = blockLayout(page, table)
  if (inBlocks) await writeBlocks(page, table, inBlocks, signal)
  else await writeRows(page, table, layoutIn(page, table, page.width), signal)
  page.y += 16
}

async function writeRows(
  page: PageWriter,
  table: PrintedTable,
  layout: TableLayout,
  signal: AbortSignal,
): Promise<void> {
  const header = layOutHeader(page, layout, table)
  const writeHeader = () => {
    const at = { x: page.left, y: page.y, background: palette.accentSoft, alignBottom: true }
    writeRow(page, table, layout, header, at)
    page.y += header.height
  }
  writeHeader()
  if (table.rows.length === 0) {
    const style = { size: 8.5, colour: palette.inkFaint }
    page.y += page.text('No rows', page.left + padding.x, page.y + 5, 200, style) + 10
  }
  for (const [index, row] of table.rows.entries()) {
    if (index % 64 === 0) await handleMessages(signal)
    const shown = blankRepeatedCells(row, table.rows[index - 1] ?? [], table.groupedColumns)
    let laidOut = layOutRow(page, layout, shown)
    if (page.y + laidOut.height > page.bottom) {
      page.startPage()
      writeHeader()
      // The first row of a page shows repeated cells too.
      laidOut = layOutRow(page, layout, row)
    }
    writeRow(page, table, layout, laidOut, { x: page.left, y: page.y, background: rowBackground(index) })
    page.y += laidOut.height
  }
}

/** Lets the thread handle messages, above all a cancel, which rejects. */
async function handleMessages(signal: AbortSignal): Promise<void> {
  await setImmediate()
  signal.throwIfAborted()
}

/** The layout of a table in `maxWidth` points. */
export function layoutIn(page: PageWriter, table: PrintedTable, maxWidth: number): TableLayout {
  for (const size of fontSizes) {
    const widths = columnWidths(columnWishes(page, table, size), maxWidth)
    if (widths) return { size, widths }
  }
  // Too many columns: all get the same width.
  return { size: fontSizes.at(-1) ?? 6, widths: table.columns.map(() => maxWidth / table.columns.length) }
}

function columnWishes(page: PageWriter, { columns, rows }: PrintedTable, size: number): ColumnWish[] {
  return columns.map(({ title, numeric, time }, index): ColumnWish => {
    const head = longestWord(title, word => page.measure(word, { size, weight: 'bold' }))
    let widest = 0
    for (const row of rows.slice(0, measuredRows)) {
      // A cell of several lines is as wide as its longest line; 400 characters are wider than a page.
      for (const line of (row[index] ?? '').slice(0, 400).split('\n')) {
        widest = Math.max(widest, page.measure(line, { size }))
      }
    }
    const natural = Math.max(head, widest) + padding.x * 2 + 0.5
    if (numeric || time) return { natural, min: natural }
    const minText = Math.max(head + padding.x * 2 + 0.5, minTextColumn * size)
    return { natural, min: Math.min(natural, minText) }
  })
}

/** The layout of a long narrow table in several blocks side by side; undefined for other tables. */
function blockLayout(
  page: PageWriter,
  table: PrintedTable,
): { layout: TableLayout; blocks: number } | undefined {
  if (table.rows.length < minBlockRows || !hasOnlyNumbersAndTimes(table)) return undefined
  const widths = table.columns.map(({ title }, index) => {
    const style = { size: blockFontSize }
    const head = page.measure(title, { ...style, weight: 'bold' })
    return table.rows.reduce((max, row) => Math.max(max, page.measure(row[index] ?? '', style)), head)
  })
  const natural = widths.reduce((sum, width) => sum + width + padding.x * 2 + 1, 0)
  const blocks = Math.min(maxBlocks, Math.floor((page.width + gap) / (natural + gap)))
  if (blocks < 2) return undefined
  /** Each column's share of the rest of the page's width. */
  const extraWidth = ((page.width - gap * (blocks - 1)) / blocks - natural) / widths.length
  return {
    blocks,
    layout: { size: blockFontSize, widths: widths.map(width => width + padding.x * 2 + 1 + extraWidth) },
  }
}

/** Writes a table as blocks: down the first, then down the next. */
async function writeBlocks(
  page: PageWriter,
  table: PrintedTable,
  { layout, blocks }: { layout: TableLayout; blocks: number },
  signal: AbortSignal,
): Promise<void> {
  const header = layOutHeader(page, layout, table)
  const rowHeight = lineHeight * blockFontSize + padding.y * 2
  const distance = layout.widths.reduce((sum, width) => sum + width, gap)
  for (let writtenRows = 0; writtenRows < table.rows.length; ) {
    await handleMessages(signal)
    if (page.y + header.height + rowHeight * minRowsOnPage > page.bottom) page.startPage()
    const fitting = Math.floor((page.bottom - page.y - header.height) / rowHeight)
    const rowsPerBlock = Math.min(fitting, Math.ceil((table.rows.length - writtenRows) / blocks))
    for (let block = 0; block < blocks; block++) {
      const start = writtenRows + block * rowsPerBlock
      const rows = table.rows.slice(start, start + rowsPerBlock)
      if (rows.length === 0) break
      const x = page.left + block * distance
      writeRow(page, table, layout, header, {
        x,
        y: page.y,
        background: palette.accentSoft,
        alignBottom: true,
      })
      for (const [index, row] of rows.entries()) {
        const y = page.y + header.height + index * rowHeight
        writeRow(page, table, layout, layOutRow(page, layout, row), {
          x,
          y,
          background: rowBackground(index),
        })
      }
    }
    page.y += header.height + rowsPerBlock * rowHeight
    writtenRows += rowsPerBlock * blocks
    if (writtenRows < table.rows.length) page.startPage()
  }
}

const padding = { x: 5, y: 3.2 } as const
/** Maximum lines of a cell, so that a row always fits a page. A longer text ends with an ellipsis. */
const maxCellLines = 14

/** Font size and column widths of a table. */
export interface TableLayout {
  size: number
  widths: readonly number[]
}

/** A row whose cells are broken into lines. */
export interface LaidOutRow {
  cells: Paragraph[]
  height: number
  style: TextStyle
}

export function layOutRow(
  page: PageWriter,
  { size, widths }: TableLayout,
  row: readonly string[],
  maxLines = maxCellLines,
): LaidOutRow {
  return layOutCells(page, widths, row, { size, colour: palette.ink, maxLines })
}

export function layOutHeader(
  page: PageWriter,
  { size, widths }: TableLayout,
  { columns }: PrintedTable,
): LaidOutRow {
  const titles = columns.map(({ title }) => title)
  return layOutCells(page, widths, titles, { size, colour: palette.inkSoft, weight: 'bold', maxLines: 3 })
}

function layOutCells(
  page: PageWriter,
  widths: readonly number[],
  row: readonly string[],
  style: TextStyle,
): LaidOutRow {
  const cells = widths.map((width, column) => page.layOut(row[column] ?? '', width - padding.x * 2, style))
  const lines = cells.reduce((max, cell) => Math.max(max, cell.lines.length), 1)
  return { cells, style, height: lines * lineHeight * style.size + padding.y * 2 }
}

/** Writes a row with its upper left corner at `x`, `y`. With `alignBottom` its cells are bottom-aligned. */
export function writeRow(
  page: PageWriter,
  { columns }: PrintedTable,
  { widths }: TableLayout,
  { cells, style, height }: LaidOutRow,
  at: { x: number; y: number; background: string | undefined; alignBottom?: boolean },
): void {
  const tableWidth = widths.reduce((sum, width) => sum + width, 0)
  if (at.background !== undefined) page.pdf.rect(at.x, at.y, tableWidth, height).fill(at.background)
  let x = at.x
  for (const [column, cell] of cells.entries()) {
    const width = widths[column] ?? 0
    // A single line of right-to-left text is aligned like the rest of its column; several lines are aligned
    // right.
    const textAlign = cell.lines.length > 1 ? 'start' : 'left'
    const align = columns[column]?.numeric ? 'end' : textAlign
    const unusedHeight = height - padding.y * 2 - cell.lines.length * lineHeight * style.size
    const y = at.y + padding.y + (at.alignBottom ? unusedHeight : 0)
    page.write(cell, x + padding.x, y, width - padding.x * 2, { ...style, align })
    x += width
  }
}

export function rowBackground(index: number): string | undefined {
  return index % 2 === 1 ? palette.sunken : undefined
}
