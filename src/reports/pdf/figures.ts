import type { Figure } from '../document/document.ts'
import { palette } from '../drawing/palette.ts'
import { figureText } from '../print/cell-text.ts'
import { clean } from '../print/clean.ts'
import type { PageWriter, TextStyle } from './page-writer.ts'

const gap = 8
const height = 38
const labelStyle: TextStyle = { size: 7.6, colour: palette.inkFaint }
const valueStyle: TextStyle = { size: 13, colour: palette.ink, weight: 'bold' }

/** Writes figures as rows of equal tiles, and returns their height. */
export async function writeFigures(
  page: PageWriter,
  figures: readonly Figure[],
  at: { x: number; y: number; width: number },
  zone: string,
): Promise<number> {
  if (figures.length === 0) return 0
  const texts = figures.map(figure => ({
    title: clean(figure.title),
    value: figureText(figure.value, figure.kind, zone),
  }))
  const titles = texts.map(({ title }) => title)
  const values = texts.map(({ value }) => value)
  await page.prepare('regular', titles)
  await page.prepare('bold', values)
  const maxPerRow = Math.max(1, Math.floor((at.width + gap) / (96 + gap)))
  const rows = Math.ceil(texts.length / maxPerRow)
  const columns = Math.ceil(texts.length / rows)
  const width = Math.min(180, (at.width - gap * (columns - 1)) / columns)
  for (const [index, text] of texts.entries()) {
    const x = at.x + (index % columns) * (width + gap)
    const y = at.y + Math.floor(index / columns) * (height + gap)
    page.pdf.roundedRect(x, y, width, height, 4).fill(palette.sunken)
    page.text(text.title, x + 8, y + 5, width - 16, labelStyle)
    page.text(text.value, x + 8, y + 16, width - 16, valueStyle)
  }
  return rows * (height + gap) - gap
}
