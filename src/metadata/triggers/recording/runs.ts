import { sql } from 'kysely'
import type { StoredEvent } from '../../../schema/event/event.ts'
import type { RunKind } from '../../../schema/triggers/action-run.ts'
import { joinEach, laterOf, rowsOf } from '../../database/sql-forms.ts'
import type { Database } from '../../database/tables.ts'
import type { HostListIds } from '../host-lists.ts'

/**
 * Untried runs of one kind of a trigger. Beyond them one more run covers all further keys; its own key is ''.
 */
const maxUntried = 1_000
/** A run that a silence held back grows for this long. */
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
  /** As of a `NewNotification`; equal for all runs of a trigger that are added together. */
  ownerHosts?: readonly string[] | null
  matches: number
  /** Seconds since the last run of this kind and key was begun. */
  period: number
  silenceId: number | null
  /** Whether an untried run of the same kind and key may cover it too. */
  canGrow: boolean
}

/** The runs that still grow: they were never claimed, so that no receiver knows their idempotency key. */
const isUntried = sql`runs.status = 'pending' and runs.tries = 0 and runs.runner is null and runs.retries_from is null`

/**
 * Adds actions of existing triggers. An untried action of the same trigger, kind and key that waits for its
 * turn covers the new matches too, with the newest event: a storm makes few rows. Returns how many there are
 * to do now, new ones and grown ones.
 */
export async function addRuns(
  db: Database,
  added: readonly NewRun[],
  hostLists: HostListIds,
  now: number,
): Promise<number> {
  const crowds = await countCrowds(db, added)
  const rests = added.filter(run => crowds.has(placeOf(run))).map(restOf)
  const waiting = await findGrowing(db, [...added, ...rests], now)
  const fresh = new Map<string, NewRun>()
  const grown = new Map<number, NewRun>()
  /** Adds to the run of the same slot, if there is one that grows. */
  const merge = (run: NewRun): boolean => {
    const id = waiting.get(slotOf(run))
    const same = id === undefined ? fresh.get(slotOf(run)) : grown.get(id)
    if (same !== undefined)
      Object.assign(same, { matches: same.matches + run.matches, event: run.event, host: run.host })
    else if (id !== undefined) grown.set(id, { ...run })
    return same !== undefined || id !== undefined
  }
  for (const run of added) {
    const canGrow = run.canGrow || run.silenceId !== null
    if (canGrow && merge(run)) continue
    const place = placeOf(run)
    const untried = run.silenceId === null ? crowds.get(place) : undefined
    if (untried !== undefined && untried >= maxUntried) {
      const rest = restOf(run)
      if (!merge(rest)) fresh.set(slotOf(rest), rest)
      continue
    }
    if (untried !== undefined) crowds.set(place, untried + 1)
    fresh.set(canGrow ? slotOf(run) : `# ${fresh.size}`, { ...run })
  }
  await grow(db, grown, hostLists)
  for (const run of fresh.values()) await insert(db, run, hostLists, now)
  await countSuppressed(db, fresh.values())
  return added.filter(({ silenceId }) => silenceId === null).length
}

/** The run of all keys beyond `maxUntried`. */
function restOf(run: NewRun): NewRun {
  return { ...run, key: '', canGrow: true }
}

/** Runs of one slot grow together. */
const slotOf = ({ triggerId, kind, key, silenceId }: NewRun): string =>
  `${triggerId} ${kind} ${silenceId ?? ''} ${key}`
const placeOf = ({ triggerId, kind }: NewRun): string => `${triggerId} ${kind}`

/** Ids of runs that may grow, by slot. */
async function findGrowing(
  db: Database,
  added: readonly NewRun[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
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
  const ofPlace = sql`runs.trigger_id = wanted.trigger_id and runs.kind = wanted.kind and runs.key = wanted.key`
  const { rows } = await sql<{ slot: string; id: number }>`
    select wanted.slot, max(runs.id) as id
    from ${runRows} as wanted ${joinEach} action_runs as runs on ${ofPlace}
    where wanted.silence_id is null and ${isUntried}
    group by wanted.slot
    union all
    select wanted.slot, max(runs.id) as id
    from ${runRows} as wanted ${joinEach} action_runs as runs on ${ofPlace}
      and runs.silence_id = wanted.silence_id
    where runs.status = 'suppressed' and runs.created_at > ${now - suppressedMicros}
    group by wanted.slot`.execute(db)
  return new Map(rows.map(({ slot, id }) => [slot, id]))
}

/** How many untried runs there are of each trigger and kind that may have many. */
async function countCrowds(db: Database, added: readonly NewRun[]): Promise<Map<string, number>> {
  const many = added.filter(({ key, canGrow, silenceId }) => silenceId === null && (key !== '' || !canGrow))
  const crowds = new Map(many.map(run => [placeOf(run), 0]))
  if (crowds.size === 0) return crowds
  const crowdRows = rowsOf(
    { trigger_id: 'bigint', kind: 'text', place: 'text' },
    Array.from(crowds.keys(), place => {
      const [triggerId, kind = ''] = place.split(' ')
      return { trigger_id: Number(triggerId), kind, place }
    }),
  )
  const { rows } = await sql<{ place: string; count: number }>`
    select wanted.place, count(*) as count
    from ${crowdRows} as wanted ${joinEach} action_runs as runs
      on runs.trigger_id = wanted.trigger_id and runs.kind = wanted.kind
    where ${isUntried} group by wanted.place`.execute(db)
  for (const { place, count } of rows) crowds.set(place, count)
  return crowds
}

/** By id. Matches found under different rights of the owner have unknown hosts. */
async function grow(db: Database, grown: ReadonlyMap<number, NewRun>, hostLists: HostListIds): Promise<void> {
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
 * A silence that is deleted at this moment is not named. A run that was begun later than now was begun by a
 * clock that was set back since: its period does not count.
 */
async function insert(db: Database, run: NewRun, hostLists: HostListIds, now: number): Promise<void> {
  const { triggerId, kind, key, event, silenceId } = run
  const isSuppressed = silenceId !== null
  const dueAt = laterOf(now, sql`coalesce(times.last_at + ${run.period * 1_000_000}, 0)`)
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

async function countSuppressed(db: Database, fresh: Iterable<NewRun>): Promise<void> {
  const counts = new Map<number, number>()
  for (const { silenceId } of fresh)
    if (silenceId !== null) counts.set(silenceId, (counts.get(silenceId) ?? 0) + 1)
  for (const [id, count] of counts) {
    await sql`update silences set suppressed_count = suppressed_count + ${count} where id = ${id}`.execute(db)
  }
}
