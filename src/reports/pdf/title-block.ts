import { palette } from '../drawing/palette.ts'
import type { Paper, TextLook } from './paper.ts'

const title: TextLook = { size: 19, colour: palette.ink, weight: 'bold', lines: 3 }
const line: TextLook = { size: 9, colour: palette.inkSoft, lines: 4 }

/** The head of a document: its title, and lines that tell what it is about. */
export async function writeTitle(paper: Paper, text: string, lines: readonly string[]): Promise<void> {
  await paper.prepare('bold', [text])
  await paper.prepare('regular', lines)
  paper.pdf.roundedRect(paper.left, paper.y, 30, 3, 1.5).fill(palette.accent)
  paper.y += 9
  paper.y += paper.text(text, paper.left, paper.y, paper.width, title) + 3
  for (const one of lines) {
    if (one !== '') paper.y += paper.text(one, paper.left, paper.y, paper.width, line) + 1.5
  }
  paper.y += 11
}

/** Why there is nothing, in a box. */
export async function writeNotice(
  paper: Paper,
  text: string,
  at: { x: number; y: number; width: number },
): Promise<number> {
  await paper.prepare('regular', [text])
  const look: TextLook = { size: 9, colour: palette.error, lines: 8 }
  const words = paper.set(text, at.width - 20, look)
  const height = words.lines.length * look.size * 1.36 + 12
  paper.pdf.roundedRect(at.x, at.y, at.width, height, 4).fill(palette.errorSoft)
  paper.write(words, at.x + 10, at.y + 6, at.width - 20, look)
  return height
}
