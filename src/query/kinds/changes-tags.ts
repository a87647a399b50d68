import type { TopAnswer } from '../../storage/contract/event-store.ts'
import { type ComparedSpans, type ReadContext, scopeOf } from '../kind.ts'
import { sampleSpans } from '../range/sample-spans.ts'
import type { TimeSpan } from '../time-span.ts'

/**
 * Maximum values of a tag that are compared of each range. The share of any other value is less than 1 / 500
 * in both ranges.
 */
export const maxTagValues = 500
/** Maximum names of tags that are looked at: the first ones by code point. */
const maxNames = 500
/** Maximum tags that are compared. */
const maxTags = 64
/** Maximum rows that counting all compared tags reads, by estimate: they take some twenty seconds. */
const maxRows = 300_000_000
/** Approximate size of the sample of each range that decides which of many tags are the most frequent. */
const sampleSize = 20_000

/** Occurrences of a tag's value in both ranges. */
interface TagChange {
  name: string
  value: string
  count: number
  before: number
}

/** Counts of tags in both ranges, exact for each listed value. */
export interface ComparedTags {
  values: readonly TagChange[]
  /** Number of compared tags, of the names they were chosen from, and of all tags. */
  compared: number
  candidates: number
  total: number
  /** Names of the tags with more than `maxTagValues` values in a range. */
  cut: readonly string[]
}

/** Both ranges, and the occurrences of all events in them. */
interface RangeTotals extends ComparedSpans {
  total: number
  totalBefore: number
}

/** Counts the values of the tags in both ranges: of each tag, the most frequent values of either range. */
export async function compareTags(context: ReadContext, ranges: RangeTotals): Promise<ComparedTags> {
  const { store, read } = context
  const { current, before } = ranges
  const spans = [current, ...before].sort((a, b) => a.from - b.from)
  const nameQuery = { prefix: '', limit: maxNames, ...(spans.length > 1 && { within: spans }) }
  const { names, total } = await store.tagNames(scopeOf(context, hullOf(spans)), nameQuery, read)
  const chosen = await mostFrequent(context, ranges, names)
  const sizes = { compared: chosen.length, candidates: names.length, total }
  if (chosen.length === 0) return { ...sizes, values: [], cut: [] }
  const currentTops = await topValuesOf(context, [current], chosen)
  const beforeTops = await topValuesOf(context, before, chosen)
  const values: TagChange[] = []
  const cut: string[] = []
  for (const [i, name] of chosen.entries()) {
    const [currentTop, beforeTop] = [currentTops[i] ?? noValues, beforeTops[i] ?? noValues]
    if (isCut(currentTop) || isCut(beforeTop)) cut.push(name)
    const counts = await countsOf(context, [current], name, { own: currentTop, other: beforeTop })
    const countsBefore = await countsOf(context, before, name, { own: beforeTop, other: currentTop })
    for (const value of new Set([...counts.keys(), ...countsBefore.keys()]))
      values.push({ name, value, count: counts.get(value) ?? 0, before: countsBefore.get(value) ?? 0 })
  }
  return { ...sizes, values, cut }
}

const noValues: TopAnswer = { rows: [], values: 0, count: 0 }

/** Whether a range has more values of a tag than it lists. */
function isCut({ rows, values }: TopAnswer): boolean {
  return values > rows.length
}

/** From the first span to the last. They are in order of time. */
function hullOf(spans: readonly TimeSpan[]): TimeSpan {
  return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 }
}

/** These tags, if the limits allow. Otherwise the most frequent ones in a sample of both ranges that fit. */
async function mostFrequent(
  context: ReadContext,
  { current, before, total, totalBefore }: RangeTotals,
  names: readonly string[],
): Promise<readonly string[]> {
  const { store, predicate, read } = context
  const estimate = (tags: readonly string[]): number =>
    [current, ...before].reduce(
      (rows, { from, to }) => rows + store.estimateTagValues(tags, predicate, from, to),
      0,
    )
  if (names.length <= maxTags && estimate(names) <= maxRows) return names
  const lengthBefore = before.reduce((sum, { from, to }) => sum + to - from, 0)
  const within = [
    ...sampleSpans([current.from, current.to], [total], sampleSize),
    ...before.flatMap(({ from, to }) => {
      const share = (to - from) / Math.max(1, lengthBefore)
      return sampleSpans([from, to], [Math.ceil(totalBefore * share)], Math.ceil(sampleSize * share))
    }),
  ].sort((a, b) => a.from - b.from)
  const tops = await store.tagValues(scopeOf(context, hullOf(within)), { names, limit: 1, within }, read)
  const byCount = names
    .map((name, i) => ({ name, count: tops[i]?.count ?? 0 }))
    .sort((a, b) => b.count - a.count)
    .slice(0, maxTags)
  const chosen: string[] = []
  let rows = 0
  for (const { name } of byCount) {
    const tagRows = estimate([name])
    // A tag with fewer rows may still fit.
    if (rows + tagRows > maxRows) continue
    rows += tagRows
    chosen.push(name)
  }
  return chosen
}

/** The most frequent values of each tag in one range, which may consist of several spans. */
async function topValuesOf(
  context: ReadContext,
  spans: readonly TimeSpan[],
  names: readonly string[],
): Promise<TopAnswer[]> {
  const query = { names, limit: maxTagValues, ...(spans.length > 1 && { within: spans }) }
  return await context.store.tagValues(scopeOf(context, hullOf(spans)), query, context.read)
}

/**
 * Counts in one range, `spans`, of a tag's most frequent values of either range. `own`: the most frequent
 * values of this range, with their counts; `other`: of the other range. Values that only `other` lists are
 * counted here, unless `own` lists all values of this range.
 */
async function countsOf(
  context: ReadContext,
  spans: readonly TimeSpan[],
  name: string,
  { own, other }: { own: TopAnswer; other: TopAnswer },
): Promise<Map<string, number>> {
  const counts = new Map(own.rows.map(({ value, count }) => [String(value), count]))
  if (!isCut(own)) return counts
  const uncounted = other.rows.map(({ value }) => String(value)).filter(value => !counts.has(value))
  if (uncounted.length === 0) return counts
  const fields = [{ tag: [name] }] as const
  const query = { fields, ignoreEmpty: true, only: uncounted, limit: uncounted.length }
  for (const span of spans) {
    const rows = await context.store.groupCounts(scopeOf(context, span), query, context.read)
    for (const { values, count } of rows) {
      const value = String(values[0] ?? '')
      counts.set(value, (counts.get(value) ?? 0) + count)
    }
  }
  return counts
}
