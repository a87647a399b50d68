import type { FastifyRequest } from 'fastify'
import type { Steps } from '../../query/logql/evaluate.ts'
import type { LineQuery } from '../../query/logql/log-lines.ts'
import { parseDuration } from '../../query/logql/syntax/duration.ts'
import type { WholeSteps } from '../../query/logql/whole-steps.ts'
import { Fault } from '../../schema/fault.ts'
import { FormBody } from '../http/bodies/form.ts'
import { badParameter } from './answers.ts'

const defaultRangeMs = 3_600_000
const defaultLines = 100
/** Equal to Loki's default of line_limit. */
const defaultSampledLines = 1_000
/** Equal to Loki's max_entries_limit_per_query. */
export const maxLines = 5_000
/** Equal to the bound of range queries in Loki and Prometheus. */
const maxSteps = 11_000
/** In the year 2242: below the limit of signed 64-bit nanoseconds, 2262. */
const maxNanos = 8_600_000_000_000_000_000n

/** A time range in Unix nanoseconds. */
export interface NanoRange {
  start: bigint
  end: bigint
}

type Values = Readonly<Record<string, unknown>>

/**
 * The parameters of a request, read as Loki does: first from the form, then from the address. Methods throw a
 * 400 that names the invalid parameter.
 */
export class LokiParameters {
  readonly #sources: readonly Values[]
  readonly #nowMs: number

  constructor({ query, body }: Pick<FastifyRequest, 'query' | 'body'>, nowMs: number) {
    this.#sources = [formOf(body), valuesOf(query)]
    this.#nowMs = nowMs
  }

  /** The first value of a parameter; undefined if it is absent or empty. */
  text(name: string): string | undefined {
    const [first] = this.texts(name)
    return first === '' ? undefined : first
  }

  /** All values of a parameter. */
  texts(name: string): string[] {
    const values = this.#sources.flatMap(source => source[name])
    return values.filter(value => typeof value === 'string')
  }

  /** The parameter `query`, which must not be empty. */
  expression(): string {
    const text = this.text('query')
    if (text === undefined) throw badParameter('parse error : syntax error: unexpected end of the expression')
    return text
  }

  /** Parses Unix seconds (also with a fraction), nanoseconds, or RFC 3339. */
  moment(name: string, defaultMs: number): bigint {
    const text = this.text(name)
    if (text === undefined) return BigInt(defaultMs) * 1_000_000n
    const nanos = parseMoment(text)
    if (nanos === undefined || nanos < 0n || nanos > maxNanos)
      throw badParameter(`could not parse '${name}' parameter: cannot parse "${text}" to a valid timestamp`)
    return nanos
  }

