import { hostname } from 'node:os'
import path from 'node:path'
import { StoredNotifications } from '../../alerts/notifications/notification-source.ts'
import type { NodeDirectory } from '../../metadata/nodes/directory.ts'
import type { Metadata } from '../../metadata/open.ts'
import { HostVisibility } from '../../query/host-visibility.ts'
import { openQueryService } from '../../query/life/open.ts'
import { SlowQueries } from '../../query/life/slow-queries.ts'
import { EventAdditions } from '../../query/notes/event-additions.ts'
import { startNoteSweeper } from '../../query/notes/sweep-notes.ts'
import { rangeResolver } from '../../query/range/resolver.ts'
import { SqlQueries } from '../../query/user-sql/sql-queries.ts'
import { openReports } from '../../reports/open-reports.ts'
import { openReportRenderer } from '../../reports/worker/renderer.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import type { StartContext } from './start-context.ts'

/** Opens queries and their reports on top of the store. */
export async function startQueries(
  { settings, log, closing }: StartContext,
  { metadata, store, nodes }: { metadata: Metadata; store: SqlStore; nodes: NodeDirectory | undefined },
) {
  const { figures, counts } = store
  const slowQueries = new SlowQueries(settings.slowQuery, store, entry =>
    log.warn({ room: 'query', ...entry }, 'slow query'),
  )
  const queryService = openQueryService({
    store,
    slowQueries,
    sources: {
      figures,
      counts,
      tasks: metadata.tasks,
      notifications: new StoredNotifications(metadata.notifications, new HostVisibility()),
    },
    widgets: metadata.widgetQueries,
    notes: new EventAdditions(metadata.notes, metadata.firedTriggers),
    nodeId: nodes?.self.id,
    timezone: settings.timezone,
    log: (message, error) => log.error({ room: 'query', err: error }, message),
    limits: {
      idleTimeoutMs: settings.queryTtl * 1000,
      shortTimeoutSeconds: Math.min(60, settings.queryTimeout),
      longTimeoutSeconds: settings.queryTimeout,
    },
  })
  closing.defer(() => queryService.close())
  const sql = settings.sql
    ? new SqlQueries({
        store,
        resolve: rangeResolver(settings.timezone),
        timeoutSeconds: settings.sqlTimeout,
        slowQueries,
      })
    : undefined
  closing.defer(
    startNoteSweeper({
      notes: metadata.notes,
      store,
      hasAllEvents: () => settings.clickhouseUrl !== undefined || (nodes?.others.length ?? 0) === 0,
      log: (message, error) => log.error({ room: 'query', err: error }, message),
    }),
  )
  const renderer = openReportRenderer({
    exportMax: settings.exportMax,
    log: (message, error) => log.error({ room: 'reports', err: error }, message),
  })
  closing.defer(() => renderer.close())
  const reports = await openReports({
    stored: metadata.reports,
    dashboards: metadata.dashboards,
    source: queryService,
    renderer,
    folder: path.join(settings.dataDir, 'reports'),
    timezone: settings.timezone,
    retentionDays: settings.reportRetention,
    timeoutSeconds: settings.reportTimeout,
    limits: {
      owner: settings.reportDiskOwner,
      all: settings.reportDisk,
      // Below the floor no events are accepted: reports stop well before.
      minFreeBytes: 2 * settings.diskFloor,
    },
    mail: {
      url: settings.smtpUrl,
      from: settings.mailFrom,
      maxAttachmentBytes: settings.mailAttachmentMax,
      publicUrl: settings.publicUrl,
      domains: settings.mailDomains,
    },
    host: hostname(),
    now: () => metadata.clock() / 1_000_000,
    log: log.child({ room: 'reports' }),
    // The lock of the data folder keeps out other processes, unless nodes share the metadata.
    isOnlyProcess: !metadata.isShared,
    isFirst: () => nodes?.isFirst ?? true,
  })
  closing.defer(() => reports.close(), { waitsForOthers: true })
  return { queryService, sql, slowQueries, renderer, reports: reports.service }
}
