import { parseFilter } from '../../filter/parse/parse-filter.ts'
import { parseFieldName } from '../../filter/predicate/field.ts'
import { Fault } from '../../schema/fault.ts'
import type { ExtractionRequest, ExtractionResult } from '../../schema/filter/value-extraction.ts'
import type { SqlSource } from '../../storage/contract/sql-source.ts'
import type { ResolveRange } from '../kind.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import { withoutParamsPrefix } from '../param-fault.ts'
import type { Reader } from '../query-service.ts'
import type { TurnSource } from '../slices/read-turns.ts'

const defaultLimit = 10

interface ExtractionDeps {
  store: SqlSource
  turns: TurnSource
  resolve: ResolveRange
  /** Unix milliseconds. */
  now?: () => number
}

/** Computes the values that regular expressions find in events, within the limits of user SQL. */
export class ExtractionReads {
  readonly #deps: ExtractionDeps

  constructor(deps: ExtractionDeps) {
    this.#deps = deps
  }

  /** Rejects with a Fault (validation by member, throttled, a statement's error), or the signal's reason. */
  async read(
    { userId, hosts }: Pick<Reader, 'userId' | 'hosts'>,
    request: ExtractionRequest,
    signal: AbortSignal,
  ): Promise<ExtractionResult> {
    const { pattern, field = 'message', filter = [], limit = defaultLimit } = request
    const sql = extractionSql(field, pattern, limit)
    if (sql === undefined) throw fieldsFault({ field: [`expected a text field or a tag, not ${field}`] })
    // The condition applies the step limits to the pattern, and selects the events that have a value.
    const condition = { field, op: '=~', value: pattern, ignore_case: false } as const
    const parsed = parseFilter([...filter, condition])
    if ('faults' in parsed)
      throw fieldsFault(
        Object.fromEntries(
          parsed.faults.map(({ path, message }) => [
            path.startsWith(`filter[${filter.length}]`) ? 'pattern' : path,
            [message],
          ]),
        ),
      )
    const { from, to } = this.#resolve(request)
    const scope = { from, to, predicate: restrictedTo(rightsOf(hosts), parsed.predicate) }
    const turns = this.#deps.turns.turnsOf(userId, signal, { refusable: true })
    const [values, numbers] = await turns('long', async read => [
      await this.#deps.store.runUserSql(scope, sql.values, read),
      await this.#deps.store.runUserSql(scope, sql.numbers, read),
    ])
    const [count, distinct, ...numberStats] = numbers.rows[0] ?? []
    return {
      ts_from: from,
      ts_to: to,
      count: Number(count ?? 0),
      distinct: Number(distinct ?? 0),
      values: values.rows.map(([value, count]) => ({ value: String(value), count: Number(count) })),
      numbers: numbersOf(numberStats),
    }
  }

  #resolve({ time_range: range }: ExtractionRequest): { from: number; to: number } {
    try {
      return this.#deps.resolve(range, (this.#deps.now ?? Date.now)() / 1_000)
    } catch (error) {
      throw error instanceof Fault ? withoutParamsPrefix(error) : error
    }
  }
}

function numbersOf([count, min, max, avg, quantiles]: readonly unknown[]): ExtractionResult['numbers'] {
  if (Number(count ?? 0) === 0) return null
  const [p50, p90, p95, p99] = Array.isArray(quantiles) ? quantiles.map(Number) : []
  return {
    count: Number(count),
    min: Number(min),
    max: Number(max),
    avg: Number(avg),
    p50: p50 ?? 0,
    p90: p90 ?? 0,
    p95: p95 ?? 0,
    p99: p99 ?? 0,
  }
}

function fieldsFault(fields: Record<string, string[]>): Fault {
  return new Fault('validation', { fields })
}

/** Statements (docs/sql.md) about the values of a pattern in a field; undefined for a numeric field. */
function extractionSql(
  field: string,
  pattern: string,
  limit: number,
): { values: string; numbers: string } | undefined {
  const column = columnOf(field)
  if (column === undefined) return undefined
  const value = `extract(${column}, ${textLiteral(pattern)})`
  return {
    values: `SELECT ${value} AS value, sum(occurrences) AS n FROM events GROUP BY value HAVING value != '' ORDER BY n DESC, value LIMIT ${limit}`,
    numbers: `SELECT sumIf(occurrences, value != ''), uniqIf(value, value != ''), count(x), min(x), max(x), avg(x), quantiles(0.5, 0.9, 0.95, 0.99)(x)
      FROM (SELECT ${value} AS value, toFloat64OrNull(${value}) AS x, occurrences FROM events)`,
  }
}

function columnOf(name: string): string | undefined {
  const parsed = parseFieldName(name)
  if (parsed.kind === 'number') return undefined
  if (parsed.kind !== 'tag') return name
  // The first of the tag's names that the event has.
  const [first = name, other] = parsed.field.tag.map(tag => `tags[${textLiteral(tag)}]`)
  return other === undefined ? first : `if(${first} = '', ${other}, ${first})`
}

/** A text in a statement of docs/sql.md. */
function textLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
