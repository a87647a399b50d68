import { millis, quantile, table, whole } from '../figures.ts'
import type { Answered } from './api.ts'
import type { Bare } from './bare.ts'
import { type FirstQuestion, kindNames } from './questions.ts'

export type BareAnswers = ReadonlyMap<FirstQuestion, Bare>

/** Milliseconds by which a question may exceed the statement's time if it is not within `maxRatio` of it. */
const maxMillisOver = 5
const maxRatio = 1.3
/** Number of questions right after a start, which are shown separately. */
const firstOnes = 20
const largeEvents = 50_000_000
/**
 * Upper limits in milliseconds: for the median, for nine in ten and for all, and for the median of the first
 * questions after a start.
 */
const bounds = { p50: 14, p90: 100, most: 700, first: 25 }
const boundsOfLarge = { p50: 60, p90: 600, most: 5_000, first: 60 }

const head = [
  ...['questions', 'n', 'API p50', 'p90', 'longest', 'SQL p50', 'p90', 'longest'],
  ...['API / SQL', 'close', 'statements', 'processor API', 'SQL'],
]

/**
 * Tables of all questions by state, and of the questions of each kind after a start and on a service that was
 * asked others before.
 */
export function tables(cold: readonly Answered[], warm: readonly Answered[], bare: BareAnswers): string[] {
  return [
    table([
      head,
      rowOf(`The first ${firstOnes} after a start`, cold.slice(0, firstOnes), bare),
      rowOf('All after a start', cold, bare),
      rowOf('All, warm', warm, bare),
    ]),
    `After a start, by kind:\n\n${tableByKind(cold, bare)}`,
    `Warm, by kind:\n\n${tableByKind(warm, bare)}`,
  ]
}

function tableByKind(answered: readonly Answered[], bare: BareAnswers): string {
  const rows = kindNames.flatMap(kind => {
    const ofKind = answered.filter(({ question }) => question.kind === kind)
    return ofKind.length === 0 ? [] : [rowOf(kind, ofKind, bare)]
  })
  return table([head, ...rows])
}

function rowOf(title: string, answered: readonly Answered[], all: BareAnswers): string[] {
  const times = answered.map(({ took }) => took)
  const bare = answered.flatMap(({ question }) => all.get(question) ?? [])
  const bareTimes = bare.map(({ took }) => took)
  const statements = answered.map(one => one.statements)
  return [
    title,
    String(answered.length),
    ...figuresOf(times),
    ...figuresOf(bareTimes),
    (quantile(times, 0.5) / quantile(bareTimes, 0.5)).toFixed(2),
    String(answered.filter(one => isClose(one, all)).length),
    `${mean(statements).toFixed(1)} (${Math.max(...statements)})`,
    millis(mean(answered.map(({ processor }) => processor))),
    millis(mean(bare.map(({ processor }) => processor))),
  ]
}

function figuresOf(times: readonly number[]): string[] {
  return [0.5, 0.9, 1].map(share => millis(quantile(times, share)))
}

function isClose({ question, took }: Answered, all: BareAnswers): boolean {
  const bare = all.get(question)?.took ?? Number.NaN
  return took <= Math.max(bare * maxRatio, bare + maxMillisOver)
}

/** The pages of a Search without their totals, which the API always counts. */
export function pagesAlone(bare: BareAnswers): string {
  const pages = kindNames.flatMap(kind => {
    const times = [...bare].flatMap(([question, { firstTook }]) =>
      question.kind === kind && question.sql.length > 1 ? [firstTook] : [],
    )
    return times.length === 0
      ? []
      : [`${kind.toLowerCase()} ${millis(quantile(times, 0.5))} / ${millis(quantile(times, 0.9))}`]
  })
  return pages.length === 0
    ? ''
    : `The statements of the pages without their totals, p50 / p90: ${pages.join(', ')}.`
}

/** The targets, and the measured results. */
export function aims(
  cold: readonly Answered[],
  warm: readonly Answered[],
  bare: BareAnswers,
  events: number,
): string {
  const times = warm.map(({ took }) => took)
  const first = cold.slice(0, firstOnes).map(({ took }) => took)
  const most = events >= largeEvents ? boundsOfLarge : bounds
  const told = (what: string, is: number, limit: number) =>
    `${what} at most ${whole(limit)} ms: ${millis(is)}${is <= limit ? '' : ', missed'}`
  const far = warm.filter(one => !isClose(one, bare)).length
  const reached = [
    told('p50 of all, warm,', quantile(times, 0.5), most.p50),
    told('p90', quantile(times, 0.9), most.p90),
    told('the longest', quantile(times, 1), most.most),
    told(`p50 of the first ${firstOnes} after a start`, quantile(first, 0.5), most.first),
    `no question more than ${maxMillisOver} ms and ${maxRatio} times above its statement: ${far === 0 ? 'none' : `${far}, missed`}`,
  ]
  return `Aims: ${reached.join('; ')}.`
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
