import { RetentionService } from './api/retention/retention-service.ts'
import type { Intake } from './ingest/intake.ts'
import type { Metadata } from './metadata/open.ts'
import type { RetentionLimits } from './schema/retention.ts'
import type { Settings } from './schema/settings.ts'
import type { StartStep } from './start-step.ts'
import type { SqlStore } from './storage/sql-store.ts'

/** The limits of the settings, which hold where nothing was changed through the API. */
export function defaultRetention({ retentionDays, retentionBytes }: Settings): RetentionLimits {
  return { days: retentionDays, bytes: retentionBytes }
}

/**
 * For how many days something about an event may be looked up: as long as events are kept, and until days that are older are dropped, which
 * takes hours after the retention was lowered.
 */
export function lookupDays({ days, retention }: Pick<SqlStore, 'days' | 'retention'>): number {
  return Math.max(retention.limits.days, Math.ceil((Date.now() / 1_000 - days.begin) / 86_400))
}

/** Puts changes of the retention in force in the store and in ingest, as they are made. */
export function startRetention(
  { settings, log, closing }: StartStep,
  { metadata, store, intake }: { metadata: Metadata; store: SqlStore; intake: Pick<Intake, 'limitAge'> },
): RetentionService {
  const retention = new RetentionService({
    stored: metadata.retention,
    defaults: defaultRetention(settings),
    async apply(limits) {
      // First, so that nothing is taken in that is due already.
      await intake.limitAge(limits.days)
      await store.retention.change(limits)
    },
    dueDays: () => store.retention.dueDays(),
    warn: message => log.warn({ room: 'storage' }, message),
  })
  closing.defer(() => retention.close())
  return retention
}
