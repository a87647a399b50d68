import { exactNumber } from '../../charts/number-text.ts'
import { momentText, spanText } from '../../charts/time-text.ts'
import type { Row, Section, Table } from '../../reports/document/document.ts'
import { figureText } from '../../reports/print/cell-text.ts'
import { printedTable } from '../../reports/print/printed-table.ts'
import { sectionOf } from '../../reports/sections/section.ts'
import { metricsOf } from '../../reports/sections/system-metrics.ts'
import { queryTitle } from '../../reports/sections/title.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { PatternsResults } from '../../schema/query/patterns.ts'
import type { ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { isSystemType, type SystemResults, type systemMetrics } from '../../schema/query/system.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { chartOverTime, horizontalBar, sparkline } from '../terminal/bars.ts'
import { cutToWidth, fitted, onOneLine, widthOf } from '../terminal/cell-width.ts'
import { drawTable } from '../terminal/draw-table.ts'
import type { Paint } from '../terminal/paint.ts'

/** How an answer is drawn on the terminal. */
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
  /** A widget of a dashboard: leaves out hints about options such as `--limit`. */
  isWidget?: boolean
}

/** Bars take a third of the terminal's width, between this minimum and the maximum. */
const minBarWidth = 10
const maxBarWidth = 33
const chartHeight = 8
/** Charts are no wider, also on wider terminals. */
const maxChartWidth = 100

/** An answer as lines of text: its tables as in exports, its figures and caveats about its numbers. */
export async function drawAnswer(query: QueryRepresentation, view: View): Promise<string[]> {
  const columns = query.type === 'Search' ? (view.columns ?? searchColumns(query)) : undefined
  const section = sectionOf({
    title: queryTitle(query),
    widget: columns && { config: { columns } },
    answer: { query, events: undefined },
  })
  if (section.failure !== undefined) return [section.failure.detail]
  const drawChart = view.hasBars ? chartOverTimeOf(query) : undefined
  const bars = view.hasBars ? barsOf(query) : undefined
  const chartWidth = Math.min(view.width, maxChartWidth)
  const chart = drawChart === undefined ? [] : [...drawChart(chartWidth, view.zone), '']
  // A chart replaces all tables. Bars belong to the first table, and replace the others.
  let { tables } = section
  if (drawChart !== undefined) tables = []
  else if (bars !== undefined) tables = tables.slice(0, 1)
  const drawn: string[][] = []
  for (const table of tables) drawn.push(await drawSectionTable(table, section, bars, view))
  const parts = drawn.map((lines, index) => {
    const title = tables[index]?.title ?? ''
    return tables.length > 1 ? [view.paint('bold', title), ...lines, ''] : [...lines, '']
  })
  return [...chart, ...parts.flat(), ...footer(section, query, view)]
}

