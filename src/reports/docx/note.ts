import { BorderStyle, ExternalHyperlink, Paragraph, ShadingType, Tab, TextRun } from 'docx'
import type { MarkdownSpan } from '../../charts/markdown.ts'
import { type MarkdownLine, markdownLines } from '../../charts/markdown-lines.ts'
import { palette } from '../drawing/palette.ts'
import { isRightToLeft } from '../fonts/segments.ts'
import { clean } from '../print/cell-text.ts'
import { hexColour } from './styles.ts'

/** Distance of list items from the list around them, in twips. */
const indentTwips = 300
/** Sizes of headings by level, in half points. */
const headingSizes = [26, 22, 20] as const
const codeFont = 'Consolas'

/** The text of a note (Markdown) as paragraphs. Links to paths of the service are text. */
export function noteParagraphs(note: string): Paragraph[] {
  return markdownLines(note).map(noteParagraph)
}

function noteParagraph({ kind, level, marker, spans }: MarkdownLine): Paragraph {
  const isItem = marker !== ''
  const runs = isItem ? [{ text: `${marker}\t` }, ...spans] : spans
  const rightToLeft = isRightToLeft(clean(spans.map(({ text }) => text).join('')))
  const border = { style: BorderStyle.SINGLE, color: hexColour(palette.rest), space: 6 }
  return new Paragraph({
    spacing: { before: kind === 'heading' ? 120 : 0, after: isItem ? 20 : 80 },
    ...(rightToLeft && { bidirectional: true }),
    ...(isItem && { indent: { left: level * indentTwips, hanging: indentTwips } }),
    ...(kind === 'quote' && { indent: { left: 160 }, border: { left: { ...border, size: 12 } } }),
    ...(kind === 'rule' && { border: { bottom: { ...border, size: 4, space: 1 } } }),
    ...(kind === 'code' && {
      shading: { type: ShadingType.CLEAR, fill: hexColour(palette.sunken), color: 'auto' },
    }),
    children: runs.flatMap(span => spanRuns(span, kind, level, rightToLeft)),
  })
}

/** A run for each line of a span; a link has them within it. */
function spanRuns(
  { text, isBold, isItalic, isCode, href }: MarkdownSpan,
  kind: MarkdownLine['kind'],
  level: number,
  rightToLeft: boolean,
): (TextRun | ExternalHyperlink)[] {
  const isHeading = kind === 'heading'
  const hasLink = href !== undefined && !href.startsWith('/')
  const style = {
    rightToLeft,
    ...(isHeading && { size: headingSizes[level - 1] ?? 20 }),
    ...((isHeading || isBold) && { bold: true }),
    ...(isItalic && { italics: true }),
    ...((isCode || kind === 'code') && { font: codeFont, size: 17 }),
    ...(kind === 'quote' && { color: hexColour(palette.inkSoft) }),
    ...(hasLink && { color: hexColour(palette.accent), underline: {} }),
  }
  // A tab separates the marker of an item from its text.
  const lines = text.split('\n')
  const children = lines.map((line, index) => {
    const isMarker = line.endsWith('\t')
    const shown = clean(isMarker ? line.slice(0, -1) : line)
    return new TextRun({
      ...style,
      ...(isMarker ? { children: [shown, new Tab()] } : { text: shown }),
      ...(index > 0 && { break: 1 }),
    })
  })
  return hasLink ? [new ExternalHyperlink({ link: href, children })] : children
}
