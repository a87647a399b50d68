import { Repeater } from '../async/repeater.ts'
import type { Clock } from '../metadata/database/clock.ts'
import type { FiredTriggers } from '../metadata/triggers/fired-triggers.ts'
import type { Notifications } from '../metadata/triggers/notifications.ts'
import type { Silences } from '../metadata/triggers/silences.ts'
import type { Log } from '../telemetry/log.ts'

const intervalMs = 3_600_000
const dayMicros = 86_400_000_000

interface SweepDeps {
  notifications: Pick<Notifications, 'removeOld'>
  silences: Pick<Silences, 'removeOld'>
  firedTriggers: Pick<FiredTriggers, 'removeBefore'>
  /** Number of days for which events are kept. */
  eventDays: () => number
  clock: Clock
  log: Log
}

/**
 * Removes old notifications and silences, and the fired triggers of deleted events, now and every hour.
 * Returns a function that stops it.
 */
export function startAlertSweeper({
  notifications,
  silences,
  firedTriggers,
  eventDays,
  clock,
  log,
}: SweepDeps): () => Promise<void> {
  const sweeps = new Repeater(
    async () => {
      await notifications.removeOld()
      await silences.removeOld()
      // Retention deletes whole days, so events that are up to a day older may still be there.
      await firedTriggers.removeBefore(clock() - (eventDays() + 1) * dayMicros)
    },
    error => log.error({ room: 'alerts', err: error }, 'could not remove old notifications and silences'),
  )
  sweeps.start(intervalMs)
  void sweeps.run()
  return () => sweeps.close()
}
