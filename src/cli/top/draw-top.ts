import { nameText } from '../../charts/name-text.ts'
import { exactNumber, rateNumber } from '../../charts/number-text.ts'
import { rateFigures } from '../../charts/rate-figures.ts'
import { clockText } from '../../charts/time-text.ts'
import { severities } from '../../schema/event/event.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { PatternsResults } from '../../schema/query/patterns.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import type { JsonObject } from '../../schema/text/json-object.ts'
import { chartOverTime, horizontalBar } from '../terminal/bars.ts'
import { cutToWidth, fitted, onOneLine } from '../terminal/cell-width.ts'
import { type Paint, paintSeverity } from '../terminal/paint.ts'
import { blockGap, sideBySide } from '../terminal/side-by-side.ts'

/** How the answers are drawn. Sizes are in columns and lines of the terminal. */
export interface Screen {
  width: number
  height: number
  zone: string
  paint: Paint
  /** The query in words. */
  title: string
  /** An error of the connection; '' without one. It is shown in place of an error of a query. */
  notice: string
  /** Shows the time of the answers, as a sign of life. */
  hasClock: boolean
}

const chartHeight = 6
const countWidth = 11
/** Minimum rows of lists and of patterns, even if the screen is too low for them. */
const minRows = 3
/** Minimum width of a list; narrower screens omit some lists. */
const minListWidth = 20

/** The answers as lines, at most as many as fit on the screen. */
export function drawTop(answers: TopAnswers, screen: Screen): string[] {
  const { width, height, paint, zone } = screen
  const chart = rateLines(answers, screen)
  // Lines for the rows of lists and patterns, without the head, the chart, two titles and two empty lines. Two
  // thirds are for lists.
  const rowLines = height - 1 - chart.length - 4
  const rows = Math.max(minRows, Math.min(20, Math.floor((rowLines * 2) / 3)))
  const patterns = Math.max(minRows, rowLines - rows)
  const shown = Math.max(1, Math.min(3, Math.floor((width + blockGap) / (minListWidth + blockGap))))
  const listWidth = Math.floor((width - (shown - 1) * blockGap) / shown)
  const lists = (['hosts', 'programs', 'severities'] as const).slice(0, shown).map(part => ({
    lines: listLines(answers, part, rows, listWidth, paint),
    width: listWidth,
  }))
  const clock = answers.rate === undefined || !screen.hasClock ? '' : clockText(answers.rate.base_time, zone)
  const failures = topParts.flatMap(part => answers[part]?.error?.detail ?? [])
  const error = screen.notice || failures[0]
  const head = fitted(
    onOneLine(`millrace top · ${screen.title}${error ? ` · ${error}` : ''}`),
    Math.max(0, width - clock.length - 1),
  )
  return [
    paint('inverse', `${head} ${clock}`),
    ...chart,
    '',
    ...sideBySide(lists),
    '',
    ...patternLines(answers, patterns, width, paint),
  ].slice(0, height)
}

/** The rates and their chart; … before the first answer. */
function rateLines({ rate }: TopAnswers, { width, zone, paint }: Screen): string[] {
  if (rate === undefined) return ['…']
  // The results of an EventRate.
  const results = rate.results as EventRateResults
  if (results.details === undefined) return ['…']
  const { latest, average, peak, sum } = rateFigures(results, rate.base_time)
  const each = [
    ['now', latest],
    ['average', average],
    ['peak', peak],
  ] as const
  const figures = each.map(
    ([name, value]) => `${name} ${value === undefined ? '–' : `${rateNumber(value)}/s`}`,
  )
  const values = results.details.map(({ count }) => count)
  const { ts_from: from, ts_to: to } = results.totals
  return [
    paint('bold', cutToWidth(`${exactNumber(sum)} occurrences · ${figures.join(' · ')}`, width)),
    ...chartOverTime({ values, from, to }, width, chartHeight, zone),
  ]
}

const listTitles = { hosts: 'HOSTS', programs: 'PROGRAMS', severities: 'SEVERITIES' } as const
const listFields = { hosts: 'host', programs: 'program', severities: 'severity' } as const

/** A ranking with its title. */
function listLines(
  answers: TopAnswers,
  part: keyof typeof listTitles,
  rows: number,
  width: number,
  paint: Paint,
): string[] {
  const title = paint('bold', cutToWidth(listTitles[part], width))
  const values = valuesOf(answers, part).slice(0, rows)
  if (values.length === 0) return [title, '–']
  const highest = Math.max(...values.map(({ count }) => count))
  const barWidth = Math.max(0, Math.min(20, width - 30))
  const nameWidth = Math.max(4, width - countWidth - barWidth - 2)
  return [
    title,
    ...values.map(({ name, count }) => {
      const label = fitted(onOneLine(nameText(listFields[part], name)), nameWidth)
      const shown =
        part === 'severities' ? paintSeverity(paint, severities[Number(name)] ?? '', label) : label
      return `${shown} ${fitted(exactNumber(count), countWidth, 'right')} ${horizontalBar(count / highest, barWidth)}`.trimEnd()
    }),
  ]
}

function valuesOf(answers: TopAnswers, part: TopPart): readonly { name: string | number; count: number }[] {
  // The results of a TopN; {} before the first.
  const { totals } = (answers[part]?.results ?? {}) as Partial<TopNResults>
  return totals?.values ?? []
}

/** The most frequent patterns with their counts. */
function patternLines({ patterns }: TopAnswers, rows: number, width: number, paint: Paint): string[] {
  // The results of a Patterns; {} before the first.
  const { totals } = (patterns?.results ?? {}) as Partial<PatternsResults>
  const values = totals?.values.slice(0, rows) ?? []
  return [
    paint('bold', 'PATTERNS'),
    ...values.map(({ pattern, count }) =>
      cutToWidth(`${fitted(exactNumber(count), countWidth, 'right')}  ${onOneLine(pattern)}`, width),
    ),
  ]
}

/** The queries of `millrace top`, by part of the screen. */
export const topQueries = {
  rate: { type: 'EventRate', params: {} },
  hosts: { type: 'TopN', params: { field: 'host' } },
  programs: { type: 'TopN', params: { field: 'program' } },
  severities: { type: 'TopN', params: { field: 'severity', limit: 8 } },
  patterns: { type: 'Patterns', params: { compare_before: false } },
} as const satisfies Record<string, { type: QueryType; params: JsonObject }>
export type TopPart = keyof typeof topQueries

// The table is keyed by part.
export const topParts = Object.keys(topQueries) as TopPart[]

/** The newest answer of each part. */
type TopAnswers = Readonly<Partial<Record<TopPart, QueryRepresentation>>>
