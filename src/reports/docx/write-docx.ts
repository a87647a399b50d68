import { Document, Footer, Packer, PageNumber, PageOrientation, Paragraph, TabStopType, TextRun } from 'docx'
import type { Writer } from '../document/writer.ts'
import { palette } from '../drawing/palette.ts'
import { type DocumentHead, documentHeadOf } from '../print/captions.ts'
import { dashboardBody } from './dashboard.ts'
import { pageSize } from './page-size.ts'
import { queryBody } from './query.ts'
import { hexColour, styles } from './styles.ts'

const chunkBytes = 256 * 1024

/**
 * Writes a Word document with styles, tables and vector charts. Long tables are truncated and say so, since
 * the whole document is in memory while it is made.
 */
export const writeDocx: Writer = async (document, out, signal) => {
  const head = documentHeadOf(document)
  const make = document.kind === 'dashboard' ? dashboardBody : queryBody
  const { landscape, blocks, written } = await make(document, head, signal)
  const { short, long, margin, maxWidth } = pageSize(landscape)
  const orientation = landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT
  const page = {
    // The library itself swaps the sides for landscape.
    size: { width: short, height: long, orientation },
    margin: { top: margin, bottom: margin, left: margin, right: margin, footer: 560, header: 560 },
  }
  const file = new Document({
    title: head.title,
    creator: 'Millrace',
    lastModifiedBy: 'Millrace',
    styles,
    sections: [{ properties: { page }, footers: { default: footer(head, maxWidth) }, children: blocks }],
  })
  const bytes = await Packer.toBuffer(file)
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    signal.throwIfAborted()
    await out.write(bytes.subarray(at, at + chunkBytes))
  }
  return written
}

/** The time and place of the document, and the page number. */
function footer(head: DocumentHead, maxWidth: number): Footer {
  const style = { size: 15, color: hexColour(palette.inkFaint) } as const
  const tabStops = [{ type: TabStopType.RIGHT, position: Math.round(maxWidth * 20) }]
  const pageOf = ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES]
  const children = [
    new TextRun({ ...style, text: `${head.generated} on ${head.host}` }),
    new TextRun({ ...style, children: pageOf }),
  ]
  return new Footer({ children: [new Paragraph({ tabStops, children })] })
}
