import { sql } from 'kysely'
import { statuses } from '../../schema/event/event.ts'
import type { FiredByEvent, FiredTrigger } from '../../schema/event/event-record.ts'
import { actionFlags, type TriggerContent } from '../../schema/triggers/trigger.ts'
import type { Database } from '../database/tables.ts'
import { Repository } from '../repository/repository.ts'
import { fullContent } from './content.ts'
import { contentOf, type TriggerViewer } from './rows.ts'

/** The user who reads which triggers fired for an event. */
export interface FiredViewer extends TriggerViewer {
  /** Holds the permission `triggers`: sees the results of actions. */
  usesTriggers: boolean
}

/** The members of an event that decide which triggers fired for it. */
export interface FiringEvent {
  id: number
  host: string
  /** Unix seconds. */
  first_occurrence: number
  status: number
  trigger_ids: readonly number[]
}

type Action = FiredTrigger['actions'][number]

/** Events of one statement. */
const eventsPerRead = 500
/** Kinds of actions that wait in the queue. One action may cover several events. */
const queuedKinds = ['note', 'email', 'webhook', 'script', 'snmp', 'task'] as const
/** Shown for an action that covered the event together with a later one. */
const togetherText = 'Together with other events.'
/** An action created this long after an event, or later, does not cover the event. */
const maxCreationDelayMicros = 2 * 86_400_000_000

/** What triggers have done about events. The caller has checked that the viewer sees the events. */
export class TriggerResults extends Repository {
  /**
   * The triggers that fired for these events and the results of their actions, by id of the event, in the
   * order of `trigger_ids`. Other users' private triggers and deleted ones are left out.
   */
  async ofEvents(viewer: FiredViewer, events: readonly FiringEvent[]): Promise<FiredByEvent> {
    const firedByEvent = new Map<number, readonly FiredTrigger[]>()
    const firing = events.filter(({ trigger_ids }) => trigger_ids.length > 0)
    for (let start = 0; start < firing.length; start += eventsPerRead) {
      const part = firing.slice(start, start + eventsPerRead)
      const ids = part.map(({ id }) => id)
      const triggers = await readTriggers(this.db, viewer, new Set(part.flatMap(event => event.trigger_ids)))
      const fires = await readFires(this.db, ids)
      const actions = await readActions(this.db, ids)
      for (const event of part) {
        const list = event.trigger_ids.flatMap((id): FiredTrigger | [] => {
          const content = triggers.get(id)
          if (content === undefined) return []
          const key = `${event.id} ${id}`
          const done = [...statusOf(event, content), ...(actions.get(key) ?? [])]
          const fired_at = fires.get(key) ?? event.first_occurrence
          return { trigger: { id, name: content.name }, fired_at, actions: shownTo(viewer, done) }
        })
        firedByEvent.set(event.id, list)
      }
    }
    return firedByEvent
  }

  /** As `ofEvents`, for one event. Adds actions that covered the event together with a later event. */
  async ofEvent(viewer: FiredViewer, event: FiringEvent): Promise<readonly FiredTrigger[]> {
    const firedTriggers = (await this.ofEvents(viewer, [event])).get(event.id) ?? []
    const triggers = await readTriggers(this.db, viewer, new Set(event.trigger_ids))
    return Promise.all(
      firedTriggers.map(async fired => {
        const content = triggers.get(fired.trigger.id)
        // An action of a trigger with a condition covers only one event. With `group_by`, the group of this
        // event is unknown, so the action of its group cannot be found.
        if (content === undefined || content.condition !== null || content.group_by !== null) return fired
        const missingKinds = queuedKinds.filter(
          kind => content[actionFlags[kind]] && fired.actions.every(action => action.kind !== kind),
        )
        const lacksNotification =
          content.issue_notification && fired.actions.every(({ kind }) => kind !== 'notification')
        const laterActions = await Promise.all([
          lacksNotification ? readLaterNotification(this.db, event, fired.trigger.id) : undefined,
          ...missingKinds.map(kind => readLaterAction(this.db, viewer, event, fired.trigger.id, kind)),
        ])
        const found = laterActions.filter(action => action !== undefined)
        return { ...fired, actions: [...fired.actions, ...shownTo(viewer, found)] }
      }),
    )
  }
}

/** Actions as the viewer sees them: without their results, unless the viewer may use triggers. */
function shownTo({ usesTriggers }: FiredViewer, actions: readonly Action[]): Action[] {
  return actions.map(action => (usesTriggers ? action : { ...action, detail: '' }))
}

/** The contents of the given triggers that the viewer may read. */
async function readTriggers(
  db: Database,
  { userId, managesTriggers }: TriggerViewer,
  ids: ReadonlySet<number>,
): Promise<Map<number, TriggerContent>> {
  let rows = db
    .selectFrom('triggers')
    .select(['id', 'content'])
    .where('id', 'in', [...ids])
  if (!managesTriggers)
    rows = rows.where(eb => eb.or([eb('owner_id', '=', userId), eb('is_private', '=', 0)]))
  const found = await rows.execute()
  return new Map(found.map(row => [row.id, fullContent(contentOf(row))]))
}

