import { Repeater } from '../../async/repeater.ts'
import type { Log } from '../../telemetry/log.ts'
import type { OpenedDatabase } from '../database/opened-database.ts'
import type { ChangeFeed } from './change-feed.ts'

/** Changes without a notification are noticed after this time. */
const intervalMs = 1_000

/**
 * Reads the changes of other processes when the database notifies, and each second. The connection for
 * notifications is opened after the first second, so that short commands need none. Returns the function that
 * stops reading.
 */
export function followFeed(
  feed: Pick<ChangeFeed, 'catchUp'>,
  { openListener }: Pick<OpenedDatabase, 'openListener'>,
  log: Log,
): () => Promise<void> {
  if (openListener === undefined) return async () => {}
  const listener = openListener(() => void reads.run())
  const reads = new Repeater(
    async () => {
      listener.ensure()
      await feed.catchUp()
    },
    error => log.warn({ err: error }, 'changes of other nodes were not read'),
  )
  reads.start(intervalMs)
  return async () => {
    const idle = reads.close()
    await listener.close()
    await idle
  }
}
