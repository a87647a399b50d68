import { palette } from '../drawing/palette.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'

const titleStyle: TextStyle = { size: 19, colour: palette.ink, weight: 'bold', maxLines: 3 }
const lineStyle: TextStyle = { size: 9, colour: palette.inkSoft, maxLines: 4 }

/** Writes the title of a document or section, and the lines under it. */
export async function writeTitle(page: PageWriter, text: string, lines: readonly string[]): Promise<void> {
  await page.prepare('bold', [text])
  await page.prepare('regular', lines)
  page.pdf.roundedRect(page.left, page.y, 30, 3, 1.5).fill(palette.accent)
  page.y += 9
  page.y += page.text(text, page.left, page.y, page.width, titleStyle) + 3
  for (const line of lines) page.y += page.text(line, page.left, page.y, page.width, lineStyle) + 1.5
  page.y += 11
}

/** Writes an error in a box, and returns its height. */
export async function writeNotice(
  page: PageWriter,
  text: string,
  at: { x: number; y: number; width: number },
): Promise<number> {
  await page.prepare('regular', [text])
  const style: TextStyle = { size: 9, colour: palette.error, maxLines: 8 }
  const words = page.layOut(text, at.width - 20, style)
  const height = words.lines.length * style.size * lineHeight + 12
  page.pdf.roundedRect(at.x, at.y, at.width, height, 4).fill(palette.errorSoft)
  page.write(words, at.x + 10, at.y + 6, at.width - 20, style)
  return height
}
