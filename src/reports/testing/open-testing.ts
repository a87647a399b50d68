import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Metadata } from '../../metadata/open.ts'
import { openTemporary, type TurnedClock } from '../../metadata/testing/temporary.ts'
import type { Snapshot, SnapshotSource } from '../../query/snapshot.ts'
import { Fault } from '../../schema/fault.ts'
import type { permissions } from '../../schema/group.ts'
import { openLog } from '../../telemetry/log.ts'
import type { Author } from '../files/author.ts'
import type { ReportJob, ReportMaker } from '../job.ts'
import { openReports, type Reporting, type ReportsOptions } from '../open-reports.ts'

/** Writes a job as JSON: a maker so small that its files can be looked at. */
export class TinyMaker implements ReportMaker {
  readonly jobs: ReportJob[] = []
  /** Waited for before the last byte. */
  gate: Promise<unknown> = Promise.resolve()
  /** Called once the first byte is written. */
  begun: () => void = () => {}

  async make(job: ReportJob, out: Parameters<ReportMaker['make']>[1], signal: AbortSignal) {
    this.jobs.push(job)
    const data = job.parts.map(({ title, answer }) =>
      'failure' in answer ? [title, answer] : [title, answer.query.params],
    )
    const bytes = new TextEncoder().encode(JSON.stringify(data))
    await out.write(bytes.subarray(0, 1))
    this.begun()
    const { promise, reject } = Promise.withResolvers<never>()
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    await Promise.race([this.gate, promise]).finally(() => signal.removeEventListener('abort', abort))
    signal.throwIfAborted()
    await out.write(bytes.subarray(1))
    return { bytes: bytes.length, dataHash: 'ab'.repeat(32) }
  }

  async close(): Promise<void> {}
}

/** Answers every question with nothing but its params, and remembers who asked. */
export class TinySource implements SnapshotSource {
  readonly asked: { hosts: readonly string[]; type: string; params: unknown }[] = []
  /** Types that fail, and how. */
  readonly failing = new Map<string, Fault>()

  async snapshot(): Promise<Snapshot> {
    throw new Fault('not_found')
  }

  async answer(
    reader: Parameters<SnapshotSource['answer']>[0],
    { type, params, timezone = 'UTC' }: Parameters<SnapshotSource['answer']>[1],
  ): Promise<Snapshot> {
    this.asked.push({ hosts: reader.hosts, type, params })
    const failure = this.failing.get(type)
    if (failure !== undefined) throw failure
    const query = {
      query_id: 'q',
      status: 'SUCCESS' as const,
      type,
      base_time: 1_780_000_000,
      progress: 100,
      results: {},
      // The runner hands over an object.
      params: params as Record<string, unknown>,
      owner_id: reader.userId,
      created_at: 1_780_000_000,
      updated_at: 1_780_000_000,
    }
    return { query, timezone }
  }
}

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
        mail: { from: 'logs@example.com', attachmentMax: 1_000 },
        host: 'test-host',
        log: openLog('silent'),
        alone: true,
        now: () => clock.seconds,
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
