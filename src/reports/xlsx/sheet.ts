import type { Output } from '../document/job.ts'
import { cellXml, type SheetCell } from './cell.ts'
import { type Block, blockRef, columnLetters } from './cell-ref.ts'
import { xmlAttribute } from './xml-text.ts'

export interface SheetSetup {
  /** Column widths in characters. */
  widths: readonly number[]
  frozenRows: number
  orientation: 'portrait' | 'landscape'
  /** Whether it is the sheet shown first, without grid lines. */
  isFront: boolean
}

/** A link from a cell to a place in the workbook. */
interface Link {
  cell: string
  target: string
}

/** Characters buffered before a write. */
const flushLength = 128 * 1024

/** The XML of a worksheet, written to its file from top to bottom. `end` completes it. */
export class Sheet {
  /** Number of the next row, from 1. */
  row = 1
  /** The block that can be sorted and filtered. */
  filter: Block | undefined
  /** Whether it shows the drawing with the sheet's relation rId1. */
  hasDrawing = false
  readonly #file: Output
  readonly #setup: SheetSetup
  readonly #links: Link[] = []
  #xml: string
  /** Bytes written to the file; `#xml` is still to be written. */
  #written = 0
  /** Cells of the longest row of `writeRow`. */
  #columns = 0

  constructor(file: Output, setup: SheetSetup) {
    this.#file = file
    this.#setup = setup
    this.#xml = head(setup)
  }

  /** Approximate XML bytes so far. */
  get bytes(): number {
    return this.#written + this.#xml.length
  }

  get shouldFlush(): boolean {
    return this.#xml.length > flushLength
  }

  async flush(): Promise<void> {
    if (this.#xml === '') return
    const encoded = Buffer.from(this.#xml, 'utf8')
    this.#xml = ''
    this.#written += encoded.length
    await this.#file.write(encoded)
  }

  /** Writes a row of cells, starting at the first column. */
  async writeRow(cells: readonly SheetCell[]): Promise<void> {
    this.#columns = Math.max(this.#columns, cells.length)
    const parts = cells.map((cell, column) => cellXml(column, this.row, cell))
    this.appendRowXml(`<row r="${this.row}">${parts.join('')}</row>`)
    if (this.shouldFlush) await this.flush()
  }

  /** Adds the row element of the next row. */
  appendRowXml(xml: string): void {
    this.#xml += xml
    this.row++
  }

  /** Makes a cell of the next row a link. */
  addLink(column: number, target: string): void {
    this.#links.push({ cell: `${columnLetters(column)}${this.row}`, target })
  }

  /** Ends the XML. The schema fixes the order of these elements. */
  async end(): Promise<void> {
    const { filter } = this
    const links = this.#links.map(
      ({ cell, target }) => `<hyperlink ref="${cell}" location="${xmlAttribute(target)}"/>`,
    )
    const right = Math.max(this.#columns - 1, filter?.right ?? 0)
    const usedBlock = { left: 0, top: 1, right, bottom: Math.max(1, this.row - 1) }
    this.#xml += [
      '</sheetData>',
      filter ? `<autoFilter ref="${blockRef(filter)}"/>` : '',
      links.length > 0 ? `<hyperlinks>${links.join('')}</hyperlinks>` : '',
      '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
      // Paper size 9 is A4; any number of pages long.
      `<pageSetup paperSize="9" orientation="${this.#setup.orientation}" fitToWidth="1" fitToHeight="0"/>`,
      '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>',
      // Suppresses warnings next to ids, which are text on purpose.
      `<ignoredErrors><ignoredError sqref="${blockRef(usedBlock)}" numberStoredAsText="1"/></ignoredErrors>`,
      this.hasDrawing ? '<drawing r:id="rId1"/>' : '',
      '</worksheet>',
    ].join('')
    await this.flush()
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
