import { exactNumber } from '../../charts/number-text.ts'
import { spanText } from '../../charts/time-text.ts'
import type { Row, Section, Table } from '../../reports/document/document.ts'
import { figureText } from '../../reports/print/cell-text.ts'
import { printedTable } from '../../reports/print/printed-table.ts'
import { sectionOf } from '../../reports/sections/section.ts'
import { queryTitle } from '../../reports/sections/title.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { cutToWidth, onOneLine, widthOf } from '../terminal/cell-width.ts'
import { drawTable } from '../terminal/draw-table.ts'
import type { Paint } from '../terminal/paint.ts'
import { barsOf, overTime } from './draw-bars.ts'

/** Settings for drawing an answer. */
export interface View {
  /** IANA name. */
  zone: string
  /** Columns of the terminal; Infinity truncates nothing. */
  width: number
  paint: Paint
  /** With bars and charts. */
  hasBars: boolean
  /** For a Search: names of members and tags to show. */
  columns?: readonly string[]
  /** A widget of a dashboard, which does not mention options of a query. */
  isWidget?: boolean
}

/** Bars take the width that a table leaves, between this minimum and the maximum. */
const minBarWidth = 10
const maxBarWidth = 60
const chartHeight = 8
/** Columns of a chart if the terminal's width is unknown. */
const defaultWidth = 100

/** An answer as lines of text: its tables as in exports, its figures and caveats about its numbers. */
export async function drawAnswer(query: QueryRepresentation, view: View): Promise<string[]> {
  const columns = query.type === 'Search' ? (view.columns ?? searchColumns(query)) : undefined
  const section = sectionOf({
    title: queryTitle(query),
    widget: columns && { config: { columns } },
    answer: { query, events: undefined },
  })
  if (section.failure !== undefined) return [section.failure.detail]
  const series = view.hasBars ? overTime(query) : undefined
  const width = Math.min(view.width, defaultWidth)
  const chart = series === undefined ? [] : [...series.draw(width, chartHeight, view.zone), '']
  // A chart replaces the table of its periods.
  const tables = series !== undefined ? [] : view.hasBars ? section.tables.slice(0, 1) : section.tables
  const drawn: string[][] = []
  for (const table of tables) drawn.push(await drawOne(table, section, query, view))
  const parts = drawn.map((lines, index) => {
    const title = tables[index]?.title ?? ''
    return tables.length > 1 ? [view.paint('bold', title), ...lines, ''] : [...lines, '']
  })
  return [...chart, ...parts.flat(), ...footer(section, query, view)]
}

async function drawOne(
  table: Table,
  section: Section,
  query: QueryRepresentation,
  view: View,
): Promise<string[]> {
  const { zone, width, paint, hasBars } = view
  const bars = hasBars ? barsOf(query) : undefined
  const printed = await printedTable(
    bars === undefined ? table : withoutDetails(table),
    section,
    Number.MAX_SAFE_INTEGER,
    zone,
    new AbortController().signal,
  )
  if (printed.rows.length === 0) return ['Nothing found.']
  if (bars === undefined) return drawTable(printed, width, paint)
  const roomForBars = Math.max(
    minBarWidth,
    Math.min(maxBarWidth, Math.floor(Math.min(width, defaultWidth) / 3)),
  )
  const lines = drawTable(printed, width - roomForBars - 2, paint)
  const widest = lines.reduce((max, line) => Math.max(max, widthOf(line)), 0)
  const [head = '', ...rows] = lines
  return [
    head,
    ...rows.map((line, index) => {
      const room = ' '.repeat(widest - widthOf(line))
      return `${line}${room}  ${bars(index, roomForBars)}`.trimEnd()
    }),
  ]
}

/** Columns of Patterns that are left out beside bars, since they are wider than the pattern. */
const detailColumns = new Set(['programs', 'first_seen'])

function withoutDetails(table: Table): Table {
  const kept = table.columns.map(({ name }) => !detailColumns.has(name))
  const { rows } = table
  if (!Array.isArray(rows) || !kept.includes(false)) return table
  const columns = table.columns.filter((_, index) => kept[index])
  return { ...table, columns, rows: rows.map((row: Row) => row.filter((_, index) => kept[index])) }
}

/** The columns of events, with the counter only if an event was repeated. */
function searchColumns(query: QueryRepresentation): string[] {
  // The results of a Search.
  const { events } = query.results as SearchResults
  const repeated = events.objects.some(({ counter }) => counter > 1)
  return ['last_occurrence', 'severity', 'host', 'program', ...(repeated ? ['counter'] : []), 'message']
}

function footer(
  section: Section,
  query: QueryRepresentation,
  { zone, paint, width, isWidget }: View,
): string[] {
  const figures = section.figures.map(({ title, value, kind }) => `${title} ${figureText(value, kind, zone)}`)
  const range = section.range && spanText(section.range.from, section.range.to, zone)
  const told = [...figures, ...(range === undefined ? [] : [range])].join(' · ')
  return [
    ...(told === '' ? [] : [paint('gray', cutToWidth(onOneLine(told), width))]),
    ...moreEvents(query, isWidget === true).map(line => cutToWidth(line, width)),
    ...section.caveats.map(caveat => cutToWidth(onOneLine(caveat), width)),
  ]
}

/** Says that a Search shows one page of several. */
function moreEvents({ type, results }: QueryRepresentation, isWidget: boolean): string[] {
  if (type !== 'Search') return []
  // The results of a Search.
  const { events } = results as SearchResults
  const shown = events.objects.length
  if (shown >= events.item_count) return []
  const told = `${exactNumber(shown)} of ${exactNumber(events.item_count)} events are shown`
  return [isWidget ? `${told}.` : `${told}; --limit and --page show others, --format jsonl all.`]
}
