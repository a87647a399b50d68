import { onTestFinished } from 'vitest'
import type { Metadata } from '../../metadata/open.ts'
import { type ManualClock, openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import { Fault } from '../../schema/fault.ts'
import type { permissions } from '../../schema/people/group.ts'
import type { Author } from '../files/author.ts'
import type { ReportsOptions, RunningReports } from '../open-reports.ts'
import { openStubReports } from './stub-reports.ts'
import { StubRenderer, StubSnapshotSource } from './stubs.ts'

export interface TestReports {
  metadata: Metadata
  /** The clock of the metadata and of schedules. */
  clock: ManualClock
  /** Folder of the metadata. */
  folder: string
  renderer: StubRenderer
  source: StubSnapshotSource
  /** Opens reports on this metadata. */
  open(options?: Partial<ReportsOptions>): Promise<RunningReports>
  /** Creates a user with these rights. */
  person(name: string, held?: readonly (typeof permissions)[number][], hosts?: string[]): Promise<Author>
}

/** Reports of a test on their own metadata, closed together with it. */
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
      const reports = await openStubReports(metadata, folder, {
        source,
        renderer,
        monotonic: () => clock.seconds * 1_000,
        retryDelaysMs: [1, 1],
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
