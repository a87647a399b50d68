import { maxPrintedRows } from '../../schema/reports/export-format.ts'
import type { Figure, ReportDocument } from '../document/document.ts'
import type { Output } from '../document/job.ts'
import { largestCut, type WriteOutcome, type Writer } from '../document/writer.ts'
import { drawChart } from '../drawing/draw-chart.ts'
import { palette } from '../drawing/palette.ts'
import { type DocumentHead, documentHeadOf, failureText, rangeText, sectionLines } from '../print/captions.ts'
import { clean, figureText } from '../print/cell-text.ts'
import { printTables } from '../print/row-budget.ts'
import { writeDashboard } from './dashboard.ts'
import { margin, PageWriter, type TextStyle } from './page-writer.ts'
import { drawPicture, pointsPerPixel } from './picture.ts'
import { wantsLandscape, writeTable } from './table.ts'
import { writeNotice, writeTitle } from './title-block.ts'

/** Points between the boxes of figures, and the height of a box. */
const boxGap = 8
const boxHeight = 38
const minBoxWidth = 96
const maxBoxWidth = 180
const labelStyle: TextStyle = { size: 7.6, colour: palette.inkFaint }
const valueStyle: TextStyle = { size: 13, colour: palette.ink, weight: 'bold' }
/** Points between the margins of an A4 page in portrait. */
const portraitWidth = 595.28 - margin.side * 2

const footerStyle: TextStyle = { size: 7.6, colour: palette.inkFaint }

/**
 * Writes A4 pages with vector charts and searchable text. Long tables are truncated and say so. All pages
 * stay in memory until their number is known; the row limits allow a few hundred.
 */
export const writePdf: Writer = async (document, out, signal) => {
  const head = documentHeadOf(document)
  const page = new PageWriter({ title: head.title, made: new Date(document.generatedAt * 1000) })
  // Bytes are written to `out` while pages are drawn, though most bytes come at the end. A failure of either
  // task stops the other.
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const outputWritten = writeChunks(page, out, stop).catch(error => {
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
  const [, outcome] = await Promise.allSettled([outputWritten, drawn])
  if (outcome.status === 'rejected') throw outcome.reason
  // Rejects if the output could not be written.
  await outputWritten
  return outcome.value
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

/** One section after the other: title, figures, chart, tables. */
async function writeQuery(
  page: PageWriter,
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const tables = await printTables(document, () => maxPrintedRows, signal)
  const { sections, timezone } = document
  if (sections.length === 0) page.startPage()
  const at = () => ({ x: page.left, y: page.y, width: page.width })
  for (const [index, section] of sections.entries()) {
    const title = index === 0 ? head.title : clean(section.title)
    const printed = tables.get(section) ?? []
    let isWide = false
    for (const table of printed) isWide ||= await wantsLandscape(page, table, portraitWidth)
    page.startPage(isWide ? 'landscape' : 'portrait')
    page.pdf.outline.addItem(title)
    await writeTitle(page, title, sectionLines(rangeText(section, timezone), section))
    const failure = failureText(section)
    if (failure !== undefined) page.y += (await writeNotice(page, failure, at())) + 14
    if (section.figures.length > 0) page.y += (await writeFigures(page, section.figures, at(), timezone)) + 16
    const drawing = drawChart(section, { width: page.width / pointsPerPixel, height: 210, zone: timezone })
    if (drawing) {
      page.ensureHeight(drawing.height * pointsPerPixel)
      await drawPicture(page, drawing, page.left, page.y)
      page.y += drawing.height * pointsPerPixel + 20
    }
    for (const table of printed) await writeTable(page, table, signal)
  }
  return largestCut([...tables.values()].flat())
}

/** Writes figures, at least one, as rows of equal boxes, and returns their height. */
async function writeFigures(
  page: PageWriter,
  figures: readonly Figure[],
  at: { x: number; y: number; width: number },
  zone: string,
): Promise<number> {
  const texts = figures.map(figure => ({
    title: clean(figure.title),
    value: figureText(figure.value, figure.kind, zone),
  }))
  const titles = texts.map(({ title }) => title)
  const values = texts.map(({ value }) => value)
  await page.prepare('regular', titles)
  await page.prepare('bold', values)
  const maxPerRow = Math.max(1, Math.floor((at.width + boxGap) / (minBoxWidth + boxGap)))
  const rows = Math.ceil(texts.length / maxPerRow)
  const columns = Math.ceil(texts.length / rows)
  const width = Math.min(maxBoxWidth, (at.width - boxGap * (columns - 1)) / columns)
  for (const [index, text] of texts.entries()) {
    const x = at.x + (index % columns) * (width + boxGap)
    const y = at.y + Math.floor(index / columns) * (boxHeight + boxGap)
    page.pdf.roundedRect(x, y, width, boxHeight, 4).fill(palette.sunken)
    page.text(text.title, x + 8, y + 5, width - 16, labelStyle)
    page.text(text.value, x + 8, y + 16, width - 16, valueStyle)
  }
  return rows * (boxHeight + boxGap) - boxGap
}
