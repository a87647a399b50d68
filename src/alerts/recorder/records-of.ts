import type { NewNotification } from '../../metadata/triggers/recording/notifications.ts'
import type { NewRun } from '../../metadata/triggers/recording/runs.ts'
import type { RecordedTrigger } from '../../metadata/triggers/recording/triggers.ts'
import type { RunKind } from '../../schema/triggers/action-run.ts'
import { actionPeriod } from '../actions/action-period.ts'
import type { Firing } from './firings.ts'

/** The id of a silence that suppresses this firing; undefined: there is none. */
export type FindSilence = (trigger: RecordedTrigger, firing: Firing) => number | undefined

/**
 * Maximum notification entries of a trigger per transaction; the newest are kept. In a storm they cost more
 * than anything else here.
 */
const maxEntries = 200

/**
 * The records of a trigger's firings: notifications and actions. `prefix` starts their idempotency keys and
 * is unique.
 */
export function recordsOf(
  trigger: RecordedTrigger,
  firings: readonly Firing[],
  prefix: string,
  findSilence: FindSilence,
): { notifications: NewNotification[]; runs: NewRun[] } {
  const notifications = new Map<string, NewNotification>()
  const runs = new Map<string, NewRun>()
  const addRun = (kind: RunKind, firing: Firing, silenceId: number | null): void => {
    const canGrow = kind !== 'note'
    const slot =
      canGrow || silenceId !== null ? `${kind} ${silenceId ?? ''} ${firing.key}` : `note #${runs.size}`
    const same = runs.get(slot)
    if (same !== undefined) {
      same.matches += firing.count
      same.event = firing.event
      same.host = hostOf(firing)
      return
    }
    runs.set(slot, {
      triggerId: trigger.id,
      kind,
      key: firing.key,
      idempotencyKey: `${prefix}-${runs.size + 1}`,
      event: firing.event,
      host: hostOf(firing),
      ownerHosts: firing.ownerHosts,
      matches: firing.count,
      period: periodOf(kind, trigger),
      silenceId,
      canGrow,
    })
  }
  for (const firing of firings) {
    const silenceId = findSilence(trigger, firing) ?? null
    for (const kind of trigger.kinds) {
      // The status is part of the row already.
      if (kind === 'status') continue
      if (kind === 'notification' && silenceId === null) notify(notifications, trigger.id, firing)
      else if (kind !== 'note' || firing.isNoted) addRun(kind, firing, silenceId)
    }
  }
  return { notifications: boundEntries([...notifications.values()]), runs: [...runs.values()] }
}

function notify(
  notifications: Map<string, NewNotification>,
  triggerId: number,
  { key, host, ownerHosts, isOfHost, event, count }: Firing,
): void {
  const slot = host === null ? '' : `${key.length} ${key}${host}`
  const previousCount = notifications.get(slot)?.count ?? 0
  // Re-inserts the slot at the end: it is the newest.
  notifications.delete(slot)
  notifications.set(slot, { triggerId, key, host, ownerHosts, isOfHost, event, count: previousCount + count })
}

/** Keeps the newest entries. Older ones are only counted. */
function boundEntries(notifications: NewNotification[]): NewNotification[] {
  const excess = Math.max(0, notifications.length - maxEntries)
  return notifications.map((one, at) => (at < excess ? { ...one, host: null } : one))
}

/** The host of the event: only people who may see it see the action in the history. */
function hostOf({ host, event }: Firing): string {
  return host ?? event?.host ?? ''
}

function periodOf(kind: RunKind, { content }: RecordedTrigger): number {
  return kind === 'status' || kind === 'notification' || kind === 'escalation'
    ? 0
    : actionPeriod(kind, content)
}
