import path from 'node:path'
import type { Metadata } from '../../metadata/open.ts'
import { openReports, type Reporting } from '../../reports/open-reports.ts'
import { TinyMaker, TinySource } from '../../reports/testing/tiny.ts'
import { openLog } from '../../telemetry/log.ts'

/** Real reports, of a maker and a source of answers that are small. */
export interface TestReports extends Reporting {
  maker: TinyMaker
}

/** Nothing but what a test does makes them look at the clock. A report is finished when its maker's gate lets it. */
export async function openTestReports(metadata: Metadata, folder: string): Promise<TestReports> {
  const maker = new TinyMaker()
  const reporting = await openReports({
    stored: metadata.reports,
    dashboards: metadata.dashboards,
    source: new TinySource(),
    maker,
    folder: path.join(folder, 'reports'),
    timezone: 'UTC',
    retention: 30,
    timeout: 60,
    limits: { owner: 1e9, all: 1e9, keepFree: 0 },
    mail: { url: 'smtp://127.0.0.1:9', from: 'logs@example.com', attachmentMax: 1_000, domains: [] },
    host: 'test-host',
    log: openLog('silent'),
    alone: true,
    now: () => metadata.clock() / 1_000_000,
    every: 0,
  })
  const { desk } = reporting
  const create = desk.create.bind(desk)
  desk.create = async (author, body) => {
    const report = await create(author, body)
    if (maker.gate === undefined) await reporting.idle()
    return report
  }
  return { ...reporting, maker }
}
