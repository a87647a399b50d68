import { sql } from 'kysely'
import type { Publish } from '../../changes/feed-kinds.ts'
import { laterOf, rowsOf } from '../../database/sql-forms.ts'
import type { Database } from '../../database/tables.ts'
import { getOwnerRights } from '../../identity/rights.ts'
import { Repository } from '../../repository/repository.ts'
import { fullContent } from '../content.ts'
import { readHostListIds } from '../host-lists.ts'
import { contentOf } from '../rows.ts'
import { findUnrecorded, markRecorded, trimRecorded } from './batches.ts'
import { addNotifications, type NewNotification } from './notifications.ts'
import { addRuns, type NewRun } from './runs.ts'
import { type RecordedTrigger, RecordedTriggers } from './triggers.ts'
import {
  deleteOutdatedStates,
  deleteStates,
  dueStates,
  loadStates,
  nextDue,
  saveStates,
  type WindowState,
} from './window-states.ts'

/** Matches of triggers and their consequences, stored together. */
export interface NewRecords {
  hits: TriggerHits[]
  fires: EventFire[]
  notifications: NewNotification[]
  runs: NewRun[]
}

/**
 * How many batches are recorded before the oldest beyond `maxRecordedBatches` (batches.ts) are removed again.
 */
const batchesPerTrim = 1_000

/** Stores matches of triggers and their consequences, in transactions. */
export class MatchRecords extends Repository {
  readonly #triggers = new RecordedTriggers()
  #recordedSinceTrim = 0

