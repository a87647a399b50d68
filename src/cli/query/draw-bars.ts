import { momentText } from '../../charts/time-text.ts'
import { figureText } from '../../reports/print/cell-text.ts'
import { metricsOf } from '../../reports/sections/system-metrics.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { PatternsResults } from '../../schema/query/patterns.ts'
import type { ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { SystemResults } from '../../schema/query/system.ts'
import { isSystemType, type systemMetrics } from '../../schema/query/system-metrics.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { horizontalBar, sparkline } from '../terminal/bars.ts'
import { cutToWidth, fitted } from '../terminal/cell-width.ts'
import { chartOverTime } from '../terminal/chart-over-time.ts'

/** Draws the bar for a row of the first table, in this width. */
type BarOfRow = (row: number, width: number) => string

/** Bars for the rows of a ranking: values over time if the answer has periods, else counts. */
export function barsOf({ type, results }: QueryRepresentation): BarOfRow | undefined {
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

/** A chart of periods, shown instead of their table. */
interface OverTime {
  draw(width: number, height: number, zone: string): string[]
}

/** The chart of an answer that is a series of periods. */
export function overTime({ type, results }: QueryRepresentation): OverTime | undefined {
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
  // The results of a type of the host.
  const { totals, details } = results as unknown as SystemResults<typeof type>
  return { draw: (width, _, zone) => hostLines(type, totals, details, width, zone) }
}

function chartOf<Period extends { ts_from: number; ts_to: number }>(
  details: readonly Period[],
  countOf: (period: Period) => number,
): OverTime {
  const [first, last] = [details[0], details.at(-1)]
  return {
    draw(width, height, zone) {
      if (first === undefined || last === undefined) return ['Nothing found.']
      return chartOverTime(
        { values: details.map(countOf), from: first.ts_from, to: last.ts_to },
        width,
        height,
        zone,
      )
    },
  }
}

const figureTitles = { last: 'LAST', avg: 'AVERAGE', max: 'MAXIMUM' } as const
const figureWidth = 12
const minWidthOfFigures = 80

type Totals = Readonly<
  Record<string, { min: number | null; avg: number | null; max: number | null; last: number | null }>
>

/** A line per metric of the host: its sparkline and its figures. */
function hostLines(
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
  const courseWidth = Math.min(room, details.length)
  const heads = shown.map(name => fitted(figureTitles[name], figureWidth, 'right'))
  const lines = metrics.map(({ name, title, kind }) => {
    const course = fitted(
      sparkline(
        details.map(period => period[name] ?? 0),
        room,
      ),
      courseWidth,
    )
    const figures = shown.map(figure =>
      fitted(figureText(totals[name]?.[figure] ?? null, kind, zone), figureWidth, 'right'),
    )
    return [title.padEnd(titles), '', course, ...figures].join(' ')
  })
  const head = [' '.repeat(titles), '', ' '.repeat(courseWidth), ...heads].join(' ')
  const [first, end] = [details[0], details.at(-1)]
  const range =
    first && end ? [`${momentText(first.ts_from ?? 0, zone)} to ${momentText(end.ts_to ?? 0, zone)}`] : []
  return [head, ...lines, ...range].map(line => cutToWidth(line, width))
}
