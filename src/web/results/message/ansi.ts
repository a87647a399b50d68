/** A part of a text that a terminal would draw in one style. */
export interface AnsiSpan {
  text: string
  /** Class names: `ansi-red ansi-bold`. */
  className: string
}

interface Style {
  colour: string
  bold: boolean
  dim: boolean
  underline: boolean
}

const colourNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
/**
 * Matches sequences of styles, such as `ESC[1;31m` for bold red. Other sequences (moves, links, titles) stay
 * visible as text.
 */
const sequence = /\u001b\[([0-9;]{0,40})m/g
const maxSpans = 2_000
/** Maximum spans of a message in a row: a list has many rows. */
export const maxRowSpans = 50

/** Whether a text has terminal colours or styles. */
export function hasAnsi(text: string): boolean {
  return text.includes('\u001b[') && text.search(sequence) >= 0
}

/**
 * A text as spans in their terminal colours, without the sequences. There are at most `limit` spans; the last
 * one has all text that remains.
 */
export function ansiSpans(text: string, limit = maxSpans): AnsiSpan[] {
  const spans: AnsiSpan[] = []
  let style: Style = { colour: '', bold: false, dim: false, underline: false }
  let start = 0
  const push = (part: string) => {
    if (part === '') return
    const className = [
      style.colour && `ansi-${style.colour}`,
      style.bold && 'ansi-bold',
      style.dim && 'ansi-dim',
      style.underline && 'ansi-underline',
    ]
      .filter(Boolean)
      .join(' ')
    spans.push({ text: part, className })
  }
  for (const match of text.matchAll(sequence)) {
    if (spans.length >= limit - 1) break
    push(text.slice(start, match.index))
    start = match.index + match[0].length
    style = styleAfter(style, match[1] ?? '')
  }
  push(withoutAnsi(text.slice(start)))
  return spans
}

/** A text without its sequences of colours and styles. */
export function withoutAnsi(text: string): string {
  return text.replace(sequence, '')
}

/** The style after the codes of a sequence. */
function styleAfter(style: Style, codes: string): Style {
  let next = style
  const list = codes === '' ? [0] : codes.split(';').map(Number)
  for (let at = 0; at < list.length; at++) {
    const code = list[at] ?? 0
    if (code === 0) next = { colour: '', bold: false, dim: false, underline: false }
    else if (code === 1) next = { ...next, bold: true }
    else if (code === 2) next = { ...next, dim: true }
    else if (code === 4) next = { ...next, underline: true }
    else if (code === 22) next = { ...next, bold: false, dim: false }
    else if (code === 24) next = { ...next, underline: false }
    else if (code === 39) next = { ...next, colour: '' }
    else if (code >= 30 && code <= 37) next = { ...next, colour: colourNames[code - 30] ?? '' }
    else if (code >= 90 && code <= 97) next = { ...next, colour: colourNames[code - 90] ?? '' }
    // 38;5;n and 38;2;r;g;b, and the same for backgrounds: colours that the page does not have.
    else if (code === 38 || code === 48) at += list[at + 1] === 5 ? 2 : 4
  }
  return next
}
