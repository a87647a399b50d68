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
/** Maximum rows of a field that are read, which take some twenty seconds. */
const maxRows = 300_000_000
/** Occurrences of each range that decide which of many tags are the most frequent. */
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

/** Counts the values of the tags of both ranges. */
export async function compareTags(context: ReadContext, ranges: RangeTotals): Promise<ComparedTags> {
  const { store, read } = context
  const { current, before } = ranges
  const spans = [current, ...before].sort((a, b) => a.from - b.from)
  const { names, total } = await store.tagNames(scopeOf(context, hullOf(spans)), namesIn(spans), read)
  const chosen = await mostFrequent(context, ranges, names)
  const sizes = { compared: chosen.length, candidates: names.length, total }
  if (chosen.length === 0) return { ...sizes, values: [], cut: [] }
  const currentTops = await valuesOf(context, [current], chosen)
  const beforeTops = await valuesOf(context, before, chosen)
  const values: TagChange[] = []
  const cut: string[] = []
  for (const [i, name] of chosen.entries()) {
    const [currentTop, beforeTop] = [currentTops[i] ?? noValues, beforeTops[i] ?? noValues]
    if (isCut(currentTop) || isCut(beforeTop)) cut.push(name)
    const counts = await completed(context, [current], name, { own: currentTop, other: beforeTop })
    const countsBefore = await completed(context, before, name, { own: beforeTop, other: currentTop })
    for (const value of new Set([...counts.keys(), ...countsBefore.keys()]))
      values.push({ name, value, count: counts.get(value) ?? 0, before: countsBefore.get(value) ?? 0 })
  }
  return { ...sizes, values, cut }
}

const noValues: TopAnswer = { rows: [], values: 0, count: 0 }

function isCut({ rows, values }: TopAnswer): boolean {
  return values > rows.length
}

function hullOf(spans: readonly TimeSpan[]): TimeSpan {
  return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 }
}

function namesIn(spans: readonly TimeSpan[]) {
  return { prefix: '', limit: maxNames, ...(spans.length > 1 && { within: spans }) }
}

/** The most frequent of these tags by a sample of both ranges, as many as the limits allow. */
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
    if (rows + tagRows > maxRows) continue
    rows += tagRows
    chosen.push(name)
  }
  return chosen
}

async function valuesOf(
  context: ReadContext,
  spans: readonly TimeSpan[],
  names: readonly string[],
): Promise<TopAnswer[]> {
  const query = { names, limit: maxTagValues, ...(spans.length > 1 && { within: spans }) }
  return await context.store.tagValues(scopeOf(context, hullOf(spans)), query, context.read)
}

/** Counts of the most frequent values of both ranges, here. `own`: the most frequent values of this range. */
async function completed(
  context: ReadContext,
  spans: readonly TimeSpan[],
  name: string,
  { own, other }: { own: TopAnswer; other: TopAnswer },
): Promise<Map<string, number>> {
  const counts = new Map(own.rows.map(({ value, count }) => [String(value), count]))
  if (!isCut(own)) return counts
  const only = other.rows.map(({ value }) => String(value)).filter(value => !counts.has(value))
  if (only.length === 0) return counts
  const query = { fields: [{ tag: [name] }] as const, ignoreEmpty: true, only, limit: only.length }
  for (const span of spans) {
    for (const { values, count } of await context.store.groupCounts(
      scopeOf(context, span),
      query,
      context.read,
    )) {
      const value = String(values[0] ?? '')
      counts.set(value, (counts.get(value) ?? 0) + count)
    }
  }
  return counts
}
