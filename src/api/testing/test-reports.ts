import type { Metadata } from '../../metadata/open.ts'
import type { RunningReports } from '../../reports/open-reports.ts'
import { openStubReports } from '../../reports/testing/stub-reports.ts'
import { StubRenderer } from '../../reports/testing/stubs.ts'

/** Reports with stubs for the renderer and queries. */
export interface TestReports extends RunningReports {
  renderer: StubRenderer
}

/**
 * Only `tick` reads the clock. Creating a report waits until it is finished, unless the renderer's gate holds
 * it.
 */
export async function openTestReports(metadata: Metadata, folder: string): Promise<TestReports> {
  const renderer = new StubRenderer()
  const mail = { url: 'smtp://127.0.0.1:9', from: 'logs@example.com', maxAttachmentBytes: 1_000, domains: [] }
  const reporting = await openStubReports(metadata, folder, { renderer, mail })
  const { service } = reporting
  const create = service.create.bind(service)
  service.create = async (author, body) => {
    const report = await create(author, body)
    if (renderer.gate === undefined) await reporting.idle()
    return report
  }
  return { ...reporting, renderer }
}
