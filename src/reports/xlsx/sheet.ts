import type { Output } from '../job.ts'
import { cellXml, type SheetCell } from './cell.ts'
import { type Block, blockRef, columnLetters } from './cell-ref.ts'
import { xmlAttribute } from './xml-text.ts'

export interface SheetSetup {
  /** In characters. */
  widths: readonly number[]
  frozenRows: number
  orientation: 'portrait' | 'landscape'
  /** The sheet that is shown first, without grid lines. */
  isFront: boolean
}

/** A link from a cell to a place in the workbook. */
interface Link {
  cell: string
  target: string
}

/** Characters that are collected before they are written. */
const flushLength = 128 * 1024

/** A worksheet that is written from top to bottom. */
export interface Sheet {
  /** Number of the next row, from 1. */
  row(): number
  /** XML bytes so far. */
  bytes(): number
  /** Writes a row of cells, from the first column on. */
  cells(cells: readonly SheetCell[]): Promise<void>
  /** Leaves rows empty. */
  skip(rows: number): void
  /** Adds the row element of the next row. */
  rowXml(xml: string): void
  /** Whether `flush` is due. */
  shouldFlush(): boolean
  flush(): Promise<void>
  /** Makes a cell of the next row a link. */
  link(column: number, target: string): void
  /** The block that can be sorted and filtered; one per sheet. */
  setFilter(block: Block): void
  filtered(): Block | undefined
  /** Adds the drawing that is relation rId1 of the sheet. */
  addDrawing(): void
  /** Ends the XML. */
  end(): Promise<void>
}

export function openSheet(file: Output, setup: SheetSetup): Sheet {
  let xml = head(setup)
  let row = 1
  let bytes = 0
  let widest = 0
  let block: Block | undefined
  let drawing = false
  const links: Link[] = []

  async function flush(): Promise<void> {
    if (xml === '') return
    const encoded = Buffer.from(xml, 'utf8')
    xml = ''
    bytes += encoded.length
    await file.write(encoded)
  }

  return {
    row: () => row,
    bytes: () => bytes + xml.length,
    async cells(cells) {
      widest = Math.max(widest, cells.length)
      const parts = cells.map((cell, column) => cellXml(column, row, cell))
      xml += `<row r="${row}">${parts.join('')}</row>`
      row++
      if (xml.length > flushLength) await flush()
    },
    skip(rows) {
      row += rows
    },
    rowXml(part) {
      xml += part
      row++
    },
    shouldFlush: () => xml.length > flushLength,
    flush,
    link(column, target) {
      links.push({ cell: `${columnLetters(column)}${row}`, target })
    },
    setFilter(wanted) {
      block = wanted
    },
    filtered: () => block,
    addDrawing() {
      drawing = true
    },
    async end() {
      xml += tail(setup, { block, links, drawing, rows: row, columns: widest })
      await flush()
    },
  }
}

function head({ widths, frozenRows, isFront }: SheetSetup): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const view = `${isFront ? 'showGridLines="0" tabSelected="1" ' : ''}workbookViewId="0"`
  const pane =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`
      : ''
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView ${view}>${pane}</sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

interface Tail {
  block: Block | undefined
  links: readonly Link[]
  drawing: boolean
  rows: number
  columns: number
}

/** The schema fixes the order of these elements. */
function tail({ orientation }: SheetSetup, { block, links, drawing, rows, columns }: Tail): string {
  const whole = {
    left: 0,
    top: 1,
    right: Math.max(columns - 1, block?.right ?? 0),
    bottom: Math.max(1, rows - 1),
  }
  return [
    '</sheetData>',
    block ? `<autoFilter ref="${blockRef(block)}"/>` : '',
    links.length > 0
      ? `<hyperlinks>${links.map(({ cell, target }) => `<hyperlink ref="${cell}" location="${xmlAttribute(target)}"/>`).join('')}</hyperlinks>`
      : '',
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    // Paper size 9 is A4; as many pages long as it takes.
    `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`,
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>',
    // Without warnings beside ids, which are text on purpose.
    `<ignoredErrors><ignoredError sqref="${blockRef(whole)}" numberStoredAsText="1"/></ignoredErrors>`,
    drawing ? '<drawing r:id="rId1"/>' : '',
    '</worksheet>',
  ].join('')
}
