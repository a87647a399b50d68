import { RetentionService } from '../../api/retention/retention-service.ts'
import type { RuleRegistry } from '../../api/rules/rule-registry.ts'
import { until } from '../../async/until.ts'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import type { Metadata } from '../../metadata/open.ts'
import type { LegalHolds } from '../../metadata/retention/legal-holds.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import type { LegalHoldContent } from '../../schema/store/legal-hold.ts'
import type { RetentionLimits } from '../../schema/store/retention.ts'
import { boundsOf } from '../../storage/store/retention/class-days.ts'
import type { Hold } from '../../storage/store/retention/held-days.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import type { StartContext } from './start-context.ts'

/** How long a change of the retention waits for the announcement of the days to drop. */
const announcementMs = 5_000

/** The limits from the settings, valid unless changed through the API. */
export function defaultRetention({
  retentionDays,
  retentionBytes,
  retentionClasses,
}: Settings): RetentionLimits {
  // Each item has the format of the setting: `debug=7`.
  const classes = Object.fromEntries(
    retentionClasses.map(item => item.split('=')).map(([name = '', days]) => [name, Number(days)]),
  )
  return {
    days: retentionDays,
    bytes: retentionBytes,
    ...(retentionClasses.length > 0 && { classes }),
  }
}

/**
 * The maximum age of events in the store, in days: the retention, or more while older days are not dropped
 * yet, for hours after the retention was lowered. A store without events gives a large number.
 */
export function maxEventDays({
  days,
  retention,
  archivedDays,
}: Pick<SqlStore, 'days' | 'retention' | 'archivedDays'>): number {
  const begin = Math.min(days.begin, archivedDays?.days.all[0]?.start ?? Number.POSITIVE_INFINITY)
  return Math.max(boundsOf(retention.limits).maxDays, Math.ceil((Date.now() / 1_000 - begin) / 86_400))
}

/** A function that reads the holds in force. It rejects for an invalid filter, so that nothing is dropped. */
export function holdsReader(holds: Pick<LegalHolds, 'readInForce'>): () => Promise<Hold[]> {
  // A hold never changes, so each is parsed once.
  let known = new Map<number, Hold>()
  return async () => {
    const inForce = await holds.readInForce()
    known = new Map(inForce.map(hold => [hold.id, known.get(hold.id) ?? parseHold(hold)]))
    return [...known.values()]
  }
}

function parseHold({ id, name, filter, ts_from, ts_to }: LegalHoldContent & { id: number }): Hold {
  const parsed = parseFilter(filter)
  if ('faults' in parsed) throw new Error(`the filter of the legal hold ${id} cannot be read`)
  return { id, name, predicate: parsed.predicate, from: ts_from ?? 0, to: ts_to ?? Number.POSITIVE_INFINITY }
}

/** Applies changes of the retention to the store and to ingest as they are made. */
export function startRetention(
  { settings, log, closing }: StartContext,
  {
    metadata,
    store,
    intake,
    rules,
  }: {
    metadata: Metadata
    store: SqlStore
    intake: Pick<Intake, 'limitAge'>
    rules: Pick<RuleRegistry, 'activeFiles'>
  },
): RetentionService {
  const retention = new RetentionService({
    stored: metadata.retention,
    defaults: defaultRetention(settings),
    async apply(limits) {
      // First, so that no event is accepted that is already due to be dropped.
      await intake.limitAge(limits.days, limits.classes)
      // `change` never rejects. Counting the events of legal holds may take longer; then the announcement
      // follows later.
      await until(store.retention.change(limits), { timeoutMs: announcementMs }).catch(() => {})
    },
    ruleClasses: () =>
      rules.activeFiles.flatMap(file => file.rules.flatMap(({ retention }) => retention || [])),
    dueDays: () => store.retention.dueDays(),
    warn: message => log.warn({ room: 'storage' }, message),
  })
  closing.defer(() => retention.close())
  return retention
}
