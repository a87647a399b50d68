// Adds the actions of recorded matches to the queue (table `action_runs`).

import { sql } from 'kysely'
import type { StoredEvent } from '../../../schema/event/event.ts'
import type { RunKind } from '../../../schema/triggers/action-run.ts'
import { joinEach, laterOf, rowsOf } from '../../database/sql-forms.ts'
import type { Database } from '../../database/tables.ts'
import type { HostListIds } from '../host-lists.ts'

/**
 * Maximum untried runs of one kind of a trigger. Beyond it, one more run, the overflow run with the key '',
 * covers all further keys.
 */
const maxUntried = 1_000
/** How long further matches are added to a run that a silence holds back. */
const suppressedMicros = 60_000_000

/** An action to do, or an action that a silence holds back. */
export interface NewRun {
  triggerId: number
  kind: RunKind
  key: string
  /** Unique, for all time. */
  idempotencyKey: string
  /** The newest event; null: no single event fired the trigger. */
  event: StoredEvent | null
  host: string
  /** As in `NewNotification`; equal for all runs of a trigger that are added together. */
  ownerHosts?: readonly string[] | null
  matches: number
  /** Minimum time between the beginning of the last run of this kind and key, and this one. */
  periodSeconds: number
  silenceId: number | null
  /** Whether its matches may be added to an untried run of the same kind and key. */
  canGrow: boolean
}

/** Runs to which matches may be added: never claimed, so that no receiver knows their idempotency key. */
const isUntried = sql`runs.status = 'pending' and runs.tries = 0 and runs.runner is null and runs.retries_from is null`

/**
 * Adds actions of existing triggers, so that a storm of matches makes few rows. An action that may grow adds
 * its matches and its event, which is newer, to the run in its slot (`slotOf`): a stored run that is untried,
 * or an earlier one of `added`. All others become new runs. Returns how many of the given actions no silence
 * holds back.
 */
export async function addRuns(
  db: Database,
  added: readonly NewRun[],
  hostLists: HostListIds,
  now: number,
): Promise<number> {
  const untriedCounts = await countUntried(db, added)
  const overflowRuns = added.filter(run => untriedCounts.has(triggerKindOf(run))).map(overflowRunOf)
  const growingIds = await findGrowing(db, [...added, ...overflowRuns], now)
  const newRuns = new Map<string, NewRun>()
  const grownRuns = new Map<number, NewRun>()
  /** Adds the matches to the new or stored run of the same slot. False: the slot has no run yet. */
  const merge = (run: NewRun): boolean => {
    const slot = slotOf(run)
    const id = growingIds.get(slot)
    const merged = id === undefined ? newRuns.get(slot) : grownRuns.get(id)
    if (merged !== undefined) {
      merged.matches += run.matches
      merged.event = run.event
      merged.host = run.host
      return true
    }
    if (id === undefined) return false
    grownRuns.set(id, { ...run })
    return true
  }
  for (const run of added) {
    // All runs that a silence holds back may grow: nothing is sent for them.
    const isMergeable = run.canGrow || run.silenceId !== null
    if (isMergeable && merge(run)) continue
    const triggerKind = triggerKindOf(run)
    const untried = run.silenceId === null ? untriedCounts.get(triggerKind) : undefined
    if (untried !== undefined && untried >= maxUntried) {
      const overflowRun = overflowRunOf(run)
      const slot = slotOf(overflowRun)
      // A run that cannot grow may have the key '' too, so `growingIds` may contain one of these. The newest
      // stored run with the key '' is the overflow run only if there are more than `maxUntried`.
      if (!run.canGrow && untried === maxUntried) growingIds.delete(slot)
      if (!merge(overflowRun)) newRuns.set(slot, overflowRun)
      continue
    }
    if (untried !== undefined) untriedCounts.set(triggerKind, untried + 1)
    // A run that cannot grow gets a slot of its own, so that nothing is merged into it.
    newRuns.set(isMergeable ? slotOf(run) : `# ${newRuns.size}`, { ...run })
  }
  await growRuns(db, grownRuns, hostLists)
  for (const run of newRuns.values()) await insertRun(db, run, hostLists, now)
  await countSuppressed(db, newRuns.values())
  return added.filter(({ silenceId }) => silenceId === null).length
}

/** The run for all keys beyond `maxUntried`. */
function overflowRunOf(run: NewRun): NewRun {
  return { ...run, key: '', canGrow: true }
}

/** The slot of a run: runs of the same trigger, kind, silence and key are merged if they may grow. */
const slotOf = ({ triggerId, kind, key, silenceId }: NewRun): string =>
  `${triggerId} ${kind} ${silenceId ?? ''} ${key}`
const triggerKindOf = ({ triggerId, kind }: NewRun): string => `${triggerId} ${kind}`

