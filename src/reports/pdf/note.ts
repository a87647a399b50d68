import { plainText } from '../../charts/markdown.ts'
import { type MarkdownLine, markdownLines } from '../../charts/markdown-lines.ts'
import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import { clean } from '../print/cell-text.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'

/** Points that an item of a list is right of the list around it. */
const indentWidth = 12
/** Lines that are kept together on a page. */
const maxLinesTogether = 12
/** Lines of a whole note: its longest text has fewer in any panel that a page holds. */
const maxNoteLines = 12_000

const body: TextStyle = { size: 8.8, colour: palette.ink }
const headings: readonly TextStyle[] = [
  { size: 12, colour: palette.ink, weight: 'bold' },
  { size: 10.4, colour: palette.ink, weight: 'bold' },
  { size: 9.2, colour: palette.inkSoft, weight: 'bold' },
]
const styles = {
  text: body,
  quote: { size: 8.8, colour: palette.inkSoft },
  code: { size: 8, colour: palette.ink },
  rule: body,
} as const satisfies Record<Exclude<MarkdownLine['kind'], 'heading'>, TextStyle>

/** Lines of a note that are written together. Lengths are points. */
export interface NotePart {
  kind: MarkdownLine['kind']
  text: Paragraph
  style: TextStyle
  /** The bullet or number of a list item, left of the text. */
  marker: Paragraph | undefined
  indent: number
  /** Width of the text. */
  width: number
  /** Space above the text. */
  gap: number
  /** Height with the space above. */
  height: number
}

/** Lays out the text of a note (Markdown) in this width. Bold and italic words are plain. */
export async function layOutNote(page: PageWriter, note: string, width: number): Promise<NotePart[]> {
  const lines = markdownLines(note).map(line => ({ ...line, text: clean(plainText(line.spans), true) }))
  const textsOf = (isHeading: boolean) =>
    lines.filter(({ kind }) => (kind === 'heading') === isHeading).map(({ text }) => text)
  await page.prepare('bold', textsOf(true))
  await page.prepare('regular', [...textsOf(false), ...lines.map(({ marker }) => marker)])
  const parts: NotePart[] = []
  for (const { kind, level, marker, text } of lines) {
    const style = kind === 'heading' ? (headings[level - 1] ?? body) : styles[kind]
    const indent = kind === 'heading' ? 0 : kind === 'text' ? level * indentWidth : indentWidth / 1.5
    const textWidth = Math.max(40, width - indent - (kind === 'code' ? indent : 0))
    const all = page.layOut(text, textWidth, { ...style, maxLines: maxNoteLines })
    for (let first = 0; first < Math.max(1, all.lines.length); first += maxLinesTogether) {
      const part = { ...all, lines: all.lines.slice(first, first + maxLinesTogether) }
      const isFirst = first === 0
      const gap = isFirst && parts.length > 0 ? gapAbove(kind, level) : 0
      const textHeight = kind === 'rule' ? 4 : part.lines.length * style.size * lineHeight
      parts.push({
        kind,
        text: part,
        style,
        marker: isFirst && marker !== '' ? page.layOut(marker, indentWidth * 2, style) : undefined,
        indent,
        width: textWidth,
        gap,
        height: gap + textHeight,
      })
    }
  }
  return parts
}

function gapAbove(kind: MarkdownLine['kind'], level: number): number {
  if (kind === 'heading') return 7
  return kind === 'text' && level > 0 ? 1.5 : 5
}

/** Writes a part in this width, and returns its height. */
export function writeNotePart(page: PageWriter, part: NotePart, x: number, y: number, width: number): number {
  const { kind, text, style, marker, indent, gap, height } = part
  const top = y + gap
  if (kind === 'rule') {
    page.pdf
      .moveTo(x, top + 2)
      .lineTo(x + width, top + 2)
      .lineWidth(0.6)
      .stroke(palette.line)
    return height
  }
  if (kind === 'code') page.pdf.rect(x, top, width, height - gap).fill(palette.sunken)
  if (kind === 'quote') page.pdf.rect(x, top, 2, height - gap).fill(palette.rest)
  if (marker) page.write(marker, x + indent - indentWidth, top, indentWidth * 2, style)
  page.write(text, x + indent, top, part.width, { ...style, align: marker ? 'left' : 'start' })
  return height
}

/** The first parts that fit into this height; at least one. */
export function fittingParts(parts: readonly NotePart[], maxHeight: number): NotePart[] {
  let height = 0
  const end = parts.findIndex((part, index) => {
    height += part.height
    return index > 0 && height > maxHeight
  })
  return end < 0 ? [...parts] : parts.slice(0, end)
}
