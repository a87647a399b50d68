import { Document, Footer, Packer, PageNumber, PageOrientation, Paragraph, TabStopType, TextRun } from 'docx'
import { palette } from '../drawing/palette.ts'
import { type DocumentHead, documentHeadOf } from '../print/captions.ts'
import type { Writer } from '../writer.ts'
import { dashboardBody } from './dashboard.ts'
import { pageSize } from './page-size.ts'
import { queryBody } from './query.ts'
import { hexColour, styles } from './styles.ts'

/** Bytes that are given away at once. */
const chunkBytes = 256 * 1024

/**
 * A Word document with styles, real tables and vector charts. Tables are cut after some rows and say so: the whole document is in
 * memory while it is made.
 */
export const writeDocx: Writer = async (document, out, signal) => {
  const masthead = documentHeadOf(document)
  const make = document.kind === 'dashboard' ? dashboardBody : queryBody
  const { landscape, blocks, written } = await make(document, masthead, signal)
  const { short, long, margin, room } = pageSize(landscape)
  const file = new Document({
    title: masthead.title,
    creator: 'Millrace',
    lastModifiedBy: 'Millrace',
    styles,
    sections: [
      {
        properties: {
          page: {
            // The library turns the sides round itself.
            size: {
              width: short,
              height: long,
              orientation: landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: { top: margin, bottom: margin, left: margin, right: margin, footer: 560, header: 560 },
          },
        },
        footers: { default: footer(masthead, room) },
        children: blocks,
      },
    ],
  })
  const bytes = await Packer.toBuffer(file)
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    signal.throwIfAborted()
    await out.write(bytes.subarray(at, at + chunkBytes))
  }
  return written
}

/** When and where it was made, and the number of the page. */
function footer(masthead: DocumentHead, room: number): Footer {
  const look = { size: 15, color: hexColour(palette.inkFaint) } as const
  return new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: Math.round(room * 20) }],
        children: [
          new TextRun({ ...look, text: `${masthead.generated} on ${masthead.host}` }),
          new TextRun({ ...look, children: ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  })
}