  /** By default the last hour. The parameter `since` sets the length of a range without `start`. */
  range(): NanoRange {
    const end = this.moment('end', this.#nowMs)
    const sinceMicros = this.#duration('since') ?? defaultRangeMs * 1_000
    const defaultStartMs = Number(end / 1_000_000n) - sinceMicros / 1_000
    const start = this.moment('start', Math.max(0, Math.trunc(defaultStartMs)))
    if (end < start) throw badParameter('end timestamp must not be before or equal to start time')
    return { start, end }
  }

  /** Unix nanoseconds; by default now. */
  time(): bigint {
    return this.moment('time', this.#nowMs)
  }

  /** Maximum lines of the answer, or other items. */
  limit(defaultLimit = defaultLines): number {
    return this.#count('limit', defaultLimit)
  }

  /** Number of the newest lines from which the fields of a selection are detected. */
  sampledLines(): number {
    return this.#count('line_limit', defaultSampledLines)
  }

  #count(name: string, defaultCount: number): number {
    const text = this.text(name)
    if (text === undefined) return defaultCount
    const limit = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (Number.isNaN(limit))
      throw badParameter(`could not parse '${name}' parameter: "${text}" is no integer`)
    if (limit <= 0) throw badParameter(`${name} must be a positive value`)
    if (limit > maxLines) {
      throw badParameter(
        `max entries limit per query exceeded, ${name} > max_entries_limit_per_query (${limit} > ${maxLines})`,
      )
    }
    return limit
  }

  /** Whether the oldest lines come first. */
  isForward(): boolean {
    const text = this.text('direction')?.toLowerCase() ?? 'backward'
    if (text !== 'forward' && text !== 'backward') throw badParameter(`invalid direction '${text}'`)
    return text === 'forward'
  }

  /** Lines from the start, inclusive, to the end, exclusive. */
  lines(): LineQuery {
    if (this.text('interval') !== undefined)
      throw badParameter('the parameter "interval" is not supported; ask for fewer lines with limit')
    return {
      ...nanoLines(this.range()),
      limit: this.limit(),
      newestFirst: !this.isForward(),
    }
  }

  /** Steps from the start up to and including the end. */
  steps(): Steps {
    const { start, end } = this.range()
    const from = floorMicros(start)
    const length = floorMicros(end) - from
    const step = this.#step(length)
    return { start: from, step, count: checkedCount(Math.floor(length / step) + 1) }
  }

  /** The whole steps that contain the range. */
  wholeSteps(): WholeSteps {
    const { start, end } = this.range()
    const to = ceilMicros(end)
    const step = this.#step(to - floorMicros(start))
    const first = floorMicros(start) - (floorMicros(start) % step)
    return { start: first, step, count: checkedCount(Math.max(1, Math.ceil((to - first) / step))) }
  }

  /** Microseconds. By default whole seconds that make some 250 steps of a range of this length. */
  #step(length: number): number {
    const step = this.#duration('step') ?? Math.max(1, Math.floor(length / 250e6)) * 1_000_000
    if (step > 0) return step
    throw badParameter(
      'zero or negative query resolution step widths are not accepted. Try a positive integer',
    )
  }

  /** Microseconds of a duration, or of seconds as a number. */
  #duration(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const seconds = /^-?\d{1,12}(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 1_000_000) : undefined
    const micros = seconds ?? parseDuration(text)
    if (micros === undefined)
      throw badParameter(`could not parse '${name}' parameter: "${text}" is no duration`)
    return micros
  }
}

/** The parameters in a form. Throws unsupported_media_type for another body. */
function formOf(body: unknown): Values {
  if (body === undefined || body === null) return {}
  if (body instanceof FormBody) return body.value
  const detail = 'Unsupported media type in request; expected application/x-www-form-urlencoded.'
  throw new Fault('unsupported_media_type', { detail })
}

function valuesOf(query: unknown): Values {
  return typeof query === 'object' && query !== null ? { ...query } : {}
}

function checkedCount(count: number): number {
  if (count <= maxSteps) return count
  throw badParameter(
    'exceeded maximum resolution of 11,000 points per time series. Try increasing the value of the step parameter',
  )
}

/** Whole seconds that contain the range. */
export function secondsOf({ start, end }: NanoRange): { from: number; to: number } {
  return { from: Number(start / 1_000_000_000n), to: Number((end + 999_999_999n) / 1_000_000_000n) }
}

/** The bounds for lines in a range without its end. Rounded up, since lines have whole microseconds. */
export function nanoLines({ start, end }: NanoRange): Pick<LineQuery, 'from' | 'to'> {
  return { from: ceilMicros(start), to: ceilMicros(end) }
}

/** Microseconds, rounded down: for the ends of LogQL's windows, which are inclusive. */
export function floorMicros(nanos: bigint): number {
  return Number(nanos / 1_000n)
}

function ceilMicros(nanos: bigint): number {
  return Number((nanos + 999n) / 1_000n)
}

/** Nanoseconds of a moment; undefined: not a moment. At most ten digits are seconds, more are nanoseconds. */
function parseMoment(text: string): bigint | undefined {
  if (/^\d{1,10}$/.test(text)) return BigInt(text) * 1_000_000_000n
  if (/^\d{11,19}$/.test(text)) return BigInt(text)
  const [, seconds, fraction] = /^(\d{1,10})\.(\d{1,9})\d*$/.exec(text) ?? []
  if (seconds !== undefined && fraction !== undefined)
    return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
  const [, date, fractionDigits = '', zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  // NaN too if the text does not match.
  const ms = Date.parse(`${date}${zone}`)
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(fractionDigits.padEnd(9, '0'))
}