/** When triggers with a condition first fired, Unix seconds, keyed by `<event id> <trigger id>`. */
async function readFires(db: Database, eventIds: readonly number[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('trigger_fires')
    .select(['event_id', 'trigger_id'])
    .select(sql<number>`min(fired_at)`.as('at'))
    .where('event_id', 'in', [...eventIds])
    .groupBy(['event_id', 'trigger_id'])
    .execute()
  return new Map(rows.map(row => [`${row.event_id} ${row.trigger_id}`, row.at / 1_000_000]))
}

/** Notifications, then queued actions, in the order of recording, keyed by `<event id> <trigger id>`. */
async function readActions(db: Database, eventIds: readonly number[]): Promise<Map<string, Action[]>> {
  const notified = await db
    .selectFrom('notification_events')
    .innerJoin('notification_groups as notified', 'notified.id', 'notification_events.group_id')
    .select(['notification_events.event_id', 'notified.trigger_id', 'notification_events.is_read'])
    .where('notification_events.event_id', 'in', [...eventIds])
    .orderBy('notification_events.id')
    .execute()
  const runs = await runRows(db)
    .where('event_id', 'in', [...eventIds])
    .orderBy('id')
    .execute()
  const found = new Map<string, Action[]>()
  const add = (event: number | null, trigger: number | null, action: Action) => {
    const key = `${event} ${trigger}`
    const actions = found.get(key)
    if (actions === undefined) found.set(key, [action])
    else actions.push(action)
  }
  for (const { event_id, trigger_id, is_read } of notified) {
    add(event_id, trigger_id, { kind: 'notification', status: 'done', detail: readText(is_read) })
  }
  for (const run of runs) add(run.event_id, run.trigger_id, presentRun(run))
  return found
}

/** The notification that covers an event together with later events of its host. */
async function readLaterNotification(
  db: Database,
  { id, host }: FiringEvent,
  triggerId: number,
): Promise<Action | undefined> {
  const entry = await db
    .selectFrom('notification_events')
    .innerJoin('notification_groups as notified', 'notified.id', 'notification_events.group_id')
    .select('notification_events.is_read')
    .where('notified.trigger_id', '=', triggerId)
    .where('notification_events.host', '=', host)
    .where('notification_events.event_id', '>', id)
    .where('notification_events.count', '>', 1)
    .orderBy('notification_events.event_id')
    .limit(1)
    .executeTakeFirst()
  if (entry === undefined) return undefined
  return { kind: 'notification', status: 'done', detail: `${togetherText} ${readText(entry.is_read)}` }
}

/**
 * The action that covered an event together with later events: the first one whose newest event is later. Its
 * result may quote its newest event, so it is hidden from viewers who may not see that event's host.
 */
async function readLaterAction(
  db: Database,
  { seesHost }: TriggerViewer,
  event: FiringEvent,
  triggerId: number,
  kind: string,
): Promise<Action | undefined> {
  const run = await runRows(db)
    .select('host')
    .where('trigger_id', '=', triggerId)
    .where('kind', '=', kind)
    .where('event_id', '>', event.id)
    .where('matches', '>', 1)
    .where('created_at', '<', Math.round(event.first_occurrence * 1_000_000) + maxCreationDelayMicros)
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst()
  if (run === undefined) return undefined
  const { detail, ...action } = presentRun(run)
  const isShown = seesHost === undefined || seesHost(run.host)
  return { ...action, detail: isShown ? `${togetherText} ${detail}`.trim() : togetherText }
}

function readText(isRead: 0 | 1): string {
  return isRead === 1 ? 'Read' : 'Not read yet'
}

function runRows(db: Database) {
  return db
    .selectFrom('action_runs')
    .select(['event_id', 'trigger_id', 'kind', 'status', 'result', 'error_detail', 'silence_id'])
}

type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['executeTakeFirstOrThrow']>>

function presentRun({ kind, status, result, error_detail, silence_id }: RunRow): Action {
  const silenceDetail = silence_id === null ? 'Held back by a silence' : `Held back by silence ${silence_id}`
  return { kind, status, detail: status === 'suppressed' ? silenceDetail : (error_detail ?? result ?? '') }
}

/** The status that the trigger gave the event, unless the event has another status by now. */
function statusOf({ status }: FiringEvent, content: TriggerContent): Action[] {
  if (!content.mark_known || content.condition !== null) return []
  const name = content.mark_actionable ? 'ACTIONABLE' : 'NON_ACTIONABLE'
  return statuses[status] === name ? [{ kind: 'status', status: 'done', detail: name }] : []
}
