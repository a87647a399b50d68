import { palette } from '../drawing/palette.ts'
import { hasOnlyNumbersAndTimes, type PrintedTable } from '../print/printed-table.ts'
import { lineHeight, type PageWriter } from './page-writer.ts'
import { layOutHeader, layOutRow, padding, rowBackground, type TableLayout, writeRow } from './table-row.ts'

const gap = 22
const maxBlocks = 3
/** Minimum rows; shorter tables are easier to read in one block. */
const minRows = 16
const fontSize = 8

/** The layout of a long narrow table in several blocks side by side; undefined for other tables. */
export function blockLayout(
  page: PageWriter,
  table: PrintedTable,
): { layout: TableLayout; blocks: number } | undefined {
  if (table.rows.length < minRows || !hasOnlyNumbersAndTimes(table)) return undefined
  const widths = table.columns.map(({ title }, index) => {
    const style = { size: fontSize, colour: '' }
    const head = page.measure(title, { ...style, weight: 'bold' })
    return table.rows.reduce((max, row) => Math.max(max, page.measure(row[index] ?? '', style)), head)
  })
  const natural = widths.reduce((sum, width) => sum + width + padding.x * 2 + 1, 0)
  const blocks = Math.min(maxBlocks, Math.floor((page.width + gap) / (natural + gap)))
  if (blocks < 2) return undefined
  const air = ((page.width - gap * (blocks - 1)) / blocks - natural) / widths.length
  return { blocks, layout: { size: fontSize, widths: widths.map(width => width + padding.x * 2 + 1 + air) } }
}

/** Writes a table as blocks: down the first, then down the next. */
export function writeBlocks(
  page: PageWriter,
  table: PrintedTable,
  { layout, blocks }: { layout: TableLayout; blocks: number },
  signal: AbortSignal,
): void {
  const header = layOutHeader(page, layout, table)
  const height = lineHeight * fontSize + padding.y * 2
  const step = layout.widths.reduce((sum, width) => sum + width, gap)
  for (let done = 0; done < table.rows.length; ) {
    signal.throwIfAborted()
    if (page.y + header.height + height * 3 > page.bottom) page.startPage()
    const fitting = Math.floor((page.bottom - page.y - header.height) / height)
    const each = Math.min(fitting, Math.ceil((table.rows.length - done) / blocks))
    for (let block = 0; block < blocks; block++) {
      const rows = table.rows.slice(done + block * each, done + (block + 1) * each)
      if (rows.length === 0) break
      const x = page.left + block * step
      writeRow(page, table, layout, header, { x, y: page.y, background: palette.accentSoft, bottom: true })
      for (const [index, row] of rows.entries()) {
        const y = page.y + header.height + index * height
        writeRow(page, table, layout, layOutRow(page, layout, row), {
          x,
          y,
          background: rowBackground(index),
        })
      }
    }
    page.y += header.height + each * height
    done += each * blocks
    if (done < table.rows.length) page.startPage()
  }
}
