import { rowColumns } from '../../schema/row.ts'
import type { AppendLog } from '../append-log.ts'
import type { Span } from '../cubes/cover.ts'
import { eventsTable } from '../sql/columns.ts'
import { list, number } from '../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Mark } from '../store.ts'
import { FreshBatch } from './fresh-batch.ts'
import type { FreshBatches } from './fresh-batches.ts'

/** A row in memory, and what it is in order by. */
export interface RecentRow {
  batch: FreshBatch
  row: number
  id: number
  /** Microseconds. */
  ts: number
}

/** All rows of the table from a second on, oldest first (by ts, then id). */
export interface Recent {
  /** Unix seconds; 0 when these are all rows there are. */
  from: number
  rows: readonly RecentRow[]
  /** Rows of each event that has one here which is not its first. */
  repeated: ReadonlyMap<number, readonly RecentRow[]>
}

interface State {
  /** The appends up to this one are in it, and no others. */
  number: number
  from: number
  rows: RecentRow[]
  repeated: Map<number, RecentRow[]> | undefined
  /** Of the batches that rows are of. */
  bytes: number
  /** The store's moment when they were read; earlier ones cannot be told. */
  since: Mark
}

interface RecentSource {
  client: SqlClient
  appends: Pick<AppendLog, 'current' | 'since' | 'begun' | 'begunSince' | 'highest' | 'underway'>
  fresh: Pick<FreshBatches, 'of' | 'isResting'>
  mark: () => Mark
}

export interface RecentBounds {
  /** Rows that are read from the table at once; half as many more may be held. */
  rows?: number
}

const defaultRows = 20_000
const mostBytes = 24_000_000
/** They are read from the table so often at most, milliseconds. */
const betweenLoads = 10_000
/** They are kept complete for so long after somebody asked for them, milliseconds. */
const wantedFor = 60_000
/** Seconds until a load is given up. */
const loadTimeout = 10
const micro = 1_000_000

/**
 * The newest rows of the table, kept in memory for those who look at the newest events, as nearly everybody does: read once, completed
 * with the rows of new batches, cut where they become too many. Exact at any time, or not there.
 */
export class RecentRows {
  readonly #source: RecentSource
  readonly #most: number
  #state: State | undefined
  #loading: Promise<void> | undefined
  #loadedAt = Number.NEGATIVE_INFINITY
  #wantedUntil = Number.NEGATIVE_INFINITY

  constructor(source: RecentSource, { rows = defaultRows }: RecentBounds = {}) {
    this.#source = source
    this.#most = rows
  }

