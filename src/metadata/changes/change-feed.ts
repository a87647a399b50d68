import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Log } from '../../telemetry/log.ts'
import type { Clock } from '../database/clock.ts'
import type { OpenedDatabase } from '../database/opened-database.ts'
import type { Database, Tables } from '../database/tables.ts'
import type { FeedContent, FeedKind, Publish } from './feed-kinds.ts'

/** The channel of PostgreSQL that wakes the other processes. */
export const feedChannel = 'millrace_changes'

/** How long rows are kept. A process that has not read for longer must reload everything. */
const retentionMicros = 3_600_000_000
const trimIntervalMicros = 60_000_000
const maxRowsPerRead = 1_000
/** Longer content is replaced with null: anything of its kind may have changed. */
const maxContentLength = 100_000

type Listener<Kind extends FeedKind> = (content: FeedContent<Kind>) => void | Promise<void>
/** A published change. The types of `publish` make sure that the content is of the kind. */
interface FeedEntry {
  kind: FeedKind
  content: unknown
}

type FeedRow = Pick<Selectable<Tables['change_feed']>, 'id' | 'kind' | 'content' | 'at'>
const rowColumns = ['id', 'kind', 'content', 'at'] as const

/** Compares all columns, since a database that has lost rows gives their ids to other rows. */
function isSame(one: FeedRow, other: FeedRow | undefined): boolean {
  return other !== undefined && rowColumns.every(column => one[column] === other[column])
}

/**
 * Notifies listeners of committed changes of data that they keep in memory, in the order of the commits. With
 * metadata in PostgreSQL, each change is also a row, written in the transaction of the change: every process
 * reads it after a notification or with the next `catchUp`. With SQLite, only this process is notified.
 */
export class ChangeFeed {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #isShared: boolean
  readonly #listeners = new Map<FeedKind, Set<Listener<FeedKind>>>()
  readonly #delivering = pLimit(1)
  /** The last row that was delivered, or the newest row at the start; undefined: the table was empty. */
  #last: FeedRow | undefined
  #trimmedAt = Number.NEGATIVE_INFINITY

  private constructor({ db, kind }: OpenedDatabase, clock: Clock, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#isShared = kind === 'postgres'
  }

  /** Opens the feed. It delivers no changes that were made before. */
  static async open(database: OpenedDatabase, clock: Clock, log: Log): Promise<ChangeFeed> {
    const feed = new ChangeFeed(database, clock, log)
    if (feed.#isShared) feed.#last = await feed.#newest()
    return feed
  }

  /**
   * Adds a listener. Later changes are delivered once its promise is settled, so it must not wait for a
   * change that it makes itself. Errors of listeners are logged. Returns the function that removes it.
   */
  on<Kind extends FeedKind>(kind: Kind, listener: Listener<Kind>): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set()
    // `#deliver` gives a listener contents of its kind only.
    const added = listener as Listener<FeedKind>
    this.#listeners.set(kind, listeners.add(added))
    return () => void listeners.delete(added)
  }

  /** Adds a listener without contents to several kinds of changes. Returns the function that removes it. */
  onEach(kinds: readonly FeedKind[], listener: () => void): () => void {
    const removals = kinds.map(kind => this.on(kind, () => listener()))
    return () => {
      for (const remove of removals) remove()
    }
  }

  /**
   * Runs a change in one transaction. When this resolves, listeners of this process have been notified. Only
   * if the change could not be read back from PostgreSQL, the next `catchUp` notifies them.
   */
  async transaction<Result>(
    change: (transaction: Transaction<Tables>, publish: Publish) => Promise<Result>,
  ): Promise<Result> {
    const entries: FeedEntry[] = []
    const publish: Publish = (kind, content: unknown = null) => void entries.push({ kind, content })
    const result = await this.#db.transaction().execute(async transaction => {
      const result = await change(transaction, publish)
      if (this.#isShared && entries.length > 0) await this.#store(transaction, entries)
      return result
    })
    if (entries.length === 0) return result
    if (!this.#isShared) await this.#delivering(() => this.#deliver(entries))
    // The change is committed: if this call fails, the next `catchUp` delivers it.
    else await this.catchUp().catch(error => this.#log.warn({ err: error }, 'changes were not read'))
    return result
  }

  /** Delivers the changes of all processes since the last call. */
  async catchUp(): Promise<void> {
    if (this.#isShared) await this.#delivering(() => this.#readAll())
  }

  /** Writes the rows of changes, and notifies the other processes when the transaction commits. */
  async #store(transaction: Transaction<Tables>, entries: readonly FeedEntry[]): Promise<void> {
    const now = this.#clock()
    if (Math.abs(now - this.#trimmedAt) > trimIntervalMicros) {
      this.#trimmedAt = now
      // Without the newest row, readers could not notice that they missed something.
      await transaction
        .deleteFrom('change_feed')
        .where('at', '<', now - retentionMicros)
        .where('id', '<', eb => eb.selectFrom('change_feed').select(sql<number>`max(id)`.as('newest')))
        .execute()
    }
    const rows = entries.map(({ kind, content }) => {
      const text = JSON.stringify(content)
      return { kind, content: text.length > maxContentLength ? 'null' : text, at: now }
    })
    await transaction
      .insertInto('change_feed')
      .values(rows)
      .returning(sql`pg_notify(${sql.lit(feedChannel)}, '')`.as('notified'))
      .execute()
  }

  async #readAll(): Promise<void> {
    for (;;) {
      const rows = await this.#db
        .selectFrom('change_feed')
        .select(rowColumns)
        .where('id', '>=', this.#last?.id ?? 0)
        .orderBy('id')
        .limit(maxRowsPerRead)
        .execute()
      const previous = this.#last
      if (previous !== undefined && !isSame(previous, rows[0])) {
        await this.#deliverLoss()
        return
      }
      const newRows = rows.slice(previous === undefined ? 0 : 1)
      this.#last = rows.at(-1)
      // `#store` wrote the rows. Kinds of another version have no listeners here.
      const entries = newRows.map(({ kind, content }) => ({
        kind: kind as FeedKind,
        content: JSON.parse(content),
      }))
      await this.#deliver(entries)
      if (rows.length < maxRowsPerRead) return
    }
  }

  /**
   * Makes all listeners reload, since rows are missing: this process stood still for too long, the metadata
   * was restored from a copy, or a replica that was behind took over.
   */
  async #deliverLoss(): Promise<void> {
    this.#last = await this.#newest()
    this.#log.warn({ room: 'metadata' }, 'changes of other nodes were missed: everything is read again')
    await this.#deliver([...this.#listeners.keys()].map(kind => ({ kind, content: null })))
  }

  async #deliver(entries: readonly FeedEntry[]): Promise<void> {
    for (const { kind, content } of entries) {
      for (const listener of [...(this.#listeners.get(kind) ?? [])]) {
        try {
          // `publish` takes contents of the kind only.
          await listener(content as FeedContent<FeedKind>)
        } catch (error) {
          this.#log.error({ err: error, kind }, 'a change did not take effect')
        }
      }
    }
  }

  async #newest(): Promise<FeedRow | undefined> {
    return await this.#db
      .selectFrom('change_feed')
      .select(rowColumns)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  }
}
