import PDFDocument from 'pdfkit'
import { type Faces, sharedFaces, type Weight } from '../fonts/faces.ts'
import { layOutText, type Paragraph, textWidth } from '../fonts/lines.ts'
import type { Line } from '../fonts/visual-order.ts'

/** Margins of a page, in points (1/72 inch), like every length here. */
export const margin = { side: 40, top: 46, bottom: 48 } as const

export interface TextStyle {
  size: number
  colour: string
  weight?: Weight
  /** `start`, the default: left, but right for right-to-left text. `end`: always right. */
  align?: 'start' | 'left' | 'end'
  /** Maximum lines, default 1; a longer text ends with an ellipsis. */
  maxLines?: number
}

/** Height of a line of text, in parts of its size. */
export const lineHeight = 1.36
/** From the top of a line to its base line, in parts of the size. */
const baselineOffset = 1.04

/** Writes pages from top to bottom: callers write at `y`, and move it down. */
export class PageWriter {
  readonly pdf: PDFKit.PDFDocument
  readonly #faces: Faces = sharedFaces()
  /** Names of the faces that `pdf` knows. */
  readonly #registered = new Set<string>()
  /** Layout of the last page. */
  #layout: 'portrait' | 'landscape' = 'portrait'
  y: number = margin.top

  constructor(about: { title: string; made: Date }) {
    this.pdf = new PDFDocument({
      // Footers are written once the number of pages is known.
      bufferPages: true,
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      info: { Title: about.title, Creator: 'Millrace', Producer: 'Millrace', CreationDate: about.made },
    })
  }

  get left(): number {
    return margin.side
  }
  get right(): number {
    return this.pdf.page.width - margin.side
  }
  get width(): number {
    return this.right - this.left
  }
  get bottom(): number {
    return this.pdf.page.height - margin.bottom
  }

  /** Starts a page, by default with the layout of the previous page. */
  startPage(layout: 'portrait' | 'landscape' = this.#layout): void {
    this.#layout = layout
    // With margins the library would start pages on its own.
    this.pdf.addPage({ size: 'A4', layout, margin: 0 })
    this.y = margin.top
  }

  /** Starts a new page unless this height is left. */
  ensureHeight(height: number): void {
    if (this.y + height > this.bottom && this.y > margin.top) this.startPage()
  }

  /** Reads the fonts of these texts. Required before they are measured or written. */
  prepare(weight: Weight, texts: Iterable<string>): Promise<void> {
    return this.#faces.prepare(weight, texts)
  }

  /** Breaks a text into lines, at most `maxLines`. */
  layOut(text: string, width: number, { size, weight = 'regular', maxLines = 1 }: TextStyle): Paragraph {
    return layOutText(text, { faces: this.#faces, weight, size, width, maxLines })
  }

  /** Width of a text on one line. */
  measure(text: string, { size, weight = 'regular' }: Pick<TextStyle, 'size' | 'weight'>): number {
    return textWidth(text, this.#faces, weight, size)
  }

  /** Writes a text laid out for `width` from `y` down, and returns its height. */
  write({ lines, rightToLeft }: Paragraph, x: number, y: number, width: number, style: TextStyle): number {
    const { align = 'start', size } = style
    const atRight = align === 'end' || (align === 'start' && rightToLeft)
    for (const [index, line] of lines.entries()) {
      const shift = atRight ? width - line.width : 0
      this.writeLine(line, x + shift, y + (index * lineHeight + baselineOffset) * size, style)
    }
    return lines.length * lineHeight * size
  }

  /** Lays out and writes a text, and returns its height. */
  text(text: string, x: number, y: number, width: number, style: TextStyle): number {
    return this.write(this.layOut(text, width, style), x, y, width, style)
  }

  /** Writes a line; `y` is its base line. */
  writeLine(line: Line, x: number, y: number, { size, colour }: TextStyle): void {
    const { pdf } = this
    pdf.fontSize(size).fillColor(colour)
    for (const run of line.runs) {
      if (run.text.trim() === '') continue
      const { name, data } = run.face
      if (!this.#registered.has(name)) {
        pdf.registerFont(name, data)
        this.#registered.add(name)
      }
      pdf.font(name).text(run.text, x + run.x, y, { lineBreak: false, baseline: 'alphabetic' })
    }
  }
}
