import { palette } from '../drawing/palette.ts'
import type { Masthead } from '../print/words.ts'
import { margin, type Paper, type TextLook } from './paper.ts'

const look: TextLook = { size: 7.6, colour: palette.inkFaint }

/** On every page: when and where it was made, and its number; from the second on also what it is about. */
export async function writeFooters(paper: Paper, masthead: Masthead): Promise<void> {
  const made = `${masthead.generated} on ${masthead.host}`
  await paper.prepare('regular', [made, masthead.title, 'Page of 0123456789'])
  const { start, count } = paper.pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    paper.pdf.switchToPage(start + index)
    const y = paper.pdf.page.height - margin.bottom + 18
    rule(paper, y - 6)
    paper.text(made, paper.left, y, paper.width - 110, look)
    paper.text(`Page ${index + 1} of ${count}`, paper.right - 100, y, 100, { ...look, align: 'end' })
    if (index === 0) continue
    paper.text(masthead.title, paper.left, 22, paper.width, { ...look, align: 'start' })
    rule(paper, 36)
  }
}

function rule(paper: Paper, y: number): void {
  paper.pdf.moveTo(paper.left, y).lineTo(paper.right, y).lineWidth(0.5).stroke(palette.line)
}
