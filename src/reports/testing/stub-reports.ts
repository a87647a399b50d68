import path from 'node:path'
import type { Metadata } from '../../metadata/open.ts'
import { openLog } from '../../telemetry/log.ts'
import { openReports, type ReportsOptions, type RunningReports } from '../open-reports.ts'
import { StubRenderer, StubSnapshotSource } from './stubs.ts'

/**
 * Reports on real metadata and files, with stubs for the renderer and queries. Files are in the folder's
 * `reports`. Only `tick` reads the clock.
 */
export function openStubReports(
  metadata: Metadata,
  folder: string,
  options: Partial<ReportsOptions> = {},
): Promise<RunningReports> {
  return openReports({
    stored: metadata.reports,
    dashboards: metadata.dashboards,
    source: new StubSnapshotSource(),
    renderer: new StubRenderer(),
    folder: path.join(folder, 'reports'),
    timezone: 'UTC',
    retentionDays: 30,
    timeoutSeconds: 60,
    limits: { owner: 1e9, all: 1e9, minFreeBytes: 0 },
    mail: { from: 'logs@example.com', maxAttachmentBytes: 1_000, domains: [] },
    host: 'test-host',
    log: openLog('silent'),
    isOnlyProcess: true,
    now: () => metadata.clock() / 1_000_000,
    tickIntervalMs: 0,
    ...options,
  })
}
