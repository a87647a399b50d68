import { widthOf } from './cell-width.ts'

/** Spaces between two blocks. */
export const blockGap = 3

/** Joins blocks of lines side by side. The lines of a block must fit into its width, in columns. */
export function sideBySide(blocks: readonly { lines: readonly string[]; width: number }[]): string[] {
  const height = blocks.reduce((max, { lines }) => Math.max(max, lines.length), 0)
  return Array.from({ length: height }, (_, index) =>
    blocks
      .map(({ lines, width }) => padded(lines[index] ?? '', width))
      .join(' '.repeat(blockGap))
      .trimEnd(),
  )
}

/** Pads a line with spaces. Colour codes in the line take no width. */
function padded(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - widthOf(line)))
}