  /**
   * Runs `work` in one transaction. `work` may wait for nothing but the writer, since all other changes wait
   * for the transaction.
   */
  write<Result>(work: (writer: MatchWriter) => Promise<Result>): Promise<Result> {
    return this.feed.transaction((transaction, publish) => {
      const writer = new MatchWriter(transaction, publish, this.clock(), this.#triggers)
      return work(writer)
    })
  }

  /**
   * Removes records of batches that a node cannot send again. Call it after each recording, with the number
   * of batches that were recorded: it removes after every thousand.
   */
  async trim(node: number, recorded: number): Promise<void> {
    this.#recordedSinceTrim += recorded
    if (this.#recordedSinceTrim < batchesPerTrim) return
    this.#recordedSinceTrim = 0
    await trimRecorded(this.db, node)
  }

  /** States of conditions that are due, the longest due first. */
  due(nowSeconds: number, limit: number, except: Iterable<number> = []) {
    return dueStates(this.db, nowSeconds, limit, { except: [...except] })
  }

  /** The states of one trigger that are due, the longest due first. */
  dueOf(triggerId: number, nowSeconds: number, limit: number) {
    return dueStates(this.db, nowSeconds, limit, { only: triggerId })
  }

  /** When the next state is due, Unix seconds; undefined: no state is ever due. `except`: ids of triggers. */
  nextDue(except: Iterable<number> = []): Promise<number | undefined> {
    return nextDue(this.db, [...except])
  }

  /**
   * Deletes the states of the given triggers that are not in force. The database decides: the caller may
   * not know a trigger yet that another node has brought into force.
   */
  deleteStatesOfEnded(triggerIds: readonly number[]): Promise<void> {
    return this.db.transaction().execute(async transaction => {
      const inForce = await findInForce(transaction, triggerIds, this.clock() / 1_000_000)
      await deleteStates(
        transaction,
        triggerIds.filter(id => !inForce.has(id)),
      )
    })
  }

  /** Deletes states from before a trigger was last changed. Later ones belong to its new condition. */
  deleteStatesBeforeChange(triggerId: number): Promise<void> {
    return deleteOutdatedStates(this.db, triggerId)
  }
}

/** Writes matches within one transaction. */
export class MatchWriter {
  readonly #db: Database
  readonly #publish: Publish
  readonly #triggers: RecordedTriggers
  /** The time of all that it writes, microseconds. */
  readonly now: number

  constructor(db: Database, publish: Publish, now: number, triggers: RecordedTriggers) {
    this.#db = db
    this.#publish = publish
    this.now = now
    this.#triggers = triggers
  }

  /** Marks these batches of a node as recorded. Returns the batches that were not recorded before. */
  async markRecorded(node: number, sequences: readonly number[]): Promise<ReadonlySet<number>> {
    const unrecordedSequences = await findUnrecorded(this.#db, node, sequences)
    if (unrecordedSequences.size > 0) await markRecorded(this.#db, node, unrecordedSequences, this.now)
    return unrecordedSequences
  }

  /** The given triggers that still exist. */
  triggers(ids: readonly number[]): Promise<ReadonlyMap<number, RecordedTrigger>> {
    return this.#triggers.read(this.#db, ids)
  }

  loadStates(triggerId: number, keys: Iterable<string>): Promise<ReadonlyMap<string, WindowState>> {
    return loadStates(this.#db, triggerId, keys)
  }

  /** Stores states by key; null deletes one. See saveStates of window-states.ts. */
  saveStates(
    triggerId: number,
    states: ReadonlyMap<string, WindowState | null>,
    maxStates: number,
  ): Promise<void> {
    return saveStates(this.#db, triggerId, states, maxStates, this.now)
  }

  /** Adds records. All their triggers must exist. Returns how many actions are due, without silenced ones. */
  async add({ hits, fires, notifications, runs }: NewRecords): Promise<number> {
    if (hits.length > 0) await addHits(this.#db, hits)
    if (fires.length > 0) {
      await addFires(this.#db, fires, this.now)
      this.#publish(
        'fires',
        fires.map(({ eventId }) => eventId),
      )
    }
    const hostLists = await readHostListIds(
      this.#db,
      [...notifications, ...runs].map(({ ownerHosts }) => ownerHosts),
    )
    if (notifications.length > 0) {
      await addNotifications(this.#db, notifications, hostLists, this.now)
      this.#publish('notifications')
    }
    return runs.length === 0 ? 0 : await addRuns(this.#db, runs, hostLists, this.now)
  }
}

/** Numbers that a batch adds to the counts of a trigger. */
interface TriggerHits {
  triggerId: number
  hits: number
  /** How often it fired: without a condition once for each hit. */
  fires: number
  /** Time of the last hit, microseconds; 0 without a hit. */
  last: number
}

/** Adds to the counts of these triggers, which exist. */
async function addHits(db: Database, added: readonly TriggerHits[]): Promise<void> {
  const rows = rowsOf(
    { trigger_id: 'bigint', hits: 'bigint', last: 'bigint', fires: 'bigint' },
    added.map(({ triggerId, hits, fires, last }) => ({ trigger_id: triggerId, hits, last, fires })),
  )
  const last = laterOf(sql.ref('trigger_counts.last_matched'), sql.ref('excluded.last_matched'))
  await sql`insert into trigger_counts (trigger_id, hits_count, last_matched, fires_count)
    select trigger_id, hits, last, fires from ${rows} as added where true
    on conflict (trigger_id) do update set
      hits_count = trigger_counts.hits_count + excluded.hits_count,
      fires_count = trigger_counts.fires_count + excluded.fires_count,
      last_matched = ${last}`.execute(db)
}

/** An event that fired a trigger with a condition. */
interface EventFire {
  triggerId: number
  eventId: number
  /** Microseconds. */
  eventAt: number
}

async function addFires(db: Database, fires: readonly EventFire[], now: number): Promise<void> {
  const rows = rowsOf(
    { trigger_id: 'bigint', event_id: 'bigint', event_at: 'bigint' },
    fires.map(({ triggerId, eventId, eventAt }) => ({
      trigger_id: triggerId,
      event_id: eventId,
      event_at: eventAt,
    })),
  )
  await sql`insert into trigger_fires (trigger_id, event_id, event_at, fired_at)
    select trigger_id, event_id, event_at, ${now} from ${rows} as added order by ordinal`.execute(db)
}

/** Which of these triggers are on now (Unix seconds), have a condition, and an owner who may use triggers. */
async function findInForce(db: Database, ids: readonly number[], now: number): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('triggers')
    .select(['id', 'owner_id', 'content'])
    .where('id', 'in', [...ids])
    .where('is_active', '=', 1)
    .execute()
  const mayUse = new Map<number, boolean>()
  for (const { id, owner_id, content } of rows) {
    const { condition, active_since: since, active_until: until } = fullContent(contentOf({ content }))
    if (condition === null || (since !== null && now < since) || (until !== null && now >= until)) continue
    const isAllowed =
      mayUse.get(owner_id) ?? (await getOwnerRights(db, owner_id))?.permissions.has('triggers') === true
    mayUse.set(owner_id, isAllowed)
    if (isAllowed) found.add(id)
  }
  return found
}
