import { setImmediate } from 'node:timers/promises'
import {
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import type {
  AuditAction,
  AuditChange,
  AuditEntry,
  AuditObject,
  AuditResult,
} from '../../schema/people/audit.ts'
import { ClockWatch, clockSettleMs, systemClocks } from '../../telemetry/clock-watch.ts'
import type { Clock } from '../database/clock.ts'
import { type Database, type Tables, unixSeconds } from '../database/tables.ts'
import { networkOf } from '../identity/network.ts'
import { type ListResult, readList } from '../lists/select-page.ts'
import { type AuditActor, type AuditDetails, PendingEntry, runWithEntry } from './pending-entry.ts'

/** Conditions of a list, combined by AND. */
export interface AuditFilter {
  userId?: number
  actions?: readonly AuditAction[]
  objects?: readonly AuditObject[]
  objectId?: string
  result?: AuditResult
  /** Microseconds; `until` is exclusive. */
  since?: number
  until?: number
}

/** Maximum age and number of entries. */
export interface AuditLimits {
  days: number
  entries: number
}

/** Equal refusals within this time share an entry. */
const mergeMicros = 600_000_000
/**
 * Maximum entries for refusals of one user and credential within `mergeMicros`, since the user may vary the
 * requests. Further refusals share one entry.
 */
const maxRefusalsPerUser = 50
/** Title of the entry that further refusals share. */
const furtherRefusals = 'and other requests'
/** Share of the entries that is for refusals, so that a flood of refusals evicts no other entries. */
const refusedShare = 0.1
const pruneIntervalMicros = 600_000_000
const maxTextLength = 200
const rowsPerRead = 1_000
/** Each deletion blocks the main thread, for some 2 ms in SQLite. */
const rowsPerDeletion = 200

/**
 * Receives each entry once it is complete, such as for the program's own log. Of refusals that share an
 * entry, receives only the first, with its full address.
 */
export type AuditCopy = (entry: Omit<AuditEntry, 'id' | 'count'>) => void

type Condition = (eb: ExpressionBuilder<Tables, 'audit_log'>) => Expression<SqlBool>

/**
 * The audit log: which user did what to which object. The entry of a change is written in the change's
 * transaction, so there is no change without its entry. Entries never contain secrets, whole bodies, or
 * names that were tried at sign-in and do not exist.
 */
export class AuditLog {
  readonly #db: Database
  readonly #clock: Clock
  readonly #limits: AuditLimits | undefined
  readonly #copy: AuditCopy | undefined
  readonly #watch: ClockWatch
  /** When `prune` last deleted, by `#clock`. */
  #prunedAt = Number.NEGATIVE_INFINITY

  /** Without limits, as in commands, `prune` deletes nothing. `monotonic`: milliseconds. */
  constructor(
    db: Database,
    clock: Clock,
    limits?: AuditLimits,
    copy?: AuditCopy,
    monotonic = systemClocks.monotonic,
  ) {
    this.#watch = new ClockWatch({ wall: () => clock() / 1_000, monotonic })
    this.#db = db
    this.#clock = clock
    this.#limits = limits
    this.#copy = copy
  }

  /** The entry of a change that begins now. Writes nothing yet. */
  begin(
    actor: AuditActor,
    about: Pick<AuditDetails, 'action' | 'object'> & Partial<AuditDetails>,
  ): PendingEntry {
    const details = { objectId: null, title: '', changes: [], ...actor, ...about }
    return new PendingEntry(details, given => this.#compileInsert(given, 'ok'))
  }

  /** Runs a change and completes its entry. A change that fails before it changes anything gets no entry. */
  async run<Result>(entry: PendingEntry, change: () => Promise<Result>): Promise<Result> {
    let result: Result
    try {
      result = await runWithEntry(entry, change)
    } catch (error) {
      await this.finish(entry, 'failed')
      throw error
    }
    await this.finish(entry, 'ok')
    return result
  }

  /**
   * Completes an entry when its work has ended. If a transaction has committed the row, updates the row.
   * Without a row, work that is done gets one, and refused work is counted by `#recordRefusal`; work that has
   * failed, or was dropped (PendingEntry.isDropped), gets none.
   */
  async finish(entry: PendingEntry, result: AuditResult): Promise<void> {
    entry.close()
    const { rowId, details } = entry
    if (rowId !== undefined) {
      this.#copyEntry(details, result)
      // The row was written with these details and the result `ok`.
      if (result === 'ok' && !entry.isChanged) return
      // The row keeps its time.
      const { at: _at, last_at: _last, ...columns } = this.#columns(details, result)
      await this.#db.updateTable('audit_log').set(columns).where('id', '=', rowId).execute()
      return
    }
    if (entry.isDropped) return
    if (result === 'refused') await this.#recordRefusal(details)
    if (result === 'ok') {
      await this.#db.executeQuery(this.#compileInsert(details, result))
      this.#copyEntry(details, result)
    }
  }

  #copyEntry(details: AuditDetails, result: AuditResult): void {
    this.#copy?.(presentColumns(this.#columns(details, result)))
  }

  /** A page of the entries of a filter, newest first. */
  list(filter: AuditFilter, page: { offset: number; limit: number }): Promise<ListResult<AuditEntry>> {
    const condition = conditionOf(filter)
    const rows = this.#db.selectFrom('audit_log').selectAll('audit_log').where(condition)
    const counted = this.#db.selectFrom('audit_log').where(condition)
    return readList(rows, counted, page, { table: 'audit_log' }, found => found.map(present))
  }

  /** All entries of a filter, newest first, as of the first read. */
  async *each(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
    let beforeId = Number.MAX_SAFE_INTEGER
    for (;;) {
      const rows = await this.#db
        .selectFrom('audit_log')
        .selectAll()
        .where(conditionOf(filter))
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(rowsPerRead)
        .execute()
      if (rows.length > 0) yield rows.map(present)
      if (rows.length < rowsPerRead) return
      beforeId = rows.at(-1)?.id ?? 0
    }
  }

  /**
   * Deletes entries beyond the limits; by age only while the clock is steady. Call it often: it deletes at
   * most every ten minutes.
   */
  async prune(): Promise<void> {
    const now = this.#clock()
    // At each call, since the watch notices only between two checks that the clock was set.
    const isSteady = this.#watch.check().steadyMs >= clockSettleMs
    // Absolute, so that a clock that was set back does not stop deletions.
    if (this.#limits === undefined || Math.abs(now - this.#prunedAt) < pruneIntervalMicros) return
    this.#prunedAt = now
    const { days, entries } = this.#limits
    const maxRefused = Math.ceil(entries * refusedShare)
    if (isSteady) await this.#keepNewest(0, eb => eb('at', '<', now - days * 86_400_000_000))
    await this.#keepNewest(maxRefused, eb => eb('result', '=', 'refused'))
    await this.#keepNewest(entries - maxRefused, eb => eb('result', '!=', 'refused'))
  }

  /** Of the entries that meet a condition, deletes all except the newest `max`. */
  async #keepNewest(max: number, condition: Condition): Promise<void> {
    const { found } = await this.#db
      .selectFrom('audit_log')
      .select(eb => eb.fn.countAll<number>().as('found'))
      .where(condition)
      .executeTakeFirstOrThrow()
    for (let rowsLeft = found - max; rowsLeft > 0; rowsLeft -= rowsPerDeletion) {
      const oldest = this.#db.selectFrom('audit_log').select('id').where(condition).orderBy('id')
      const rows = oldest.limit(Math.min(rowsLeft, rowsPerDeletion))
      await this.#db.deleteFrom('audit_log').where('id', 'in', rows).execute()
      await setImmediate()
    }
  }

  /**
   * Counts the refusal on an equal entry of the last ten minutes, or else adds an entry. If the user has too
   * many recent entries, all further refusals share one.
   */
  async #recordRefusal(details: AuditDetails): Promise<void> {
    const { at, ...columns } = this.#columns({ ...details, address: networkOf(details.address) }, 'refused')
    const { username, credential, address, action, object, object_id } = columns
    const isNew = await this.#db.transaction().execute(async transaction => {
      const recent = transaction
        .selectFrom('audit_log')
        .where('result', '=', 'refused')
        .where('at', '>', at - mergeMicros)
        .where('username', '=', username)
        .where('credential', '=', credential)
      const equal = recent
        .select('id')
        .where(eb => eb.and({ address, action, object, title: columns.title }))
        .where('object_id', object_id === null ? 'is' : '=', object_id)
      // `add` and `count` return whether there is a new entry.
      const add = async (title: string) => {
        const row = { at, ...columns, title }
        await transaction.insertInto('audit_log').values(row).execute()
        return true
      }
      const count = async (id: number) => {
        const countedEntry = { count: sql<number>`count + 1`, last_at: at }
        await transaction.updateTable('audit_log').set(countedEntry).where('id', '=', id).execute()
        return false
      }
      const equalEntry = await equal.executeTakeFirst()
      if (equalEntry !== undefined) return count(equalEntry.id)
      const { entries } = await recent
        .select(eb => eb.fn.countAll<number>().as('entries'))
        .executeTakeFirstOrThrow()
      if (entries < maxRefusalsPerUser) return add(columns.title)
      const furtherEntry = await recent.select('id').where('title', '=', furtherRefusals).executeTakeFirst()
      return furtherEntry === undefined ? add(furtherRefusals) : count(furtherEntry.id)
    })
    if (isNew) this.#copyEntry(details, 'refused')
  }

  /** The INSERT of an entry, which returns the id of its row. */
  #compileInsert(details: AuditDetails, result: AuditResult): CompiledQuery {
    return this.#db.insertInto('audit_log').values(this.#columns(details, result)).returning('id').compile()
  }

  /** The columns of an entry that is written now. */
  #columns({ user, name = '', ...details }: AuditDetails, result: AuditResult) {
    const now = this.#clock()
    return {
      at: now,
      last_at: now,
      user_id: user?.id ?? null,
      username: cut(user?.username ?? name),
      credential: details.credential,
      credential_id: details.credentialId ?? null,
      address: details.address,
      action: details.action,
      object: details.object,
      object_id: details.objectId === null ? null : cut(details.objectId),
      title: cut(details.title),
      changes: JSON.stringify(details.changes),
      result,
    }
  }
}

