import { randomBytes } from 'node:crypto'
import { fieldColumn } from '../sql/columns.ts'
import { list, number } from '../sql/literal.ts'
import { rowsFrom } from '../sql/scope.ts'
import { type SqlClient, settingsClause } from '../sql-client.ts'
import type { Mark, Read, Scope, TopAnswer, TopQuery } from '../store.ts'
import { compareValues } from '../value-order.ts'
import { topOfFewValues, topValues } from './top-values.ts'

interface HashRankingContext {
  client: SqlClient
  window: number
  estimateRows(from: number, to: number): number
  mark(): Mark
}

export interface HashRankingBounds {
  /** Values of fewer rows are grouped as they are. */
  minRows: number
  /** Of more rows, up to so many values. */
  maxValues: number
  /** Values of the last count that are all named; of more, the first ones are looked for among the first names. */
  maxTied: number
  /** Rows with the first names that are read at least, and at most. */
  minSorted: number
  maxSorted: number
}

const defaults: HashRankingBounds = {
  minRows: 2_000_000,
  maxValues: 500_000,
  maxTied: 2_000,
  minSorted: 10_000,
  maxSorted: 400_000,
}
/** More values are grouped as they are. */
const maxWanted = 2_000
/** Rows with the first names, as a multiple of those that should do. */
const reserve = 4

/** Of this process, so that nobody can make values that share a hash. */
const key = list([0, 8].map(at => `toUInt64(${randomBytes(16).readBigUInt64LE(at)})`))
const hash = `sipHash64Keyed((${key}), v)`

/** Values that occur equally often. */
interface CountLevel {
  count: number
  values: number
  /** Values that occur more often. */
  before: number
  /** Of `maxTied` of them. */
  hashes: readonly string[]
}

/**
 * What `topValues` answers. A tag of very many values is grouped by a hash, which fits the memory where texts do not, and the names of the
 * best are read with their counts (decisions/0012).
 */
export async function topByHash(
  context: HashRankingContext,
  given: Scope,
  query: TopQuery,
  read: Read,
  bounds: HashRankingBounds = defaults,
): Promise<TopAnswer> {
  const { client, window } = context
  const { field, limit } = query
  const mayBeMany =
    typeof field === 'object' &&
    limit <= maxWanted &&
    context.estimateRows(given.from, given.to) >= bounds.minRows
  if (!mayBeMany) return await topValues(client, window, given, query, read)
  const few = await topOfFewValues(client, window, given, query, bounds.maxValues, read)
  if (few !== undefined) return few
  // All statements that count are of one moment.
  const scope = { ...given, asOf: given.asOf ?? context.mark() }
  const source = sourceOf(scope, window, query)
  const { levels, values, count } = await rankHashes(client, source, limit, bounds.maxTied, read)
  const last = levels.at(-1)
  const tied = last !== undefined && last.values > last.hashes.length ? last : undefined
  const named = await nameLevels(client, source, tied === undefined ? levels : levels.slice(0, -1), read)
  if (named !== undefined && tied === undefined) return { rows: named.slice(0, limit), values, count }
  const first = named && tied && (await firstNames(client, source, tied, limit, count, bounds, read))
  if (named === undefined || first === undefined) return await topValues(client, window, scope, query, read)
  return { rows: [...named, ...first], values, count }
}

/** Rows with a value, as (v, count). */
function sourceOf(scope: Scope, window: number, { field, ignoreEmpty }: TopQuery): string {
  return rowsFrom(scope, window, [`${fieldColumn(field)} AS v`, 'count'], ignoreEmpty ? `v != ''` : '')
}

/** The counts of the best `limit` values, most frequent first; the number of all values, and their occurrences. */
async function rankHashes(
  client: SqlClient,
  source: string,
  limit: number,
  maxTied: number,
  read: Read,
): Promise<{ levels: CountLevel[]; values: number; count: number }> {
  const memory = {
    max_bytes_before_external_group_by: client.maxGroupBytes,
    max_bytes_ratio_before_external_group_by: 0,
  }
  const counted = `SELECT ${hash} AS h, sum(count) AS c FROM ${source} GROUP BY h${read.lane === 'long' ? settingsClause(memory) : ''}`
  const levels = `SELECT c, count() AS n, groupArray(${number(Math.max(maxTied, limit))})(h) AS hs FROM (${counted}) GROUP BY c`
  const answer = await client.select(
    `SELECT c, n, before, arrayMap(h -> toString(h), hs), all_values, occurrences FROM (
       SELECT c, n, hs, sum(n) OVER () AS all_values, sum(c * n) OVER () AS occurrences,
         sum(n) OVER (ORDER BY c DESC ROWS UNBOUNDED PRECEDING) - n AS before
       FROM (${levels})) WHERE before < ${number(limit)} ORDER BY c DESC`,
    read,
  )
  const [, , , , values = 0, count = 0] = answer[0] ?? []
  return {
    levels: answer.map(([count, values, before, hashes]) => ({
      ...{ count: Number(count), values: Number(values), before: Number(before) },
      hashes: Array.isArray(hashes) ? hashes.map(String) : [],
    })),
    values: Number(values),
    count: Number(count),
  }
}

/** The values of levels by count and name; undefined when two of them share a hash. */
async function nameLevels(
  client: SqlClient,
  source: string,
  levels: readonly CountLevel[],
  read: Read,
): Promise<{ value: string; count: number }[] | undefined> {
  const countOf = new Map(levels.flatMap(({ count, hashes }) => hashes.map(hash => [hash, count])))
  if (countOf.size === 0) return []
  const rows = await client.select(
    `SELECT toString(${hash}), v, sum(count) FROM ${source} WHERE ${hash} IN (${list([...countOf.keys()])})
     GROUP BY v LIMIT ${number(countOf.size + 1)}`,
    read,
  )
  if (rows.length !== countOf.size) return undefined
  if (rows.some(([hash, , count]) => countOf.get(String(hash)) !== Number(count))) return undefined
  const named = rows.map(([, value, count]) => ({ value: String(value), count: Number(count) }))
  return named.sort((a, b) => b.count - a.count || compareValues(a.value, b.value))
}

/**
 * The first values, by name, of very many that occur equally often, looked for among the rows with the first names; undefined when these
 * have too few of them. `count`: occurrences of all values.
 */
async function firstNames(
  client: SqlClient,
  source: string,
  { count: each, values, before }: CountLevel,
  limit: number,
  count: number,
  { minSorted, maxSorted }: HashRankingBounds,
  read: Read,
): Promise<{ value: string; count: number }[] | undefined> {
  const wanted = limit - before
  const likely = Math.ceil((reserve * wanted * count) / values)
  for (let rows = Math.max(minSorted, likely); rows <= maxSorted; rows *= 10) {
    const first = `SELECT v, count FROM ${source} ORDER BY v LIMIT ${number(rows)}`
    // More rows of the last value may follow.
    const names = await client.select(
      `SELECT v FROM (SELECT v, sum(count) AS c, max(v) OVER () AS last FROM (${first}) GROUP BY v)
       WHERE c = ${number(each)} AND v != last ORDER BY v LIMIT ${number(wanted)}`,
      read,
    )
    if (names.length === wanted) return names.map(([name]) => ({ value: String(name), count: each }))
  }
  return undefined
}
