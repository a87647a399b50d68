// A process for tests: reports on the metadata at the given path. Each line of input is a moment (Unix
// seconds): sets the clock, makes due reports, and prints their number. After the line "hold" no report
// finishes; "clock" and a moment only set the clock.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openMetadata } from '../../metadata/open.ts'
import { openLog } from '../../telemetry/log.ts'
import { openStubReports } from './stub-reports.ts'
import { StubRenderer } from './stubs.ts'

const place = JSON.parse(process.argv[2] ?? '')
let now = 0
const log = openLog('error')
const clock = () => now * 1_000_000
const metadata = await openMetadata({ ...place, sessionAgeSeconds: 60, log, clock, leaseClock: clock })
const renderer = new StubRenderer()
const reports = await openStubReports(metadata, place.folder, { renderer, log, isOnlyProcess: false })
// Waits for the first tick, which would claim reports of other processes with the clock at 0.
await reports.idle()
writeSync(1, 'open\n')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'hold') {
    renderer.gate = new Promise(() => {})
    renderer.onStarted = () => writeSync(1, 'begun\n')
    continue
  }
  if (line.startsWith('clock ')) {
    now = Number(line.slice('clock '.length))
    writeSync(1, 'set\n')
    continue
  }
  now = Number(line)
  await reports.tick()
  if (renderer.gate !== undefined) continue
  await reports.idle()
  writeSync(1, `made ${renderer.jobs.length}\n`)
}
