import { AlignmentType, Paragraph, TextRun } from 'docx'
import { isRightToLeft } from '../fonts/pieces.ts'

/** A paragraph of cleaned text in a style of styles.ts; what reads from right to left says so. */
export function paragraph(text: string, style: string, more: { end?: boolean } = {}): Paragraph {
  const rightToLeft = isRightToLeft(text)
  return new Paragraph({
    style,
    ...(rightToLeft ? { bidirectional: true } : {}),
    // In a paragraph from right to left, Word takes start for the right side.
    ...(more.end ? { alignment: AlignmentType.END } : {}),
    children: text
      .split('\n')
      .map((line, index) => new TextRun({ text: line, rightToLeft, ...(index > 0 ? { break: 1 } : {}) })),
  })
}
