import { Resvg } from '@resvg/resvg-js'
import {
  Document,
  Footer,
  ImageRun,
  Packer,
  PageBreak,
  PageNumber,
  PageOrientation,
  Paragraph,
  type Table,
  TabStopType,
  TextRun,
} from 'docx'
import { maxPrintedRows } from '../../schema/reports/export-format.ts'
import type { ReportDocument, Section } from '../document/document.ts'
import { largestCut, type WriteOutcome, type Writer } from '../document/writer.ts'
import { drawChart } from '../drawing/draw-chart.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { palette } from '../drawing/palette.ts'
import { svgOf } from '../drawing/svg.ts'
import {
  type DocumentHead,
  dashboardLines,
  documentHeadOf,
  failureText,
  ownRange,
  rangeText,
  sectionLines,
} from '../print/captions.ts'
import { clean, figureText } from '../print/cell-text.ts'
import { gridRows } from '../print/grid.ts'
import { type PanelContent, panelContent } from '../print/panel-content.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { maxWidgetTableRows, printTables } from '../print/row-budget.ts'
import { noteParagraphs } from './note.ts'
import { hexColour, paragraph, styles } from './styles.ts'
import { oneLineTable, sideBySide, twipsPerPoint, wantsLandscape, wordTable } from './table.ts'

/** Pixels of the bitmap per pixel of the drawing: sharp on paper, small as a file. */
const bitmapScale = 2

/** A4 and margins of 2 cm, in twips (twentieths of a point). */
const shortSide = 11_906
const longSide = 16_838
const margin = 1_134

/** Left and right padding of a panel, summed, in points. */
const paddingPoints = 12
const panelChartHeightPoints = 112
const queryChartHeightPoints = 150

const chunkBytes = 256 * 1024
const pixelsPerPoint = 96 / 72
/** Maximum boxes with figures side by side. */
const boxesPerRow = 4
/** Maximum width of a box with a figure, in points. */
const maxBoxWidth = 150

type Block = Paragraph | Table

/** The content of a document before it is written as a file. */
interface Body {
  isLandscape: boolean
  blocks: Block[]
  written: WriteOutcome
}

/**
 * Writes a Word document with styles, tables and vector charts. Long tables are truncated and say so, since
 * the whole document is in memory while it is made.
 */
export const writeDocx: Writer = async (document, out, signal) => {
  const head = documentHeadOf(document)
  const makeBody = document.kind === 'dashboard' ? dashboardBody : queryBody
  const { isLandscape, blocks, written } = await makeBody(document, head, signal)
  const maxWidth = maxWidthOf(isLandscape)
  const orientation = isLandscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT
  const page = {
    // The library itself swaps the sides for landscape.
    size: { width: shortSide, height: longSide, orientation },
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
  const tabStops = [{ type: TabStopType.RIGHT, position: Math.round(maxWidth * twipsPerPoint) }]
  const pageOf = ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES]
  const children = [
    new TextRun({ ...style, text: `${head.generated} on ${head.host}` }),
    new TextRun({ ...style, children: pageOf }),
  ]
  return new Footer({ children: [new Paragraph({ tabStops, children })] })
}

