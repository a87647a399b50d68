import type { Output } from '../document/job.ts'
import type { Writer } from '../document/writer.ts'
import { palette } from '../drawing/palette.ts'
import { type DocumentHead, documentHeadOf } from '../print/captions.ts'
import { writeDashboard } from './dashboard.ts'
import { margin, PageWriter, type TextStyle } from './page-writer.ts'
import { writeQuery } from './query.ts'

const footerStyle: TextStyle = { size: 7.6, colour: palette.inkFaint }

/**
 * Writes A4 pages with vector charts and searchable text. Long tables are truncated and say so. All pages
 * stay in memory until their number is known; the row limits allow a few hundred.
 */
export const writePdf: Writer = async (document, out, signal) => {
  const head = documentHeadOf(document)
  const page = new PageWriter({ title: head.title, made: new Date(document.generatedAt * 1000) })
  // Bytes are written while pages are drawn; a failure of either stops the other.
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const taken = writeChunks(page, out, stop).catch(error => {
    failed.abort(error)
    throw error
  })
  const drawn = (async () => {
    try {
      const write = document.kind === 'dashboard' ? writeDashboard : writeQuery
      const written = await write(page, document, head, stop)
      await writeFooters(page, head)
      page.pdf.end()
      return written
    } catch (error) {
      page.pdf.destroy(error instanceof Error ? error : new Error('stopped', { cause: error }))
      throw error
    }
  })()
  const [, outcome] = await Promise.allSettled([taken, drawn])
  if (outcome.status === 'fulfilled') return taken.then(() => outcome.value)
  throw outcome.reason
}

async function writeChunks(page: PageWriter, out: Output, signal: AbortSignal): Promise<void> {
  // A readable stream without encoding yields buffers.
  for await (const chunk of page.pdf as unknown as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    await out.write(chunk)
  }
}

/**
 * Writes the time and place of the document and the page number on every page; from the second page on also
 * the title.
 */
async function writeFooters(page: PageWriter, head: DocumentHead): Promise<void> {
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
