import stringWidth from 'string-width'
import { printable } from '../../charts/printable.ts'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text of a sender on one line, its control characters as visible escapes: nothing in it moves the cursor or colours. */
export function onOneLine(text: string): string {
  return printable(text)
}

/** Columns of the terminal that a text takes. */
export function widthOf(text: string): number {
  return stringWidth(text)
}

/** The text in so many columns, cut with an ellipsis or filled with spaces. */
export function fitted(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutToWidth(text, width)
  const room = ' '.repeat(Math.max(0, width - widthOf(cut)))
  return align === 'left' ? cut + room : room + cut
}

/** The text, cut with an ellipsis where it is wider. */
export function cutToWidth(text: string, width: number): string {
  // Each character takes a column at least, or belongs to one that does.
  if (text.length <= width && /^[\x20-\x7e]*$/.test(text)) return text
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of segments.segment(text)) {
    const next = used + widthOf(segment)
    if (next > width - 1) break
    kept += segment
    used = next
  }
  return width > 0 ? `${kept}…` : ''
}
