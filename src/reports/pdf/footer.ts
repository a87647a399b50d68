import { palette } from '../drawing/palette.ts'
import type { DocumentHead } from '../print/captions.ts'
import { margin, type PageWriter, type TextStyle } from './page-writer.ts'

const footerStyle: TextStyle = { size: 7.6, colour: palette.inkFaint }

/**
 * Writes the time and place of the document and the page number on every page; from the second page on also
 * the title.
 */
export async function writeFooters(page: PageWriter, head: DocumentHead): Promise<void> {
  const made = `${head.generated} on ${head.host}`
  await page.prepare('regular', [made, head.title, 'Page of 0123456789'])
  const { start, count } = page.pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    page.pdf.switchToPage(start + index)
    const y = page.pdf.page.height - margin.bottom + 18
    rule(page, y - 6)
    page.text(made, page.left, y, page.width - 110, footerStyle)
    page.text(`Page ${index + 1} of ${count}`, page.right - 100, y, 100, { ...footerStyle, align: 'end' })
    if (index === 0) continue
    page.text(head.title, page.left, 22, page.width, { ...footerStyle, align: 'start' })
    rule(page, 36)
  }
}

function rule(page: PageWriter, y: number): void {
  page.pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).stroke(palette.line)
}
