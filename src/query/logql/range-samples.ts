import type { WorkTurns } from '../../async/next-turn.ts'
import { Fault } from '../../schema/fault.ts'
import type { Windows } from '../../storage/contract/window-query.ts'
import type { Labels } from './labels.ts'
import type { UnwrapFunction } from './syntax/expression.ts'

/** A value at a time (microseconds). */
export interface Sample {
  at: number
  value: number
}

/** The samples of one set of labels, by time. */
export interface SampleSeries {
  labels: Labels
  samples: readonly Sample[]
}

/**
 * Computes a value from the samples in a window, at least one. `range`: length of the window, microseconds.
 * `parameter`: the quantile of quantile_over_time.
 */
type SampleFunction = (samples: readonly Sample[], options: { range: number; parameter: number }) => number

const sum: SampleFunction = samples => samples.reduce((total, { value }) => total + value, 0)

/** Welford's algorithm. */
const variance: SampleFunction = samples => {
  let mean = 0
  let squares = 0
  for (const [i, { value }] of samples.entries()) {
    const delta = value - mean
    mean += delta / (i + 1)
    squares += delta * (value - mean)
  }
  return squares / samples.length
}

/** The functions as Loki computes them, in the same order of operations. */
export const sampleFunctions: Readonly<Record<UnwrapFunction | 'rate', SampleFunction>> = {
  sum_over_time: sum,
  rate: (samples, options) => sum(samples, options) / (options.range / 1_000_000),
  avg_over_time: average,
  min_over_time: samples => {
    return samples.reduce((min, { value }) => (value < min || Number.isNaN(min) ? value : min), Number.NaN)
  },
  max_over_time: samples => {
    return samples.reduce((max, { value }) => (value > max || Number.isNaN(max) ? value : max), Number.NaN)
  },
  first_over_time: samples => samples[0]?.value ?? Number.NaN,
  last_over_time: samples => samples.at(-1)?.value ?? Number.NaN,
  stddev_over_time: (samples, options) => Math.sqrt(variance(samples, options)),
  stdvar_over_time: variance,
  quantile_over_time: (samples, { parameter }) => quantile(samples, parameter),
  rate_counter: (samples, { range }) => counterRate(samples, range),
}

function average(samples: readonly Sample[]): number {
  let mean = 0
  let count = 0
  for (const { value } of samples) {
    count++
    // An infinite mean stays until the opposite infinity, or NaN, comes.
    if (!Number.isFinite(mean) && !Number.isNaN(mean) && (Number.isFinite(value) || value === mean)) continue
    mean += value / count - mean / count
  }
  return mean
}

/** Interpolates linearly between the two nearest values. */
function quantile(samples: readonly Sample[], q: number): number {
  if (q < 0) return Number.NEGATIVE_INFINITY
  if (q > 1) return Number.POSITIVE_INFINITY
  const values = samples.map(({ value }) => value).sort(compareValues)
  const rank = q * (values.length - 1)
  const lower = Math.max(0, Math.floor(rank))
  const upper = Math.min(values.length - 1, lower + 1)
  const weight = rank - Math.floor(rank)
  return (values[lower] ?? Number.NaN) * (1 - weight) + (values[upper] ?? Number.NaN) * weight
}

/** Order of values; NaN comes first. */
function compareValues(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1
  if (Number.isNaN(b)) return 1
  // A difference would be NaN for two infinities.
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The increase per second of a counter, allowing for resets, extrapolated to the start of the window. Loki's
 * code is Prometheus's, which expects milliseconds, but gets nanoseconds. So the window counts in seconds
 * where distances of samples count in microseconds. We repeat that, for equal results.
 */
function counterRate(samples: readonly Sample[], range: number): number {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || samples.length < 2) return 0
  let increase = last.value - first.value
  let previous = 0
  for (const { value } of samples) {
    if (value < previous) increase += previous
    previous = value
  }
  const interval = last.at - first.at
  const between = interval / (samples.length - 1)
  // Seconds, while `interval` and `between` are microseconds.
  let toStart = Math.floor(range / 1_000) / 1_000
  if (increase > 0 && first.value >= 0) toStart = Math.min(toStart, interval * (first.value / increase))
  const added = toStart < between * 1.1 ? toStart : between / 2
  return (increase * ((interval + added) / interval)) / (range / 1_000_000)
}

/** Maximum visits of samples by one expression, since windows may overlap. */
const maxVisits = 50_000_000

/**
 * Computes a function of the samples in each window; undefined for windows without samples. Takes each visit
 * of a sample from `visits`, and throws query_memory when none are left.
 */
export async function valuesInWindows(
  samples: readonly Sample[],
  { end, step, length, count }: Windows,
  compute: (samples: readonly Sample[]) => number,
  visits: { left: number },
  turns: WorkTurns,
): Promise<(number | undefined)[]> {
  const values = new Array<number | undefined>(count).fill(undefined)
  // Indexes of the window's samples; `to` is exclusive.
  let from = 0
  let to = 0
  for (let i = 0; i < count; i++) {
    const windowEnd = end + i * step
    while (to < samples.length && (samples[to]?.at ?? 0) <= windowEnd) to++
    while (from < to && (samples[from]?.at ?? 0) <= windowEnd - length) from++
    if (from === to) continue
    visits.left -= to - from
    if (visits.left < 0) throw tooManyVisits()
    values[i] = compute(samples.slice(from, to))
    const turn = turns.after(to - from)
    if (turn) await turn
  }
  return values
}

/** The visits that one expression may make. */
export function visitBudget(): { left: number } {
  return { left: maxVisits }
}

function tooManyVisits(): Fault {
  const detail = `The windows overlap so much that they have more than ${maxVisits} samples together; take a longer step or a shorter range.`
  return new Fault('query_memory', { detail })
}
