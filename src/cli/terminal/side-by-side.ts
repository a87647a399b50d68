import { widthOf } from './cell-width.ts'

/** Terminal columns between two blocks. */
export const blockGap = 3

/** Lines that form a rectangle on the terminal. */
interface Block {
  lines: readonly string[]
  /** Terminal columns. No line is wider; shorter lines are padded. */
  width: number
}

/**
 * Places blocks beside each other, from left to right. Each returned line has one line of every block; a
 * block with fewer lines than the others is empty below.
 */
export function sideBySide(blocks: readonly Block[]): string[] {
  const height = Math.max(0, ...blocks.map(({ lines }) => lines.length))
  const joined: string[] = []
  for (let index = 0; index < height; index++) {
    const parts = blocks.map(({ lines, width }) => padded(lines[index] ?? '', width))
    joined.push(parts.join(' '.repeat(blockGap)).trimEnd())
  }
  return joined
}

/** Pads a line with spaces to `width` terminal columns. Colour codes in the line take no width. */
function padded(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - widthOf(line)))
}