/** Ids of stored runs that may grow, by slot. */
async function findGrowing(
  db: Database,
  added: readonly NewRun[],
  now: number,
): Promise<Map<string, number>> {
  const runRows = rowsOf(
    { trigger_id: 'bigint', kind: 'text', key: 'text', silence_id: 'bigint', slot: 'text' },
    added.map(run => ({
      trigger_id: run.triggerId,
      kind: run.kind,
      key: run.key,
      silence_id: run.silenceId,
      slot: slotOf(run),
    })),
  )
  const isSame = sql`runs.trigger_id = wanted.trigger_id and runs.kind = wanted.kind and runs.key = wanted.key`
  const { rows } = await sql<{ slot: string; id: number }>`
    select wanted.slot, max(runs.id) as id
    from ${runRows} as wanted ${joinEach} action_runs as runs on ${isSame}
    where wanted.silence_id is null and ${isUntried}
    group by wanted.slot
    union all
    select wanted.slot, max(runs.id) as id
    from ${runRows} as wanted ${joinEach} action_runs as runs on ${isSame}
      and runs.silence_id = wanted.silence_id
    where runs.status = 'suppressed' and runs.created_at > ${now - suppressedMicros}
    group by wanted.slot`.execute(db)
  return new Map(rows.map(({ slot, id }) => [slot, id]))
}

/**
 * Counts untried runs by `triggerKindOf`. Counts only for added runs that `maxUntried` limits: runs with a
 * key, and runs that cannot grow.
 */
async function countUntried(db: Database, added: readonly NewRun[]): Promise<Map<string, number>> {
  const limited = added.filter(
    ({ key, canGrow, silenceId }) => silenceId === null && (key !== '' || !canGrow),
  )
  const counts = new Map(limited.map(run => [triggerKindOf(run), 0]))
  if (counts.size === 0) return counts
  const wantedRows = rowsOf(
    { trigger_id: 'bigint', kind: 'text', trigger_kind: 'text' },
    Array.from(counts.keys(), triggerKind => {
      const [triggerId, kind = ''] = triggerKind.split(' ')
      return { trigger_id: Number(triggerId), kind, trigger_kind: triggerKind }
    }),
  )
  const { rows } = await sql<{ trigger_kind: string; count: number }>`
    select wanted.trigger_kind, count(*) as count
    from ${wantedRows} as wanted ${joinEach} action_runs as runs
      on runs.trigger_id = wanted.trigger_id and runs.kind = wanted.kind
    where ${isUntried} group by wanted.trigger_kind`.execute(db)
  for (const { trigger_kind, count } of rows) counts.set(trigger_kind, count)
  return counts
}

/**
 * Adds matches to runs, by id. If the owner of the trigger saw other hosts when the run was created, the
 * hosts of the run become unknown.
 */
async function growRuns(
  db: Database,
  grown: ReadonlyMap<number, NewRun>,
  hostLists: HostListIds,
): Promise<void> {
  if (grown.size === 0) return
  const rows = rowsOf(
    {
      id: 'bigint',
      matches: 'bigint',
      event_id: 'bigint',
      event: 'text',
      host: 'text',
      owner_hosts_id: 'bigint',
    },
    Array.from(grown, ([id, { matches, event, host, ownerHosts }]) => ({
      id,
      matches,
      event_id: event?.id ?? null,
      event: JSON.stringify(event),
      host,
      owner_hosts_id: hostLists.idOf(ownerHosts),
    })),
  )
  await sql`update action_runs set
      matches = action_runs.matches + added.matches, event_id = added.event_id, event = added.event, host = added.host,
      owner_hosts_id = case when action_runs.owner_hosts_id = added.owner_hosts_id then added.owner_hosts_id end
    from ${rows} as added where action_runs.id = added.id`.execute(db)
}

/**
 * Inserts a run. If its silence was deleted meanwhile, the run has none. If the last run began after `now`,
 * the clock has been set back since, so the run does not wait for its period.
 */
async function insertRun(db: Database, run: NewRun, hostLists: HostListIds, now: number): Promise<void> {
  const { triggerId, kind, key, event, silenceId } = run
  const isSuppressed = silenceId !== null
  const dueAt = laterOf(now, sql`coalesce(times.last_at + ${run.periodSeconds * 1_000_000}, 0)`)
  await sql`insert into action_runs
      (trigger_id, trigger_name, owner_id, is_private, kind, status, key, idempotency_key, event_id, host,
       owner_hosts_id, event, matches, tries, created_at, due_at, finished_at, silence_id)
    select triggers.id, triggers.name, triggers.owner_id, triggers.is_private, ${kind},
      ${isSuppressed ? 'suppressed' : 'pending'}, ${key}, ${run.idempotencyKey}, ${event?.id ?? null}, ${run.host},
      ${hostLists.idOf(run.ownerHosts)}, ${JSON.stringify(event)}, ${run.matches}, 0, ${now}, ${isSuppressed ? null : dueAt}, ${isSuppressed ? now : null},
      (select id from silences where id = ${silenceId})
    from triggers left join action_times as times
      on times.trigger_id = triggers.id and times.kind = ${kind} and times.key = ${key} and times.last_at <= ${now}
    where triggers.id = ${triggerId}`.execute(db)
}

/** Counts the new runs in the silences that hold them back. */
async function countSuppressed(db: Database, newRuns: Iterable<NewRun>): Promise<void> {
  const counts = new Map<number, number>()
  for (const { silenceId } of newRuns)
    if (silenceId !== null) counts.set(silenceId, (counts.get(silenceId) ?? 0) + 1)
  for (const [id, count] of counts) {
    await sql`update silences set suppressed_count = suppressed_count + ${count} where id = ${id}`.execute(db)
  }
}
