import type { TagRef } from '../../filter/predicate.ts'
import { chunksOf } from '../chunks.ts'
import { eventsTable } from '../sql/columns.ts'
import { list, literalChunks, number, secondsIn, text } from '../sql/literal.ts'
import { within } from '../sql/scope.ts'
import type { Cell, SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import { daySeconds, type Span } from '../time-span.ts'
import { countBits, maxCount } from './layout.ts'
import type { Candidate, Hash } from './ranking.ts'

/** How values of a tag become words (layout.ts). */
export interface Coding {
  field: TagRef
  /** In SQL: '' where an event has none. */
  column: string
  /** Of the hash, so that nobody can make collisions. */
  key: readonly [bigint, bigint]
  /** What most values begin with: the four bytes behind it are their order. */
  prefix: string
}

/** Rows at either end. */
const sampleRows = 10_000
/** When none of these has a value. */
const sparseSampleRows = 1_000_000
const maxPrefixLength = 200
const namesPerStatement = 2_000

/**
 * What values at both ends of [from, to), which has about so many rows, begin with; '' when there are none. Ids often ascend with time.
 * Reads some seconds, not the first rows: for these the engine would hold buffers of all parts of the table.
 */
export async function commonPrefix(
  client: SqlClient,
  column: string,
  { from, to }: Span,
  rows: number,
  read: Read,
): Promise<string> {
  for (const share of [sampleRows, sparseSampleRows]) {
    const length = Math.min(to - from, Math.ceil(((to - from) * share) / Math.max(1, rows)))
    const ends = [within(from, from + length), within(to - length, to)].map(
      end => `SELECT ${column} AS v FROM ${eventsTable} WHERE ${end} AND v != '' LIMIT ${number(sampleRows)}`,
    )
    const some = ends.map(end => `SELECT * FROM (${end})`).join(' UNION ALL ')
    const [row] = await client.select(`SELECT count(), min(v), max(v) FROM (${some})`, read)
    if (Number(row?.[0] ?? 0) > 0) return commonBeginning(String(row?.[1] ?? ''), String(row?.[2] ?? ''))
  }
  return ''
}

function commonBeginning(a: string, b: string): string {
  const [least, greatest] = [[...a], [...b]]
  const most = Math.min(least.length, greatest.length, maxPrefixLength)
  let length = 0
  while (length < most && least[length] === greatest[length]) length++
  return least.slice(0, length).join('')
}

/** Rows with a value that a condition holds for, in words (layout.ts). A row that occurred very often is several rows. */
export function selectWords(coding: Coding, condition: string): string {
  const { column } = coding
  const rows = `FROM ${eventsTable} WHERE ${condition} AND v != ''`
  const once = `SELECT ${column} AS v, sec, least(count, ${number(maxCount)}) AS n ${rows}`
  const parts = `arrayJoin(range(1, intDiv(count + ${number(maxCount - 1)}, ${number(maxCount)})))`
  const rest = `SELECT ${column} AS v, sec, toUInt32(least(count - ${number(maxCount)} * ${parts}, ${number(maxCount)})) AS n ${rows} AND count > ${number(maxCount)}`
  const packed = `bitOr(bitShiftLeft(toUnixTimestamp(sec) % ${number(daySeconds)}, ${number(countBits)}), n)`
  const words = list([
    hashOf(coding),
    `toUInt32(${packed})`,
    `toUInt32(${orderOf(coding)})`,
    `toUInt32(intDiv(toUnixTimestamp(sec), ${number(daySeconds)}))`,
  ])
  return `SELECT ${words} FROM (${once} UNION ALL ${rest}) FORMAT RowBinary`
}

/** Names of candidates, by their hashes as `hashText` writes them. */
export async function readNames(
  client: SqlClient,
  coding: Coding,
  candidates: readonly Candidate[],
  read: Read,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const some of chunksOf(candidates, namesPerStatement)) {
    const seconds = secondsIn(new Set(some.map(({ second }) => second)))
    const rows = await client.select(
      `SELECT DISTINCT toString(${hashOf(coding)}) AS h, v FROM (SELECT ${coding.column} AS v FROM ${eventsTable} WHERE sec IN (${seconds}))
       WHERE ${hashOf(coding)} IN (${list(some.map(hashText))})`,
      read,
    )
    for (const [hash, name] of rows) names.set(String(hash), String(name))
  }
  return names
}

export async function readHashes(
  client: SqlClient,
  coding: Coding,
  values: readonly string[],
  read: Read,
): Promise<Hash[]> {
  const hash = hashOf(coding)
  const rows: Cell[][] = []
  for (const chunk of literalChunks(values.map(text))) {
    const hashes = await client.select(
      `SELECT bitAnd(${hash}, 4294967295), bitShiftRight(${hash}, 32) FROM (SELECT arrayJoin([${list(chunk)}]) AS v)`,
      read,
    )
    rows.push(...hashes)
  }
  return rows.map(([low, high]) => ({ low: Number(low), high: Number(high) }))
}

export function hashText({ low, high }: Hash): string {
  return (BigInt(high) * 2n ** 32n + BigInt(low)).toString()
}

function hashOf({ key: [first, second] }: Coding): string {
  return `sipHash64Keyed((toUInt64(${first}), toUInt64(${second})), v)`
}

/** In SQL: never less for a value that sorts behind (by its bytes). */
function orderOf({ prefix }: Coding): string {
  const next = `byteSwap(reinterpretAsUInt32(substring(v, ${number(Buffer.byteLength(prefix) + 1)}, 4)))`
  if (prefix === '') return next
  const begins = text(prefix)
  return `multiIf(startsWith(v, ${begins}), ${next}, v < ${begins}, toUInt32(0), toUInt32(4294967295))`
}
