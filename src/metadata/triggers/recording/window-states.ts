// Reads, saves and deletes the states of conditions over many events (table `window_states`).

import { sql } from 'kysely'
import { isOneOf, joinEach, rowsOf } from '../../database/sql-forms.ts'
import type { Database } from '../../database/tables.ts'

/** State of a condition for one key of its trigger. */
export interface WindowState {
  /** JSON. */
  state: string
  /** When the state must be evaluated, Unix seconds; null: not before the next match. */
  due: number | null
}

/** A state that is due. */
export interface DueState extends WindowState {
  triggerId: number
  key: string
}

/** The existing states of these keys of a trigger. */
export async function loadStates(
  db: Database,
  triggerId: number,
  keys: Iterable<string>,
): Promise<Map<string, WindowState>> {
  const keyRows = rowsOf(
    { key: 'text' },
    Array.from(keys, key => ({ key })),
  )
  const { rows } = await sql<{ key: string; state: string; due_at: number | null }>`
    select states.key, states.state, states.due_at from ${keyRows} as wanted
    ${joinEach} window_states as states on states.trigger_id = ${triggerId} and states.key = wanted.key`.execute(
    db,
  )
  return new Map(rows.map(({ key, state, due_at }) => [key, { state, due: secondsOf(due_at) }]))
}

/**
 * Saves states of an existing trigger; null deletes a state. Beyond `maxStates` the states that were saved
 * longest ago are deleted. `now`: microseconds.
 */
export async function saveStates(
  db: Database,
  triggerId: number,
  states: ReadonlyMap<string, WindowState | null>,
  maxStates: number,
  now: number,
): Promise<void> {
  const saved: { key: string; state: string; due_at: number | null }[] = []
  const deleted: string[] = []
  for (const [key, state] of states) {
    if (state === null) deleted.push(key)
    else
      saved.push({
        key,
        state: state.state,
        due_at: state.due === null ? null : Math.round(state.due * 1_000_000),
      })
  }
  if (deleted.length > 0) {
    await sql`delete from window_states where trigger_id = ${triggerId}
      and ${isOneOf(sql.ref('key'), deleted)}`.execute(db)
  }
  if (saved.length === 0) return
  const rows = rowsOf({ key: 'text', state: 'text', due_at: 'bigint' }, saved)
  // Without `where true`, SQLite would read `on conflict` as a join condition.
  await sql`insert into window_states (trigger_id, key, state, due_at, updated_at)
    select ${triggerId}, key, state, due_at, ${now} from ${rows} as saved where true
    on conflict (trigger_id, key) do update set
      state = excluded.state, due_at = excluded.due_at, updated_at = excluded.updated_at`.execute(db)
  // SQLite takes no `offset` without a `limit`.
  await sql`delete from window_states where trigger_id = ${triggerId} and key in (
    select key from window_states where trigger_id = ${triggerId} order by updated_at desc, key
    limit ${sql.lit(Number.MAX_SAFE_INTEGER)} offset ${maxStates}
  )`.execute(db)
}

/** States that are due, the longest due first: of one trigger, or of all triggers but `except`. */
export async function dueStates(
  db: Database,
  nowSeconds: number,
  limit: number,
  triggers: { except: readonly number[] } | { only: number },
): Promise<DueState[]> {
  const rows = await db
    .selectFrom('window_states')
    .select(['trigger_id', 'key', 'state', 'due_at'])
    .where('due_at', '<=', Math.floor(nowSeconds * 1_000_000))
    .where(eb =>
      'only' in triggers
        ? eb('trigger_id', '=', triggers.only)
        : eb.not(isOneOf(sql.ref('trigger_id'), triggers.except)),
    )
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ trigger_id, due_at, ...state }) => ({
    ...state,
    triggerId: trigger_id,
    due: secondsOf(due_at),
  }))
}

/** When the next state is due, Unix seconds; undefined: no state is ever due. Skips the triggers `except`. */
export async function nextDue(db: Database, except: readonly number[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('window_states')
    .select('due_at')
    .where('due_at', 'is not', null)
    .where(eb => eb.not(isOneOf(sql.ref('trigger_id'), except)))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return secondsOf(row?.due_at ?? null) ?? undefined
}

/** Deletes all states of these triggers. */
export async function deleteStates(db: Database, triggerIds: readonly number[]): Promise<void> {
  if (triggerIds.length === 0) return
  await db
    .deleteFrom('window_states')
    .where('trigger_id', 'in', [...triggerIds])
    .execute()
}

/** Deletes the states of a trigger that were saved before its last change. */
export async function deleteOutdatedStates(db: Database, triggerId: number): Promise<void> {
  await db
    .deleteFrom('window_states')
    .where('trigger_id', '=', triggerId)
    .where('updated_at', '<', eb =>
      eb.selectFrom('triggers').select('updated_at').where('id', '=', triggerId),
    )
    .execute()
}

function secondsOf(micros: number | null): number | null {
  return micros === null ? null : micros / 1_000_000
}
