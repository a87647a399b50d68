import { palette } from '../drawing/palette.ts'
import { columnWidths, type Wish } from '../print/column-widths.ts'
import { type PrintedTable, rowBelow } from '../print/printed-table.ts'
import type { Paper, TextLook } from './paper.ts'
import { blockLayout, writeBlocks } from './table-blocks.ts'
import { groundOf, type Layout, pad, setHeader, setRow, writeRow } from './table-row.ts'

/** Rows that decide about the widths of the columns. */
const measuredRows = 250
/** Type sizes, the first that gives every column its least width. */
const sizes = [8, 7.2, 6.4, 5.6] as const

/** Narrowest column of running text, in parts of the type size. */
const leastText = 7

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

/** Reads the fonts of a table: to be done before it is measured. */
export async function prepareTable(paper: Paper, table: PrintedTable): Promise<void> {
  await paper.prepare('bold', [...table.columns.map(({ title }) => title), table.title])
  await paper.prepare('regular', table.rows.flat())
  await paper.prepare('regular', [...table.notes, 'No rows'])
}

/** Room that a table wants on its first page, about: short tables stay whole, long ones begin with some rows. */
export function roomWanted({ rows, notes }: PrintedTable): number {
  return 40 + notes.length * 14 + Math.min(rows.length, rows.length <= 14 ? 14 : 4) * 17.5
}

/** Writes a table from where the paper is, over as many pages as it takes, its header on each. */
export async function writeTable(paper: Paper, table: PrintedTable, signal: AbortSignal): Promise<void> {
  await prepareTable(paper, table)
  const title: TextLook = { size: 10.5, colour: palette.ink, weight: 'bold' }
  paper.ensure(roomWanted(table))
  paper.y += paper.text(table.title, paper.left, paper.y, paper.width, title) + 5
  for (const note of table.notes) {
    const look = { size: 8, colour: palette.inkFaint, lines: 3 }
    paper.y += paper.text(note, paper.left, paper.y, paper.width, look) + 3
  }
  const several = blockLayout(paper, table)
  if (several) writeBlocks(paper, table, several, signal)
  else await writeRows(paper, table, layoutIn(paper, table, paper.width), signal)
  paper.y += 16
}

async function writeRows(
  paper: Paper,
  table: PrintedTable,
  layout: Layout,
  signal: AbortSignal,
): Promise<void> {
  const header = setHeader(paper, layout, table)
  const writeHeader = () => {
    const at = { x: paper.left, y: paper.y, ground: palette.accentSoft, bottom: true }
    writeRow(paper, table, layout, header, at)
    paper.y += header.height
  }
  writeHeader()
  if (table.rows.length === 0) {
    const look = { size: 8.5, colour: palette.inkFaint }
    paper.y += paper.text('No rows', paper.left + pad.x, paper.y + 5, 200, look) + 10
  }
  for (const [index, row] of table.rows.entries()) {
    if (index % 64 === 0) await breathe(signal)
    let set = setRow(paper, layout, rowBelow(row, table.rows[index - 1] ?? [], table.grouped))
    if (paper.y + set.height > paper.bottom) {
      paper.turnPage()
      writeHeader()
      set = setRow(paper, layout, row)
    }
    writeRow(paper, table, layout, set, { x: paper.left, y: paper.y, ground: groundOf(index) })
    paper.y += set.height
  }
}

/** How a table is set in so much room. */
export function layoutIn(paper: Paper, table: PrintedTable, room: number): Layout {
  for (const size of sizes) {
    const widths = columnWidths(wishesOf(paper, table, size), room)
    if (widths) return { size, widths }
  }
  // So many columns that none gets what it needs: all the same.
  return { size: sizes.at(-1) ?? 6, widths: table.columns.map(() => room / table.columns.length) }
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

/** Lets what waits for this thread have its turn: a cancel, above all. */
async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
  signal.throwIfAborted()
}
