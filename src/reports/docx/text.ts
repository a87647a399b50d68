import { AlignmentType, Paragraph, TextRun } from 'docx'
import { isRightToLeft } from '../fonts/segments.ts'

/**
 * A paragraph of cleaned text in a style of styles.ts, aligned by default at the side where its script
 * begins.
 */
export function paragraph(text: string, style: string, edge?: 'left' | 'right'): Paragraph {
  const rightToLeft = isRightToLeft(text)
  // In a right-to-left paragraph, Word's start is the right side.
  const end = edge === (rightToLeft ? 'left' : 'right')
  return new Paragraph({
    style,
    ...(rightToLeft ? { bidirectional: true } : {}),
    ...(end ? { alignment: AlignmentType.END } : {}),
    children: text
      .split('\n')
      .map((line, index) => new TextRun({ text: line, rightToLeft, ...(index > 0 ? { break: 1 } : {}) })),
  })
}
