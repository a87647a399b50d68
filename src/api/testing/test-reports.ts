import path from 'node:path'
import type { Metadata } from '../../metadata/open.ts'
import { openReports, type RunningReports } from '../../reports/open-reports.ts'
import { StubRenderer, StubSnapshotSource } from '../../reports/testing/stubs.ts'
import { openLog } from '../../telemetry/log.ts'

/** Real reports, of a maker and a source of answers that are small. */
export interface TestReports extends RunningReports {
  renderer: StubRenderer
}

/** Nothing but what a test does makes them look at the clock. A report is finished when its maker's gate lets it. */
export async function openTestReports(metadata: Metadata, folder: string): Promise<TestReports> {
  const renderer = new StubRenderer()
  const reporting = await openReports({
    stored: metadata.reports,
    dashboards: metadata.dashboards,
    source: new StubSnapshotSource(),
    renderer,
    folder: path.join(folder, 'reports'),
    timezone: 'UTC',
    retentionDays: 30,
    timeoutSeconds: 60,
    limits: { owner: 1e9, all: 1e9, keepFree: 0 },
    mail: { url: 'smtp://127.0.0.1:9', from: 'logs@example.com', attachmentMax: 1_000, domains: [] },
    host: 'test-host',
    log: openLog('silent'),
    isOnlyProcess: true,
    now: () => metadata.clock() / 1_000_000,
    tickIntervalMs: 0,
  })
  const { service } = reporting
  const create = service.create.bind(service)
  service.create = async (author, body) => {
    const report = await create(author, body)
    if (renderer.gate === undefined) await reporting.idle()
    return report
  }
  return { ...reporting, renderer }
}
