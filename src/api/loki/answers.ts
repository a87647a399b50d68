import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Operand } from '../../query/logql/binary-operation.ts'
import type { Steps } from '../../query/logql/evaluate.ts'
import { type Labels, withoutEmpty } from '../../query/logql/labels.ts'
import type { LogLine } from '../../query/logql/log-lines.ts'
import { inOrder, labelsKey, type Series } from '../../query/logql/series.ts'
import { LogqlError } from '../../query/logql/syntax/logql-error.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../http/app.ts'
import { answerGone, faultOf, isGone, logInternal, sendFault, textResponse } from '../http/errors/errors.ts'

/** Equal to Loki's max_query_series. */
export const maxSeries = 500

/** The flag for structured metadata separate from stream labels. */
export const categorizeLabels = 'categorize-labels'

/** Whether a request asks for separate structured metadata. */
export function asksToCategorize({ headers }: FastifyRequest): boolean {
  const flags = String(headers['x-loki-response-encoding-flags'] ?? '')
  return flags.split(',').some(flag => flag.trim() === categorizeLabels)
}

type Entry = [nanos: string, line: string] | [nanos: string, line: string, metadata: object]
/** Lines with equal labels, as Loki answers them. */
export interface Stream {
  stream: Labels
  values: Entry[]
}

/**
 * Lines by their streams. With `categorized`, structured metadata and parsed labels stand beside each line.
 * Otherwise they are labels of its stream, as in Loki, except the event's id.
 */
export function streamsOf(lines: readonly LogLine[], categorized: boolean): Stream[] {
  const streams = new Map<string, Stream>()
  for (const { at, text, stream, metadata, parsed } of lines) {
    const { id: _, ...withoutId } = metadata
    const labels = categorized ? stream : withoutEmpty(Object.entries({ ...withoutId, ...stream, ...parsed }))
    const key = labelsKey(labels)
    const known = streams.get(key) ?? { stream: labels, values: [] }
    streams.set(key, known)
    const categories = {
      ...(Object.keys(metadata).length > 0 && { structuredMetadata: metadata }),
      ...(Object.keys(parsed).length > 0 && { parsed }),
    }
    known.values.push(categorized ? [`${at}000`, text, categories] : [`${at}000`, text])
  }
  return [...streams.values()]
}

/** The `data` of an answer with a metric's values at each step. */
export async function matrixOf(operand: Operand, { start, step, count }: Steps) {
  const series =
    typeof operand === 'number'
      ? [{ labels: {}, key: '', values: new Array<number>(count).fill(operand) }]
      : boundedSeries(operand)
  const result = []
  for (const { labels: metric, values } of inOrder(series)) {
    const samples = values.flatMap((value, i) =>
      value === undefined ? [] : [sampleOf(start + i * step, value)],
    )
    result.push({ metric, values: samples })
    // Yields to other work: a series has up to 11,000 values, and an answer 500 series.
    await setImmediate()
  }
  return { resultType: 'matrix', result }
}

/**
 * The `data` of an answer with a metric's values at one moment, microseconds. `order` sorts by value, with
 * NaN last.
 */
export function vectorOf(operand: Operand, moment: number, order: 'ascending' | 'descending' | undefined) {
  if (typeof operand === 'number') return { resultType: 'scalar', result: sampleOf(moment, operand) }
  const sorted = inOrder(boundedSeries(operand))
  const rankOfNaN = order === 'ascending' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const rankOf = ({ values: [value = 0] }: Series) => (Number.isNaN(value) ? rankOfNaN : value)
  const sign = order === 'ascending' ? 1 : -1
  // Compared, since the difference of two infinities is NaN.
  const compare = (a: number, b: number) => {
    if (a === b) return 0
    return a < b ? -sign : sign
  }
  if (order !== undefined) sorted.sort((a, b) => compare(rankOf(a), rankOf(b)))
  const result = sorted.flatMap(({ labels, values: [value] }) =>
    value === undefined ? [] : [{ metric: labels, value: sampleOf(moment, value) }],
  )
  return { resultType: 'vector', result }
}

function boundedSeries(series: readonly Series[]): readonly Series[] {
  if (series.length <= maxSeries) return series
  throw badParameter(
    `maximum number of series (${maxSeries}) reached for a single query; consider reducing query cardinality by adding more specific stream selectors, reducing the time range, or aggregating results with functions like sum, count or topk`,
  )
}

/** A sample: a moment in seconds, to the millisecond as in Loki, and a value as text. */
export function sampleOf(micros: number, value: number): [seconds: number, value: string] {
  return [Math.floor(micros / 1_000) / 1_000, formatValue(value)]
}

/** A number without an exponent, as `strconv.FormatFloat(value, 'f', -1, 64)` writes it in Go. */
export function formatValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const text = String(value)
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined) return text
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [integer = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const places = Number(exponent)
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${integer}${fraction}`
  return `${sign}${integer}${fraction.padEnd(places, '0')}`
}

/** Answers every error in this scope like Loki: a sentence as plain text. */
export function installLokiErrors(app: App): void {
  app.setErrorHandler((error, request, reply) => {
    if (isGone(request, error)) return answerGone(request, reply)
    const fault = lokiFault(error) ?? faultOf(error, request) ?? internalFault(logInternal(error, request))
    return sendFault(fault, request, reply, textResponse(fault))
  })
}

/** The fault for an expression that is invalid or not supported; undefined for other errors. */
function lokiFault(error: unknown): Fault | undefined {
  return error instanceof LogqlError ? new Fault('query_syntax', { detail: error.message }) : undefined
}

/** The fault that refers to the log line with the error. */
function internalFault(errorId: string): Fault {
  return new Fault('internal', { detail: `Internal error. error_id: ${errorId}` })
}

/** A 400 with this sentence. */
export function badParameter(detail: string): Fault {
  return new Fault('validation', { detail })
}