  /** The newest rows as of now; undefined when they are not at hand, or not as of that moment: they will be soon. */
  now(asOf: Mark | undefined): Recent | undefined {
    this.#wantedUntil = performance.now() + wantedFor
    const state = this.#completed()
    if (state === undefined) {
      const isDue = performance.now() - this.#loadedAt >= betweenLoads
      if (isDue && !this.#source.fresh.isResting) void this.load()
      return undefined
    }
    if (asOf !== undefined && asOf.sequence < state.since.sequence) return undefined
    state.repeated ??= repeatedIn(state.rows)
    return { from: state.from, rows: state.rows, repeated: state.repeated }
  }

  /** To be called when something has been appended: what was asked for lately is kept complete. */
  appended(): void {
    if (performance.now() < this.#wantedUntil) this.#completed()
  }

  /** Reads them from the table. Never rejects: without them, pages are read there. */
  load(): Promise<void> {
    this.#loadedAt = performance.now()
    this.#loading ??= this.#read()
      .catch(() => {})
      .finally(() => {
        this.#loading = undefined
      })
    return this.#loading
  }

  /** What lies in the span is gone. */
  forget({ to }: Span): void {
    if (this.#state !== undefined && this.#state.from < to) this.#state = undefined
  }

  /** Adds what has come in; what cannot be told of is given up. */
  #completed(): State | undefined {
    const state = this.#state
    if (state === undefined) return undefined
    const news = this.#source.appends.since(state.number)
    const here = news?.filter(({ span }) => span.to > state.from)
    const batches = here?.some(({ again }) => again)
      ? undefined
      : here && this.#source.fresh.of(here.map(({ sequence }) => sequence))
    if (news === undefined || batches === undefined) {
      this.#state = undefined
      return undefined
    }
    state.number = news.at(-1)?.number ?? state.number
    for (const batch of batches) this.#add(state, batch)
    if (state.rows.length > 1.5 * this.#most || state.bytes > mostBytes) this.#cut(state)
    return state
  }

  #add(state: State, batch: FreshBatch): void {
    const added = rowsOf(batch).filter(({ ts }) => ts >= state.from * micro)
    if (added.length === 0) return
    state.repeated = undefined
    state.bytes += batch.bytes
    // Nearly all of them are newer than nearly all there are.
    const oldest = added[0]
    let at = state.rows.length
    while (at > 0 && oldest !== undefined && compare(state.rows[at - 1] ?? oldest, oldest) > 0) at--
    const behind = [...state.rows.splice(at), ...added].sort(compare)
    for (const row of behind) state.rows.push(row)
  }

  /** Leaves whole seconds out, the oldest. */
  #cut(state: State): void {
    const kept = Math.min(this.#most, Math.floor(state.rows.length / 2))
    const newest = state.rows[state.rows.length - kept]
    if (newest === undefined) return
    state.from = Math.floor(newest.ts / micro) + 1
    state.rows = state.rows.filter(({ ts }) => ts >= state.from * micro)
    state.bytes = bytesOf(state.rows)
    state.repeated = undefined
  }

  async #read(): Promise<void> {
    const { client, appends, mark, fresh } = this.#source
    const { begun, highest, current } = appends
    const since = mark()
    // Those that come in meanwhile will be asked for.
    fresh.of([])
    const without = appends.underway().map(({ sequence }) => number(sequence))
    const not = without.length === 0 ? '' : ` AND batch NOT IN (${list(without)})`
    const columns = rowColumns.map(([name]) => columnOf(name))
    const bytes = await client.bytes(
      `SELECT ${list(columns)} FROM ${eventsTable} WHERE batch <= ${number(highest)}${not}
       ORDER BY sec DESC, ts DESC, id DESC LIMIT ${number(this.#most)} FORMAT RowBinary`,
      { signal: new AbortController().signal, lane: 'short', timeout: loadTimeout },
      mostBytes,
    )
    const doubtful = appends.begunSince(begun)?.some(({ sequence }) => sequence <= highest)
    if (doubtful !== false) return
    const batch = new FreshBatch(bytes, 0, this.#most)
    const rows = rowsOf(batch)
    const oldest = batch.size < this.#most ? undefined : rows[0]
    const from = oldest === undefined ? 0 : Math.floor(oldest.ts / micro) + 1
    this.#state = {
      number: current,
      from,
      rows: rows.filter(({ ts }) => ts >= from * micro),
      repeated: undefined,
      bytes: batch.bytes,
      since,
    }
  }
}

/** As a spool file has it; nobody asks when the other occurrences of a row were. */
function columnOf(name: (typeof rowColumns)[number][0]): string {
  switch (name) {
    case 'earlier':
      return "CAST([], 'Array(UInt32)')"
    case 'tags':
      return 'toJSONString(tags)'
    case 'host':
    case 'program':
    case 'mnemonic':
    case 'template':
      return `CAST(${name}, 'String')`
    default:
      return name
  }
}

function rowsOf(batch: FreshBatch): RecentRow[] {
  const rows: RecentRow[] = []
  for (let row = 0; row < batch.size; row++) {
    rows.push({ batch, row, id: batch.ids[row] ?? 0, ts: batch.ts[row] ?? 0 })
  }
  return rows.sort(compare)
}

function compare(a: RecentRow, b: RecentRow): number {
  return a.ts - b.ts || a.id - b.id
}

function repeatedIn(rows: readonly RecentRow[]): Map<number, RecentRow[]> {
  const repeated = new Map<number, RecentRow[]>()
  for (const { batch, row, id } of rows) if (batch.repeats[row] !== 0) repeated.set(id, [])
  if (repeated.size > 0) for (const row of rows) repeated.get(row.id)?.push(row)
  return repeated
}

/** Of the batches that rows hold in memory. */
function bytesOf(rows: readonly RecentRow[]): number {
  let bytes = 0
  for (const batch of new Set(rows.map(({ batch }) => batch))) bytes += batch.bytes
  return bytes
}
