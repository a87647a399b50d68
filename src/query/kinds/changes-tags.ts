import type { TopAnswer } from '../../storage/contract/event-store.ts'
import { type ComparedSpans, type ReadContext, scopeOf } from '../kind.ts'
import { sampleSpans } from '../range/sample-spans.ts'
import type { TimeSpan } from '../time-span.ts'

/**
 * Maximum values of a tag that are compared of each range. The share of any other value is less than 1 / 500
 * in both ranges.
 */
export const maxTagValues = 500
/** Maximum names of tags that are looked at, by code point. */
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
  /** Number of compared tags, and of all tags. */
  compared: number
  total: number
  /** Names of the tags with more than `maxTagValues` values in a range. */
  cut: readonly string[]
}

interface Compared extends ComparedSpans {
  /** Occurrences of all events. */
  total: number
  totalBefore: number
}

/** Counts the values of the tags of both ranges. */
export async function compareTags(context: ReadContext, compared: Compared): Promise<ComparedTags> {
  const { store, read } = context
  const spans = [compared.current, ...compared.before].sort((a, b) => a.from - b.from)
  const { names, total } = await store.tagNames(scopeOf(context, hullOf(spans)), namesIn(spans), read)
  const chosen = await mostFrequent(context, compared, names)
  if (chosen.length === 0) return { values: [], compared: 0, total, cut: [] }
  const now = await valuesOf(context, [compared.current], chosen)
  const then = await valuesOf(context, compared.before, chosen)
  const values: TagChange[] = []
  const cut: string[] = []
  for (const [i, name] of chosen.entries()) {
    const [after, former] = [now[i] ?? noValues, then[i] ?? noValues]
    if (isCut(after) || isCut(former)) cut.push(name)
    const counts = await completed(context, [compared.current], name, after, former)
    const countsBefore = await completed(context, compared.before, name, former, after)
    for (const value of new Set([...counts.keys(), ...countsBefore.keys()]))
      values.push({ name, value, count: counts.get(value) ?? 0, before: countsBefore.get(value) ?? 0 })
  }
  return { values, compared: chosen.length, total, cut }
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
  { current, before, total, totalBefore }: Compared,
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
    rows += estimate([name])
    if (rows > maxRows) break
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

/** Counts of the most frequent values, and of those values of the other range that are missing here. */
async function completed(
  context: ReadContext,
  spans: readonly TimeSpan[],
  name: string,
  answer: TopAnswer,
  other: TopAnswer,
): Promise<Map<string, number>> {
  const counts = new Map(answer.rows.map(({ value, count }) => [String(value), count]))
  if (!isCut(answer)) return counts
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