/** The panels of all widgets in the grid of the dashboard, then the widgets' tables. */
async function dashboardBody(
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<Body> {
  const { sections, timezone } = document
  const maxWidth = maxWidthOf(true)
  const tables = await printTables(document, maxWidgetTableRows, signal)
  const blocks: Block[] = [
    paragraph(head.title, 'Title'),
    ...dashboardLines(document, head).map(line => paragraph(line, 'Lead')),
  ]
  for (const row of gridRows(sections)) {
    signal.throwIfAborted()
    const cells = []
    for (const { section, share } of row) {
      const width = maxWidth * share
      const content = panelContent(section, tables.get(section) ?? [], {
        width: width - paddingPoints,
        chart: chartSize(width - paddingPoints, panelChartHeightPoints),
        range: ownRange(section, head, timezone),
        zone: timezone,
      })
      cells.push({ width, children: await panelBlocks(content, width - paddingPoints) })
    }
    const group = row[0]?.section.widget?.groupTitle
    blocks.push(group === undefined ? paragraph('', 'FigureName') : paragraph(clean(group), 'Heading2'))
    blocks.push(sideBySide(cells, undefined))
  }
  const withTables = [...tables].filter(([, sectionTables]) => sectionTables.length > 0)
  if (withTables.length > 0) blocks.push(new Paragraph({ children: [new PageBreak()] }))
  for (const [section, sectionTables] of withTables) {
    const lines = sectionLines(ownRange(section, head, timezone), section)
    blocks.push(paragraph(clean(section.title), 'Heading1'), ...lines.map(line => paragraph(line, 'Lead')))
    for (const table of sectionTables) blocks.push(...tableBlocks(table, maxWidth))
  }
  return { isLandscape: true, blocks, written: largestCut([...tables.values()].flat()) }
}

/** The content of a widget's panel, at most `maxWidth` points wide. */
async function panelBlocks(
  { title, lines, failure, note, drawing, excerpt }: PanelContent,
  maxWidth: number,
): Promise<Block[]> {
  return [
    ...(title === '' ? [] : [paragraph(title, 'PanelTitle')]),
    ...lines.map(line => paragraph(line, 'FigureName')),
    ...(failure === undefined ? [] : [paragraph(failure, 'Failure')]),
    ...(note === undefined ? [] : noteParagraphs(note)),
    ...(drawing ? [await picture(drawing)] : []),
    // Word requires a paragraph at the end of a cell.
    ...(excerpt ? [oneLineTable(excerpt.table, maxWidth), paragraph(excerpt.note, 'FigureName')] : []),
  ]
}

/** One section after the other: title, figures, chart, tables. */
async function queryBody(document: ReportDocument, head: DocumentHead, signal: AbortSignal): Promise<Body> {
  const { timezone: zone } = document
  const tables = await printTables(document, () => maxPrintedRows, signal)
  const all = [...tables.values()].flat()
  const isLandscape = all.some(table => wantsLandscape(table, maxWidthOf(false)))
  const maxWidth = maxWidthOf(isLandscape)
  const blocks: Block[] = [paragraph(head.title, 'Title')]
  for (const [section, printed] of tables) {
    signal.throwIfAborted()
    if (document.sections.length > 1) blocks.push(paragraph(clean(section.title), 'Heading1'))
    const lines = sectionLines(rangeText(section, zone), section)
    blocks.push(...lines.map(line => paragraph(line, 'Lead')))
    const failure = failureText(section)
    if (failure !== undefined) blocks.push(paragraph(failure, 'Failure'))
    blocks.push(paragraph('', 'FigureName'), ...figureBlocks(section, maxWidth, zone))
    const drawing = drawChart(section, { ...chartSize(maxWidth, queryChartHeightPoints), zone })
    if (drawing) blocks.push(await picture(drawing))
    for (const table of printed) blocks.push(...tableBlocks(table, maxWidth))
  }
  return { isLandscape, blocks, written: largestCut(all) }
}

/** Points between the left and right margins of a page. */
function maxWidthOf(isLandscape: boolean): number {
  return ((isLandscape ? longSide : shortSide) - margin * 2) / twipsPerPoint
}

/** A drawing as SVG, with a bitmap for programs without SVG. */
async function picture(drawing: Drawing): Promise<Paragraph> {
  const svg = await svgOf(drawing)
  const bitmap = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: bitmapScale },
    // Letters are outlines, which need no fonts.
    font: { loadSystemFonts: false },
  }).render()
  return new Paragraph({
    spacing: { before: 60, after: 120 },
    children: [
      new ImageRun({
        type: 'svg',
        data: Buffer.from(svg),
        fallback: { type: 'png', data: bitmap.asPng() },
        transformation: { width: drawing.width, height: drawing.height },
        altText: { name: 'Chart', title: drawing.description, description: drawing.description },
      }),
    ],
  })
}

/** Figures as rows of boxes side by side. `maxWidth` in points. */
function figureBlocks({ figures }: Section, maxWidth: number, zone: string): Block[] {
  const blocks: Block[] = []
  for (let first = 0; first < figures.length; first += boxesPerRow) {
    const row = figures.slice(first, first + boxesPerRow)
    const boxes = row.map(({ title, value, kind }) => ({
      width: Math.min(maxWidth / row.length, maxBoxWidth),
      children: [
        paragraph(clean(title), 'FigureName'),
        paragraph(figureText(value, kind, zone), 'FigureValue'),
      ],
    }))
    blocks.push(sideBySide(boxes, palette.sunken), paragraph('', 'FigureName'))
  }
  return blocks
}

/** Converts the size of a chart from points to CSS pixels. */
function chartSize(width: number, height: number): { width: number; height: number } {
  return { width: Math.floor(width * pixelsPerPoint), height: height * pixelsPerPoint }
}

/** A table with its heading and notes. `maxWidth` in points. */
function tableBlocks(table: PrintedTable, maxWidth: number): Block[] {
  return [
    paragraph(table.title, 'Heading2'),
    ...table.notes.map(note => paragraph(note, 'Note')),
    wordTable(table, maxWidth),
    // Word merges adjacent tables unless a paragraph separates them.
    paragraph(table.rows.length === 0 ? 'No rows' : '', 'Note'),
  ]
}
