import pLimit from 'p-limit'
import type { Notifications } from '../metadata/triggers/notifications.ts'
import type { Silences } from '../metadata/triggers/silences.ts'
import type { Log } from '../telemetry/log.ts'

const intervalMs = 3_600_000

interface SweepDeps {
  notifications: Pick<Notifications, 'removeOld'>
  silences: Pick<Silences, 'removeOld'>
  log: Log
}

/** Removes old notifications and silences, now and every hour. Returns the function that ends it. */
export function startAlertSweeper({ notifications, silences, log }: SweepDeps): () => Promise<void> {
  const queue = pLimit(1)
  const sweep = () =>
    queue(async () => {
      await notifications.removeOld()
      await silences.removeOld()
    }).catch(error =>
      log.error({ room: 'alerts', err: error }, 'could not remove old notifications and silences'),
    )
  const timer = setInterval(() => void sweep(), intervalMs)
  timer.unref()
  void sweep()
  return async () => {
    clearInterval(timer)
    await queue(async () => {})
  }
}
