import stringWidth from 'string-width'
import { printable } from '../../charts/printable.ts'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A sender's text on one line, with control characters as visible escapes, so that it cannot move the cursor
 * or change colours.
 */
export function onOneLine(text: string): string {
  return printable(text)
}

/** Terminal columns of a text. */
export function widthOf(text: string): number {
  return stringWidth(text)
}

/** The text in exactly `width` columns, truncated with an ellipsis or padded with spaces. */
export function fitted(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutToWidth(text, width)
  const room = ' '.repeat(Math.max(0, width - widthOf(cut)))
  return align === 'left' ? cut + room : room + cut
}

/** The text, truncated with an ellipsis if it is wider. */
export function cutToWidth(text: string, width: number): string {
  // Printable ASCII takes one column a character: no need to measure.
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