function conditionOf(filter: AuditFilter) {
  const { userId, actions = [], objects = [], objectId, result, since, until } = filter
  return (eb: ExpressionBuilder<Tables, 'audit_log'>) => {
    const conditions = []
    if (userId !== undefined) conditions.push(eb('user_id', '=', userId))
    if (actions.length > 0) conditions.push(eb('action', 'in', actions))
    if (objects.length > 0) conditions.push(eb('object', 'in', objects))
    if (objectId !== undefined) conditions.push(eb('object_id', '=', objectId))
    if (result !== undefined) conditions.push(eb('result', '=', result))
    // An entry of equal refusals covers the time from `at` to `last_at`.
    if (since !== undefined) conditions.push(eb('last_at', '>=', since))
    if (until !== undefined) conditions.push(eb('at', '<', until))
    return eb.and(conditions)
  }
}

function present({ id, count, ...row }: Selectable<Tables['audit_log']>): AuditEntry {
  return { id, count, ...presentColumns(row) }
}

function presentColumns(
  row: Omit<Selectable<Tables['audit_log']>, 'id' | 'count'>,
): Omit<AuditEntry, 'id' | 'count'> {
  return {
    at: unixSeconds(row.at),
    last_at: unixSeconds(row.last_at),
    user_id: row.user_id,
    username: row.username,
    // Only `#columns` writes the columns with casts.
    credential: row.credential as AuditEntry['credential'],
    credential_id: row.credential_id,
    address: row.address,
    action: row.action as AuditAction,
    object: row.object as AuditObject,
    object_id: row.object_id,
    title: row.title,
    changes: JSON.parse(row.changes) as AuditChange[],
    result: row.result as AuditResult,
  }
}

function cut(text: string): string {
  return text.slice(0, maxTextLength)
}
