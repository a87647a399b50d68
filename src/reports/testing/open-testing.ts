import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Metadata } from '../../metadata/open.ts'
import { openTemporary, type TurnedClock } from '../../metadata/testing/temporary.ts'
import { Fault } from '../../schema/fault.ts'
import type { permissions } from '../../schema/group.ts'
import { openLog } from '../../telemetry/log.ts'
import type { Author } from '../files/author.ts'
import { openReports, type Reporting, type ReportsOptions } from '../open-reports.ts'
import { TinyMaker, TinySource } from './tiny.ts'

export interface OpenedReports {
  metadata: Metadata
  /** The metadata's, and the one of schedules. */
  clock: TurnedClock
  /** The folder of the metadata; files of reports are in `reports`. */
  folder: string
  maker: TinyMaker
  source: TinySource
  /** More of the same on this metadata, which a test closes by itself. */
  open(options?: Partial<ReportsOptions>): Promise<Reporting>
  /** Somebody with these rights, as an author. */
  person(name: string, held?: readonly (typeof permissions)[number][], hosts?: string[]): Promise<Author>
}

/** Real metadata and files, with a maker and a source of answers that are small. Only a test's `tick` looks at the clock. */
export async function openTestReports(
  options: Partial<Parameters<typeof openTemporary>[0]> = {},
): Promise<OpenedReports> {
  const { metadata, clock, folder } = await openTemporary(options)
  const maker = new TinyMaker()
  const source = new TinySource()
  const opened: Reporting[] = []
  onTestFinished(async () => {
    for (const one of opened) await one.close()
  })
  return {
    metadata,
    clock,
    folder,
    maker,
    source,
    async open(more = {}) {
      const reports = await openReports({
        stored: metadata.reports,
        dashboards: metadata.dashboards,
        source,
        maker,
        folder: path.join(folder, 'reports'),
        timezone: 'UTC',
        retention: 30,
        timeout: 60,
        limits: { owner: 1e9, all: 1e9, keepFree: 0 },
        mail: { from: 'logs@example.com', attachmentMax: 1_000, domains: [] },
        host: 'test-host',
        log: openLog('silent'),
        alone: true,
        now: () => clock.seconds,
        monotonic: () => clock.seconds * 1_000,
        pauses: [1, 1],
        every: 0,
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
