import { createHash } from 'node:crypto'
import type { Figure, FigureKind } from '../../../schema/store/figure.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import type { Journal } from '../../contract/journal.ts'
import { hullOf } from '../../contract/time-span.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { periodColumn } from '../../reads/counts/periods.ts'
import { list, literalChunks, number, text } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { figuresTable } from '../../sql/tables.ts'

/** The rows of a period: their number, and the averages or sums of their values. */
export interface FigurePeriod {
  /** Index of the period. */
  period: number
  rows: number
  values: number[]
}

/** Which rows of [from, to), whole seconds, to read and how to fold them. */
export interface FigureQuery {
  kind: FigureKind
  series: string
  /** Name of the node whose rows are read; absent: all nodes. */
  node?: string | undefined
  from: number
  to: number
  /** Bounds of the periods, ascending, from `from` to `to`. */
  bounds: readonly number[]
  fold: 'average' | 'sum'
}

/** Reads of figures. They reject as reads of events do. */
export interface FigureReads {
  /** The periods that have rows, in order of time. */
  periods(query: FigureQuery, read: Read): Promise<FigurePeriod[]>
  readonly journal: Journal
}

const folds = { average: 'avgForEach', sum: 'sumForEach' } as const

/** Maximum characters of rows in one insert. */
const maxStatementLength = 60_000
const insertSettings = { async_insert: 0, max_threads: 1 }

/** Figures of the host and of ingest: one row per node, second and series. */
export class Figures implements FigureReads {
  readonly #client: SqlClient
  readonly #node: string
  readonly journal = new StoreJournal()

  /** `node`: the name of this node; '' when there is only one service. */
  constructor(client: SqlClient, node: string) {
    this.#client = client
    this.#node = node
  }

  /**
   * Appends rows; they are synced when it resolves. With `repeated`, skips rows that an earlier attempt
   * stored. That attempt cannot still be running: the id of an insert is a hash of its rows.
   */
  async append(rows: readonly Figure[], repeated: boolean): Promise<void> {
    const [shard] = this.#client.shards
    const own = shard.own(figuresTable)
    const columns = 'node, sec, kind, series, values'
    const node = text(this.#node)
    const missing = repeated
      ? ` WHERE (sec, kind, series) NOT IN (SELECT sec, kind, series FROM ${own} WHERE node = ${node} AND ${spanOf(rows)})`
      : ''
    for (const tuples of literalChunks(
      rows.map(row => tupleOf(row, node)),
      maxStatementLength,
    )) {
      const values = list(tuples)
      await shard.insert(
        `INSERT INTO ${own} (${columns}) SELECT ${columns}
         FROM values('node String, sec DateTime(''UTC''), kind String, series String, values Array(Float64)', ${values})${missing}`,
        insertSettings,
        `millrace-figures-${createHash('sha256').update(values).digest('base64url')}`,
      )
    }
    const minutes = new Set(rows.map(({ second }) => Math.floor(second / 60)))
    this.journal.end({ sequence: 0, rows: rows.length, minutes: [...minutes].sort((a, b) => a - b) })
  }

  /** Drops a day, YYYYMMDD, from all shards. */
  async drop(day: string): Promise<void> {
    for (const shard of this.#client.shards)
      await shard.command(`ALTER TABLE ${shard.own(figuresTable)} DROP PARTITION ${number(Number(day))}`)
  }

  async periods(query: FigureQuery, read: Read): Promise<FigurePeriod[]> {
    const { kind, series, node, from, to, bounds, fold } = query
    const period = periodColumn(bounds)
    const ofNode = node === undefined ? '' : ` AND node = ${text(node)}`
    const rows = await this.#client.select(
      `SELECT ${period.sql} AS period, count(), ${folds[fold]}(values) FROM ${figuresTable}
       WHERE kind = ${text(kind)} AND series = ${text(series)}${ofNode} AND ${within(from, to)} GROUP BY period ORDER BY period`,
      read,
    )
    return rows.map(([value, count, values]) => ({
      period: period.index(Number(value)),
      rows: Number(count),
      values: Array.isArray(values) ? values.map(Number) : [],
    }))
  }
}

function tupleOf({ second, kind, series, values }: Figure, nodeSql: string): string {
  return `(${nodeSql}, ${number(second)}, ${text(kind)}, ${text(series)}, [${list(values.map(float))}])`
}

/** The engine rejects a mixture of integers and floating point numbers. */
function float(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`)
  return value.toExponential()
}

/** SQL condition of the seconds of these rows. */
function spanOf(rows: readonly Figure[]): string {
  const { from, to } = hullOf(rows.map(({ second }) => ({ from: second, to: second + 1 })))
  return within(from, to)
}
