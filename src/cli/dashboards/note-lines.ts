import { plainText } from '../../charts/markdown.ts'
import { type MarkdownLine, markdownLines } from '../../charts/markdown-lines.ts'
import { printable } from '../../charts/printable.ts'
import { cutToWidth, widthOf } from '../terminal/cell-width.ts'
import type { Paint } from '../terminal/paint.ts'

/** The text of a note in lines of at most `width` columns. */
export function noteLines(text: string, width: number, paint: Paint): string[] {
  return markdownLines(text).flatMap(line => {
    if (line.kind === 'rule') return [paint('gray', '─'.repeat(width))]
    const [first, rest] = indents(line)
    const lines = printable(plainText(line.spans), true)
      .split('\n')
      .flatMap(source => wrapped(source, Math.max(1, width - widthOf(first))))
    return lines.map((text, index) => {
      const shown = `${index === 0 ? first : rest}${text}`
      if (line.kind === 'heading') return paint('bold', shown)
      return line.kind === 'code' ? paint('gray', shown) : shown
    })
  })
}

/** What precedes the first line, and the lines after it: as wide. */
function indents({ kind, level, marker }: MarkdownLine): [first: string, rest: string] {
  if (kind === 'quote') return ['│ ', '│ ']
  if (kind === 'code') return ['  ', '  ']
  if (marker === '') return ['', '']
  const indent = '  '.repeat(level - 1)
  return [`${indent}${marker} `, `${indent}${' '.repeat(marker.length + 1)}`]
}

/** Breaks a line between words; a word that is too long is cut. */
function wrapped(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const next = current === '' ? word : `${current} ${word}`
    if (current !== '' && widthOf(next) > width) {
      lines.push(current)
      current = word
    } else current = next
  }
  return [...lines, current].map(each => cutToWidth(each, width))
}
