import { palette } from '../drawing/palette.ts'
import { columnWidths, type Wish } from '../print/column-widths.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { leading, type Paper, type TextLook } from './paper.ts'

const pad = { x: 5, y: 3.2 } as const
/** Most lines of a cell: longer text ends with an ellipsis, and a row always fits a page. */
const mostLines = 14
/** Rows that decide about the widths of the columns. */
const measuredRows = 250
/** Type sizes, the first that gives every column its least width. */
const sizes = [8, 7.2, 6.4, 5.6] as const

/** Narrowest column of running text, in parts of the type size. */
const leastText = 7

interface Layout {
  size: number
  widths: number[]
}

/** Whether a table wants the long side of the paper: its columns would be crowded on the short one. */
export async function wantsWidePaper(
  paper: Paper,
  table: PrintedTable,
  narrowRoom: number,
): Promise<boolean> {
  await prepareTable(paper, table)
  const natural = wishesOf(paper, table, sizes[0]).reduce((sum, wish) => sum + Math.min(wish.natural, 260), 0)
  return natural > narrowRoom
}

async function prepareTable(paper: Paper, table: PrintedTable): Promise<void> {
  await paper.prepare('bold', [...table.columns.map(({ title }) => title), table.title])
  await paper.prepare('regular', table.rows.flat())
  await paper.prepare('regular', [...table.notes, 'No rows'])
}

/** Writes a table from where the paper is, over as many pages as it takes, its header on each. */
export async function writeTable(paper: Paper, table: PrintedTable, signal: AbortSignal): Promise<void> {
  await prepareTable(paper, table)
  const layout = layoutOf(paper, table)
  const title: TextLook = { size: 10.5, colour: palette.ink, weight: 'bold' }
  paper.ensure(86)
  paper.y += paper.text(table.title, paper.left, paper.y, paper.width, title) + 5
  for (const note of table.notes) {
    const look = { size: 8, colour: palette.inkFaint, lines: 3 }
    paper.y += paper.text(note, paper.left, paper.y, paper.width, look) + 3
  }
  writeHeader(paper, table, layout)
  if (table.rows.length === 0) {
    const look = { size: 8.5, colour: palette.inkFaint }
    paper.y += paper.text('No rows', paper.left + pad.x, paper.y + 5, 200, look) + 10
  }
  for (const [index, row] of table.rows.entries()) {
    if (index % 64 === 0) await breathe(signal)
    writeRow(paper, table, layout, row, index)
  }
  paper.y += 16
}

function layoutOf(paper: Paper, table: PrintedTable): Layout {
  for (const size of sizes) {
    const widths = columnWidths(wishesOf(paper, table, size), paper.width)
    if (widths) return { size, widths }
  }
  // So many columns that none gets what it needs: all the same.
  return { size: sizes.at(-1) ?? 6, widths: table.columns.map(() => paper.width / table.columns.length) }
}

function wishesOf(paper: Paper, { columns, rows }: PrintedTable, size: number): Wish[] {
  return columns.map(({ title, numeric, time }, index): Wish => {
    const head = longestWord(title, word => paper.measure(word, { size, colour: '', weight: 'bold' }))
    let widest = 0
    for (const row of rows.slice(0, measuredRows)) {
      // A cell of several lines is as wide as the longest of them, and never needs more than a page.
      for (const line of (row[index] ?? '').slice(0, 400).split('\n')) {
        widest = Math.max(widest, paper.measure(line, { size, colour: '' }))
      }
    }
    const natural = Math.max(head, widest) + pad.x * 2 + 0.5
    const least =
      numeric || time ? natural : Math.min(natural, Math.max(head + pad.x * 2 + 0.5, leastText * size))
    return { natural, least }
  })
}

function longestWord(text: string, measure: (word: string) => number): number {
  return text.split(' ').reduce((most, word) => Math.max(most, measure(word)), 0)
}

function writeHeader(paper: Paper, { columns }: PrintedTable, { size, widths }: Layout): void {
  const look: TextLook = { size, colour: palette.inkSoft, weight: 'bold', lines: 3 }
  const cells = columns.map(({ title }, index) => paper.set(title, (widths[index] ?? 0) - pad.x * 2, look))
  const lines = cells.reduce((most, cell) => Math.max(most, cell.lines.length), 1)
  const height = lines * leading * size + pad.y * 2
  const whole = widths.reduce((sum, width) => sum + width, 0)
  paper.pdf.rect(paper.left, paper.y, whole, height).fill(palette.accentSoft)
  let x = paper.left
  for (const [index, cell] of cells.entries()) {
    const width = widths[index] ?? 0
    const align = columns[index]?.numeric ? 'end' : 'start'
    // Headers of one line stand on the base line of those of several.
    const down = (lines - cell.lines.length) * leading * size
    paper.write(cell, x + pad.x, paper.y + pad.y + down, width - pad.x * 2, { ...look, align })
    x += width
  }
  paper.y += height
}

function writeRow(
  paper: Paper,
  table: PrintedTable,
  layout: Layout,
  row: readonly string[],
  index: number,
): void {
  const { size, widths } = layout
  const look: TextLook = { size, colour: palette.ink, lines: mostLines }
  const cells = widths.map((width, column) => paper.set(row[column] ?? '', width - pad.x * 2, look))
  const lines = cells.reduce((most, cell) => Math.max(most, cell.lines.length), 1)
  const height = lines * leading * size + pad.y * 2
  if (paper.y + height > paper.bottom) {
    paper.turnPage()
    writeHeader(paper, table, layout)
  }
  const whole = widths.reduce((sum, width) => sum + width, 0)
  if (index % 2 === 1) paper.pdf.rect(paper.left, paper.y, whole, height).fill(palette.sunken)
  let x = paper.left
  for (const [column, cell] of cells.entries()) {
    const width = widths[column] ?? 0
    const align = table.columns[column]?.numeric ? 'end' : 'start'
    paper.write(cell, x + pad.x, paper.y + pad.y, width - pad.x * 2, { ...look, align })
    x += width
  }
  paper.y += height
}

/** Lets what waits for this thread have its turn: a cancel, above all. */
async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
  signal.throwIfAborted()
}
