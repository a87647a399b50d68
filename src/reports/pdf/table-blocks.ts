import { palette } from '../drawing/palette.ts'
import { isSimple, type PrintedTable } from '../print/printed-table.ts'
import { leading, type Paper } from './paper.ts'
import { groundOf, type Layout, pad, setHeader, setRow, writeRow } from './table-row.ts'

const gap = 22
const mostBlocks = 3
/** Shorter tables are easier to read in one. */
const leastRows = 16
const size = 8

/** How a long narrow table is set in several blocks side by side; undefined when it is neither. */
export function blockLayout(
  paper: Paper,
  table: PrintedTable,
): { layout: Layout; blocks: number } | undefined {
  if (table.rows.length < leastRows || !isSimple(table)) return undefined
  const widths = table.columns.map(({ title }, index) => {
    const look = { size, colour: '' }
    const head = paper.measure(title, { ...look, weight: 'bold' })
    return table.rows.reduce((most, row) => Math.max(most, paper.measure(row[index] ?? '', look)), head)
  })
  const natural = widths.reduce((sum, width) => sum + width + pad.x * 2 + 1, 0)
  const blocks = Math.min(mostBlocks, Math.floor((paper.width + gap) / (natural + gap)))
  if (blocks < 2) return undefined
  const air = ((paper.width - gap * (blocks - 1)) / blocks - natural) / widths.length
  return { blocks, layout: { size, widths: widths.map(width => width + pad.x * 2 + 1 + air) } }
}

/** Writes a table as blocks, read down the first, then down the next. */
export function writeBlocks(
  paper: Paper,
  table: PrintedTable,
  { layout, blocks }: { layout: Layout; blocks: number },
  signal: AbortSignal,
): void {
  const header = setHeader(paper, layout, table)
  const height = leading * size + pad.y * 2
  const step = layout.widths.reduce((sum, width) => sum + width, gap)
  for (let done = 0; done < table.rows.length; ) {
    signal.throwIfAborted()
    if (paper.y + header.height + height * 3 > paper.bottom) paper.turnPage()
    const fitting = Math.floor((paper.bottom - paper.y - header.height) / height)
    const each = Math.min(fitting, Math.ceil((table.rows.length - done) / blocks))
    for (let block = 0; block < blocks; block++) {
      const rows = table.rows.slice(done + block * each, done + (block + 1) * each)
      if (rows.length === 0) break
      const x = paper.left + block * step
      writeRow(paper, table, layout, header, { x, y: paper.y, ground: palette.accentSoft, bottom: true })
      for (const [index, row] of rows.entries()) {
        const y = paper.y + header.height + index * height
        writeRow(paper, table, layout, setRow(paper, layout, row), { x, y, ground: groundOf(index) })
      }
    }
    paper.y += header.height + each * height
    done += each * blocks
    if (done < table.rows.length) paper.turnPage()
  }
}
