import { stripVTControlCharacters } from 'node:util'
import { widthOf } from './cell-width.ts'

/** Columns between two blocks. */
export const blockGap = 3

/** Blocks of lines side by side. No line of a block may be wider than its width. */
export function sideBySide(blocks: readonly { lines: readonly string[]; width: number }[]): string[] {
  const height = blocks.reduce((max, { lines }) => Math.max(max, lines.length), 0)
  return Array.from({ length: height }, (_, index) =>
    blocks
      .map(({ lines, width }) => padded(lines[index] ?? '', width))
      .join(' '.repeat(blockGap))
      .trimEnd(),
  )
}

/** A line of this program, maybe coloured, padded with spaces. */
function padded(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - widthOf(stripVTControlCharacters(line))))
}
