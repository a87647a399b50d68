import type { NewNotification } from '../../metadata/triggers/recording/notifications.ts'
import type { NewRun } from '../../metadata/triggers/recording/runs.ts'
import type { RecordedTrigger } from '../../metadata/triggers/recording/triggers.ts'
import type { RunKind } from '../../schema/triggers/action-run.ts'
import { actionPeriodSeconds } from '../actions/action-period.ts'
import type { Firing } from './firings.ts'

/** Returns the id of a silence that suppresses this firing; undefined if no silence does. */
export type FindSilence = (trigger: RecordedTrigger, firing: Firing) => number | undefined

/**
 * Maximum notification entries of a trigger per transaction; the newest are kept. In a storm, entries cost
 * more than everything else that is recorded.
 */
const maxEntries = 200

/**
 * The records of a trigger's firings: notifications and actions. `prefix` is unique, and starts the
 * idempotency keys of the actions.
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
    // Firings with the same slot share one run. Each note is a run of its own, unless it is suppressed.
    const isShared = canGrow || silenceId !== null
    const slot = isShared ? `${kind} ${silenceId ?? ''} ${firing.key}` : `note #${runs.size}`
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
      periodSeconds: periodOf(kind, trigger),
      silenceId,
      canGrow,
    })
  }
  for (const firing of firings) {
    const silenceId = findSilence(trigger, firing) ?? null
    for (const kind of trigger.kinds) {
      // Ingest has set the status in the row already.
      if (kind === 'status') continue
      // A suppressed notification becomes a run instead, which names its silence.
      if (kind === 'notification' && silenceId === null) notify(notifications, trigger.id, firing)
      else if (kind !== 'note' || firing.isNoted) addRun(kind, firing, silenceId)
    }
  }
  return { notifications: boundEntries([...notifications.values()]), runs: [...runs.values()] }
}

/** Adds a firing to the notification entry of its key and host. */
function notify(
  notifications: Map<string, NewNotification>,
  triggerId: number,
  { key, host, ownerHosts, isOfHost, event, count }: Firing,
): void {
  // Matches of several hosts are only counted, so all of them share one entry.
  const slot = host === null ? '' : `${key.length} ${key}${host}`
  const previousCount = notifications.get(slot)?.count ?? 0
  // Re-inserts the slot at the end, since it now has the newest matches.
  notifications.delete(slot)
  notifications.set(slot, { triggerId, key, host, ownerHosts, isOfHost, event, count: previousCount + count })
}

/** Keeps the newest entries. Older ones lose their host: they are only counted (NewNotification). */
function boundEntries(notifications: NewNotification[]): NewNotification[] {
  const excess = Math.max(0, notifications.length - maxEntries)
  return notifications.map((entry, at) => (at < excess ? { ...entry, host: null } : entry))
}

/** The host of the event. Only readers who may see this host see the action in the history. */
function hostOf({ host, event }: Firing): string {
  return host ?? event?.host ?? ''
}

/** Minimum seconds between two actions, see `actionPeriodSeconds`; 0 for kinds without a limit. */
function periodOf(kind: RunKind, { content }: RecordedTrigger): number {
  if (kind === 'status' || kind === 'notification' || kind === 'escalation') return 0
  return actionPeriodSeconds(kind, content)
}