/** A table as lines, with a bar at the end of each row if there are `bars`. */
async function drawSectionTable(
  table: Table,
  section: Section,
  bars: BarOfRow | undefined,
  { zone, width, paint }: View,
): Promise<string[]> {
  const printed = await printedTable(
    bars === undefined ? table : withoutDetails(table),
    section,
    Number.MAX_SAFE_INTEGER,
    zone,
    new AbortController().signal,
  )
  if (printed.rows.length === 0) return ['Nothing found.']
  if (bars === undefined) return drawTable(printed, width, paint)
  const roomForBars = Math.max(minBarWidth, Math.min(maxBarWidth, Math.floor(width / 3)))
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

/** The table without `detailColumns`. */
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

/** The lines below the tables: figures and range, omitted events, caveats. */
function footer(
  section: Section,
  query: QueryRepresentation,
  { zone, paint, width, isWidget }: View,
): string[] {
  const figures = section.figures.map(({ title, value, kind }) => `${title} ${figureText(value, kind, zone)}`)
  const range = section.range && spanText(section.range.from, section.range.to, zone)
  const summary = [...figures, ...(range === undefined ? [] : [range])].join(' · ')
  return [
    ...(summary === '' ? [] : [paint('gray', cutToWidth(onOneLine(summary), width))]),
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
  const text = `${exactNumber(shown)} of ${exactNumber(events.item_count)} events are shown`
  return [isWidget ? `${text}.` : `${text}; --limit and --page show others, --format jsonl all.`]
}

/** Draws the bar for a row of the first table, in this width. */
type BarOfRow = (row: number, width: number) => string

/** Bars for the rows of a ranking: values over time if the answer has periods, else counts. */
function barsOf({ type, results }: QueryRepresentation): BarOfRow | undefined {
  if (type !== 'TopN' && type !== 'LastN' && type !== 'Patterns' && type !== 'FieldStats') return undefined
  // The results of these types: each has values with counts.
  const { totals, details } = results as TopNResults
  const counts = totals.values.map(({ count }) => count)
  const highest = Math.max(0, ...counts)
  if (type === 'TopN' && details !== undefined) {
    return (row, width) =>
      sparkline(
        details.map(({ total_values }) => total_values[row]?.count ?? 0),
        width,
      )
  }
  if (type === 'Patterns') {
    // The results of a Patterns.
    const { values } = (results as PatternsResults).totals
    if (values[0]?.counts !== undefined) return (row, width) => sparkline(values[row]?.counts ?? [], width)
  }
  return (row, width) => horizontalBar((counts[row] ?? 0) / Math.max(1, highest), width)
}

/** Draws a chart over time as lines. `width`: columns of the terminal; `zone`: IANA name. */
type ChartDrawer = (width: number, zone: string) => string[]

/** Returns what draws the chart of an answer that is a series of periods; undefined for other answers. */
function chartOverTimeOf({ type, results }: QueryRepresentation): ChartDrawer | undefined {
  if (type === 'EventRate') {
    // The results of an EventRate.
    const { details } = results as EventRateResults
    return chartOf(details, ({ count }) => count)
  }
  if (type === 'ProcessingStats') {
    // The results of a ProcessingStats.
    const { details } = results as ProcessingStatsResults
    return chartOf(details, ({ new: first, duplicates, oot }) => first + duplicates + oot)
  }
  if (!isSystemType(type)) return undefined
  // The results of a type about the machine.
  const { totals, details } = results as unknown as SystemResults<typeof type>
  return (width, zone) => systemLines(type, totals, details, width, zone)
}

/** Returns what draws the counts of periods as columns. */
function chartOf<Period extends { ts_from: number; ts_to: number }>(
  details: readonly Period[],
  countOf: (period: Period) => number,
): ChartDrawer {
  const [first, last] = [details[0], details.at(-1)]
  return (width, zone) => {
    if (first === undefined || last === undefined) return ['Nothing found.']
    const series = { values: details.map(countOf), from: first.ts_from, to: last.ts_to }
    return chartOverTime(series, width, chartHeight, zone)
  }
}

const figureTitles = { last: 'LAST', avg: 'AVERAGE', max: 'MAXIMUM' } as const
const figureWidth = 12
const minWidthOfFigures = 80

/** Totals of the machine's metrics, by metric. */
type Totals = Readonly<
  Record<string, { min: number | null; avg: number | null; max: number | null; last: number | null }>
>

/** A line per metric of the machine: its sparkline and its figures. */
function systemLines(
  type: keyof typeof systemMetrics,
  totals: Totals,
  details: readonly Readonly<Record<string, number>>[],
  width: number,
  zone: string,
): string[] {
  const metrics = metricsOf(type)
  const titles = metrics.reduce((max, { title }) => Math.max(max, title.length), 0)
  // With little room, only the current value.
  const shown = width < minWidthOfFigures ? (['last'] as const) : (['last', 'avg', 'max'] as const)
  const room = Math.max(10, width - titles - shown.length * (figureWidth + 1) - 2)
  const sparklineWidth = Math.min(room, details.length)
  const heads = shown.map(name => fitted(figureTitles[name], figureWidth, 'right'))
  const lines = metrics.map(({ name, title, kind }) => {
    const line = fitted(
      sparkline(
        details.map(period => period[name] ?? 0),
        room,
      ),
      sparklineWidth,
    )
    const figures = shown.map(figure =>
      fitted(figureText(totals[name]?.[figure] ?? null, kind, zone), figureWidth, 'right'),
    )
    return [title.padEnd(titles), '', line, ...figures].join(' ')
  })
  const head = [' '.repeat(titles), '', ' '.repeat(sparklineWidth), ...heads].join(' ')
  const [first, end] = [details[0], details.at(-1)]
  const range =
    first && end ? [`${momentText(first.ts_from ?? 0, zone)} to ${momentText(end.ts_to ?? 0, zone)}`] : []
  return [head, ...lines, ...range].map(line => cutToWidth(line, width))
}
