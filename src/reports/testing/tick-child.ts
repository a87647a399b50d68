// A process for tests: reports on the metadata of the folder given. Each line of its input is a moment (Unix seconds): it looks at the
// clock, makes what waits, and prints how many documents it has made by then. "hold": what it makes from then on is never finished.
import { writeSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { openMetadata } from '../../metadata/open.ts'
import { openLog } from '../../telemetry/log.ts'
import { openReports } from '../open-reports.ts'
import { StubRenderer, StubSnapshotSource } from './stubs.ts'

const [folder = ''] = process.argv.slice(2)
let now = 0
const log = openLog('error')
const metadata = await openMetadata({ folder, sessionAge: 60, log, clock: () => now * 1_000_000 })
const renderer = new StubRenderer()
const reports = await openReports({
  stored: metadata.reports,
  dashboards: metadata.dashboards,
  source: new StubSnapshotSource(),
  renderer,
  folder: path.join(folder, 'reports'),
  timezone: 'UTC',
  retentionDays: 30,
  timeoutSeconds: 60,
  limits: { owner: 1e9, all: 1e9, keepFree: 0 },
  mail: { from: 'logs@example.com', attachmentMax: 1_000, domains: [] },
  host: 'test-host',
  log,
  isOnlyProcess: false,
  now: () => now,
  tickIntervalMs: 0,
})
writeSync(1, 'open\n')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'hold') {
    renderer.gate = new Promise(() => {})
    renderer.onStarted = () => writeSync(1, 'begun\n')
    continue
  }
  now = Number(line)
  await reports.tick()
  if (renderer.gate !== undefined) continue
  await reports.idle()
  writeSync(1, `made ${renderer.jobs.length}\n`)
}
