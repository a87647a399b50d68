import { createDemoDashboard } from '../../cli/demo/dashboard.ts'
import { feedDemo } from '../../cli/demo/feed.ts'
import type { Metadata } from '../../metadata/open.ts'
import type { StartContext } from './start-context.ts'

/**
 * Starts the logs of the demo, which arrive at a syslog TCP port. If the store is empty, it also has past
 * logs and a dashboard.
 */
export async function startDemo(
  { settings, log, closing }: StartContext,
  address: { host: string; port: number },
  { metadata, isFirstStart }: { metadata: Metadata; isFirstStart: boolean },
): Promise<void> {
  const startedAt = Math.floor(Date.now() / 1_000)
  if (isFirstStart) await createDemoDashboard(metadata, startedAt, settings.timezone)
  const start = { startedAt, isFirstStart, maxAgeDays: settings.timeToleranceBack }
  closing.defer(feedDemo(address, start, message => log.warn({ room: 'demo' }, message)))
}
