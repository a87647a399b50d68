import { Repeater } from '../async/repeater.ts'
import type { Clock } from '../metadata/database/clock.ts'
import type { FiredTriggers } from '../metadata/triggers/fired-triggers.ts'
import type { Notifications } from '../metadata/triggers/notifications.ts'
import type { Silences } from '../metadata/triggers/silences.ts'
import { ClockWatch, clockSettleMs, systemClocks } from '../telemetry/clock-watch.ts'
import type { Log } from '../telemetry/log.ts'

const intervalMs = 600_000
const dayMicros = 86_400_000_000

interface SweepDeps {
  notifications: Pick<Notifications, 'removeOld'>
  silences: Pick<Silences, 'removeOld'>
  firedTriggers: Pick<FiredTriggers, 'removeBefore'>
  /** Number of days for which events are kept. */
  eventDays: () => number
  clock: Clock
  /** Milliseconds of a monotonic clock; default: the system's. */
  monotonic?: () => number
  log: Log
}

/**
 * Removes old notifications and silences, and the fired triggers of deleted events, every ten minutes. Waits
 * for an hour after the start and after the clock was set. Returns a function that stops it.
 */
export function startAlertSweeper({
  notifications,
  silences,
  firedTriggers,
  eventDays,
  clock,
  monotonic = systemClocks.monotonic,
  log,
}: SweepDeps): () => Promise<void> {
  const watch = new ClockWatch({ wall: () => clock() / 1_000, monotonic })
  const sweeps = new Repeater(
    async () => {
      if (watch.check().steadyMs < clockSettleMs) return
      await notifications.removeOld()
      await silences.removeOld()
      // Retention deletes whole days, so events that are up to a day older may still be there.
      await firedTriggers.removeBefore(clock() - (eventDays() + 1) * dayMicros)
    },
    error =>
      log.error({ room: 'alerts', err: error }, 'could not remove old notifications, silences and firings'),
  )
  sweeps.start(intervalMs)
  return () => sweeps.close()
}
