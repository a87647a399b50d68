import type { Output } from '../document/job.ts'
import type { Writer } from '../document/writer.ts'
import { documentHeadOf } from '../print/captions.ts'
import { writeDashboard } from './dashboard.ts'
import { writeFooters } from './footer.ts'
import { PageWriter } from './page-writer.ts'
import { writeQuery } from './query.ts'

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
