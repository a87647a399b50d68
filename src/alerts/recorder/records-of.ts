import type { NewNotification } from '../../metadata/triggers/recording/notifications.ts'
import type { NewRun } from '../../metadata/triggers/recording/runs.ts'
import type { RecordedTrigger } from '../../metadata/triggers/recording/triggers.ts'
import type { RunKind } from '../../schema/action-run.ts'
import { actionPeriod } from '../actions/action-period.ts'
import type { Firing } from './firings.ts'

/** The id of a silence that holds back what a trigger does about this; undefined: there is none. */
export type FindSilence = (trigger: RecordedTrigger, firing: Firing) => number | undefined

/** Entries of notifications that one transaction adds of a trigger: the newest. In a storm they cost more than anything else here. */
const maxEntries = 200

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
      // The status is that of the row.
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
  const before = notifications.get(slot)?.count ?? 0
  // Behind all others: it is the newest.
  notifications.delete(slot)
  notifications.set(slot, { triggerId, key, host, ownerHosts, isOfHost, event, count: before + count })
}

/** Older ones are counted, and make no entry. */
function boundEntries(notifications: NewNotification[]): NewNotification[] {
  const excess = Math.max(0, notifications.length - maxEntries)
  return notifications.map((one, at) => (at < excess ? { ...one, host: null } : one))
}

/** The history shows an action to those who see the host of its event. */
function hostOf({ host, event }: Firing): string {
  return host ?? event?.host ?? ''
}

function periodOf(kind: RunKind, { content }: RecordedTrigger): number {
  return kind === 'status' || kind === 'notification' || kind === 'escalation'
    ? 0
    : actionPeriod(kind, content)
}
