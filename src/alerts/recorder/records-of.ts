import type { NewNotification } from '../../metadata/triggers/recording/notifications.ts'
import type { NewRun } from '../../metadata/triggers/recording/runs.ts'
import type { RecordedTrigger } from '../../metadata/triggers/recording/triggers.ts'
import type { RunKind } from '../../schema/action-run.ts'
import { actionPeriod } from '../actions/action-period.ts'
import type { Firing } from './firings.ts'

/** The id of a silence that holds back what a trigger does about this; undefined: there is none. */
export type FindSilence = (trigger: RecordedTrigger, firing: Firing) => number | undefined

/** Entries of notifications that one transaction adds of a trigger: one of them tells of further keys and hosts. */
const maxNotifications = 100

/** What a trigger does about its firings. `prefix`: of the idempotency keys, unique. */
export function recordsOf(
  trigger: RecordedTrigger,
  firings: readonly Firing[],
  prefix: string,
  findSilence: FindSilence,
): { notifications: NewNotification[]; runs: NewRun[] } {
  const notifications = new Map<string, NewNotification>()
  const runs = new Map<string, NewRun>()
  const addRun = (kind: RunKind, firing: Firing, silenceId: number | null): void => {
    // Each event gets its note; the last of them tells of what no sample shows.
    const canGrow = kind !== 'note'
    const slot =
      canGrow || silenceId !== null ? `${kind} ${silenceId ?? ''} ${firing.key}` : `note #${runs.size}`
    const same = runs.get(slot)
    if (same !== undefined) {
      same.matches += firing.count
      same.event = firing.event
      same.host = firing.host
      return
    }
    runs.set(slot, {
      triggerId: trigger.id,
      kind,
      key: firing.key,
      idempotencyKey: `${prefix}-${runs.size + 1}`,
      event: firing.event,
      host: firing.host,
      matches: firing.count,
      period: periodOf(kind, trigger),
      silenceId,
      canGrow,
    })
  }
  for (const firing of firings) {
    const silenceId = findSilence(trigger, firing) ?? null
    for (const kind of trigger.kinds) {
      // The status is that of the row.
      if (kind === 'status') continue
      if (kind === 'notification' && silenceId === null) notify(notifications, trigger.id, firing)
      // There is nothing that a note could be on.
      else if (kind !== 'note' || firing.event !== null) addRun(kind, firing, silenceId)
    }
  }
  return { notifications: [...notifications.values()], runs: [...runs.values()] }
}

function notify(
  notifications: Map<string, NewNotification>,
  triggerId: number,
  { key, host, event, count }: Firing,
): void {
  const slot = `${key.length} ${key}${host}`
  const isFull = notifications.size >= maxNotifications
  const same = notifications.get(slot) ?? (isFull ? notifications.values().next().value : undefined)
  if (same === undefined) notifications.set(slot, { triggerId, key, host, event, count })
  else Object.assign(same, { key, host, event, count: same.count + count })
}

function periodOf(kind: RunKind, { content }: RecordedTrigger): number {
  return kind === 'status' || kind === 'notification' || kind === 'escalation'
    ? 0
    : actionPeriod(kind, content)
}
