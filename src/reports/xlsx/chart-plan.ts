import { statsDefaults } from '../../charts/stats-text.ts'
import type { QueryType } from '../../schema/query/query.ts'
import type { StatsParams } from '../../schema/query/stats.ts'
import type { Column, Row, Section, Table } from '../document/document.ts'
import { isList } from '../document/row-batches.ts'

/** A chart of a table's columns. It refers to the table's cells. */
export interface ChartPlan {
  form: 'columns' | 'line' | 'bars' | 'pie' | 'doughnut'
  /** Series are stacked on each other, and a line is then drawn as areas. */
  stacked: boolean
  title: string
  table: Table
  /** All rows of the table, or the first ones. */
  rows: readonly Row[]
  /** Index of the column of names or times. */
  category: number
  /** Indexes of the columns of numbers. */
  series: readonly number[]
}

/** Maximum periods drawn as columns. With more, columns would be hairlines, and a line is drawn. */
const maxTimeColumns = 150
/** Maximum periods of a chart. A table with more has no chart. */
const maxPoints = 10_000
const maxBars = 25
/** Maximum slices of a pie or doughnut. A ranking with more is drawn as bars. */
const maxSlices = 12
/** Maximum columns of a table that one chart shows. */
const maxSeries = 8

/** The charts of an answer, in the view of its widget. */
export function chartsOf(section: Section): ChartPlan[] {
  if (section.type === undefined) return []
  return charts[section.type](section).filter(plan => plan.rows.length > 0 && plan.series.length > 0)
}

const none = () => []

const charts: Record<QueryType, (section: Section) => ChartPlan[]> = {
  Search: none,
  LastN: none,
  StorageStats: none,
  Tasks: none,
  Notifications: none,
  Patterns: none,
  FieldStats: section => ranking(section, ''),
  Stats: statsCharts,
  Changes: none,
  TopN: topCharts,
  EventRate: section => overTime(section, { stacked: false }),
  ProcessingStats: section => overTime(section, { stacked: true }),
  System_CPU: section => overTime(section, { line: true, exclude: 'usage_idle' }),
  System_Memory: section => overTime(section, { line: true }),
  System_DF: section => overTime(section, { line: true }),
  System_IOPS: section => overTime(section, { line: true }),
  // Bytes and packets have no common scale.
  System_Network: section => overTime(section, { line: true, kind: 'bytes' }),
  System_NetworkErrors: section => overTime(section, { line: true }),
}

interface TimeView {
  stacked?: boolean
  /** Draws a line instead of columns. */
  line?: boolean
  /** Name of a column that is not a series: it is much larger than the others, or their sum. */
  exclude?: string
  /** Name of the only column that is a series. */
  only?: string
  /** The only kind of columns that are series. Default: all numbers. */
  kind?: Column['kind']
}

/** The chart of the first table that begins with a column of times (`ts_from`). At most one chart. */
function overTime(
  section: Section,
  { stacked = false, line = false, exclude, only, kind }: TimeView,
): ChartPlan[] {
  for (const table of section.tables) {
    const { columns, rows } = table
    if (columns[0]?.name !== 'ts_from' || !isList(rows) || rows.length > maxPoints) continue
    const series = numericColumns(columns).filter(
      index =>
        columns[index]?.name !== exclude &&
        (only === undefined || columns[index]?.name === only) &&
        (kind === undefined || columns[index]?.kind === kind),
    )
    const form = line || rows.length > maxTimeColumns ? 'line' : 'columns'
    const title = series.length > maxSeries ? `${section.title}: the first ${maxSeries}` : section.title
    return [{ form, stacked, title, table, rows, category: 0, series: series.slice(0, maxSeries) }]
  }
  return []
}

/** The ranking and the chart over time, or only the latter if the widget shows a chart over time. */
function topCharts(section: Section): ChartPlan[] {
  const view = String(section.widget?.config.view_type ?? '')
  const line = /spline|area|line/.test(view)
  const time = overTime(section, { stacked: true, line, exclude: 'total_count' }).map(plan => {
    return { ...plan, title: `${plan.title}, over time` }
  })
  if (/^time_chart|heat/.test(view) && time.length > 0) return time
  return [...ranking(section, view), ...time]
}

/**
 * The first function of each group of a Stats or, without groups, over time. A chart has one column of names:
 * groups of two fields are not drawn.
 */
function statsCharts(section: Section): ChartPlan[] {
  // The params of a Stats.
  const { functions, groupBy } = statsDefaults((section.query?.params ?? {}) as StatsParams)
  const only = functions[0] ?? 'count'
  if (groupBy.length === 0) return overTime(section, { line: true, only })
  if (groupBy.length > 1) return []
  return ranking(section, '')
}

/** The chart of the first table: names, then their counts. */
function ranking(section: Section, view: string): ChartPlan[] {
  const [table] = section.tables
  if (!table || !isList(table.rows)) return []
  const { columns, rows } = table
  const texts = columns.flatMap(({ kind }, index) => (kind === 'text' ? [index] : []))
  // The column with the names of codes comes last. It is empty for a code without a name.
  const category = texts.findLast(index => rows.every(row => row[index] !== null)) ?? texts[0]
  if (category === undefined) return []
  let form: ChartPlan['form'] = 'bars'
  if (rows.length <= maxSlices) {
    if (view.includes('pie')) form = 'pie'
    else if (/donut|doughnut/.test(view)) form = 'doughnut'
  }
  const title = rows.length > maxBars ? `${section.title}: the first ${maxBars}` : section.title
  const series = numericColumns(columns).slice(0, 1)
  return [{ form, stacked: false, title, table, rows: rows.slice(0, maxBars), category, series }]
}

/** Indexes of the columns of numbers. */
function numericColumns(columns: readonly Column[]): number[] {
  return columns.flatMap(({ kind }, index) => (kind === 'text' || kind === 'time' ? [] : [index]))
}
