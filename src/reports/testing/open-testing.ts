import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Metadata } from '../../metadata/open.ts'
import { type ManualClock, openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import { Fault } from '../../schema/fault.ts'
import type { permissions } from '../../schema/group.ts'
import { openLog } from '../../telemetry/log.ts'
import type { Author } from '../files/author.ts'
import { openReports, type ReportsOptions, type RunningReports } from '../open-reports.ts'
import { StubRenderer, StubSnapshotSource } from './stubs.ts'

export interface TestReports {
  metadata: Metadata
  /** The metadata's, and the one of schedules. */
  clock: ManualClock
  /** The folder of the metadata; files of reports are in `reports`. */
  folder: string
  renderer: StubRenderer
  source: StubSnapshotSource
  /** More of the same on this metadata, which a test closes by itself. */
  open(options?: Partial<ReportsOptions>): Promise<RunningReports>
  /** Somebody with these rights, as an author. */
  person(name: string, held?: readonly (typeof permissions)[number][], hosts?: string[]): Promise<Author>
}

/** Real metadata and files, with a maker and a source of answers that are small. Only a test's `tick` looks at the clock. */
export async function openTestReports(
  options: Partial<Parameters<typeof openTemporaryMetadata>[0]> = {},
): Promise<TestReports> {
  const { metadata, clock, folder } = await openTemporaryMetadata(options)
  const renderer = new StubRenderer()
  const source = new StubSnapshotSource()
  const opened: RunningReports[] = []
  onTestFinished(async () => {
    for (const one of opened) await one.close()
  })
  return {
    metadata,
    clock,
    folder,
    renderer,
    source,
    async open(more = {}) {
      const reports = await openReports({
        stored: metadata.reports,
        dashboards: metadata.dashboards,
        source,
        renderer,
        folder: path.join(folder, 'reports'),
        timezone: 'UTC',
        retentionDays: 30,
        timeoutSeconds: 60,
        limits: { owner: 1e9, all: 1e9, keepFree: 0 },
        mail: { from: 'logs@example.com', attachmentMax: 1_000, domains: [] },
        host: 'test-host',
        log: openLog('silent'),
        isOnlyProcess: true,
        now: () => clock.seconds,
        monotonic: () => clock.seconds * 1_000,
        retryDelaysMs: [1, 1],
        tickIntervalMs: 0,
        ...more,
      })
      opened.push(reports)
      return reports
    },
    async person(name, held = ['reports', 'search'], hosts = ['fw-*']) {
      const { id } = await metadata.users.create({ username: name })
      await metadata.groups.create({ name, permissions: [...held], hosts, members: [id] })
      return {
        userId: id,
        managesReports: held.includes('manage_reports'),
        managesDashboards: held.includes('manage_dashboards'),
        managesWidgets: held.includes('manage_widgets'),
        maySearch: held.includes('search'),
        check(type) {
          if (type === 'Nonsense') throw new Fault('validation', { fields: { type: ['not a choice'] } })
        },
      }
    },
  }
}
