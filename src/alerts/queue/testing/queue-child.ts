// A process for tests. Runs the actions of the metadata at the given path, all of which succeed. Each line of
// input is a moment (Unix seconds): sets the clock, runs what is due, and prints the keys of started actions,
// then "idle". After the line "hold" no action ends, and nothing becomes idle.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openMetadata } from '../../../metadata/open.ts'
import { openLog } from '../../../telemetry/log.ts'
import { utc } from '../../../time/zone.ts'
import { done } from '../../actions/kinds/action.ts'
import { openActionQueue } from '../open-action-queue.ts'

const { start, ...place } = JSON.parse(process.argv[2] ?? '')
let now: number = start
let gate: Promise<void> | undefined
const log = openLog('error')
const clock = () => now * 1_000_000
const metadata = await openMetadata({ ...place, sessionAgeSeconds: 60, log, clock, leaseClock: clock })
const queue = await openActionQueue({
  runs: metadata.actionRuns,
  escalations: metadata.escalations,
  clock,
  triggers: metadata.triggers,
  getOwnerRights: metadata.reports.getOwnerRights,
  async run(_, { idempotencyKey }) {
    writeSync(1, `${idempotencyKey}\n`)
    await gate
    return done('Done.')
  },
  zone: utc,
  closeTimeoutMs: 0,
  retentionDays: 30,
  maxRows: 100_000,
  isOnlyProcess: false,
  log,
})
await queue.idle()
writeSync(1, 'open\n')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'hold') {
    gate = new Promise(() => {})
    continue
  }
  now = Number(line)
  await queue.tick()
  if (gate !== undefined) continue
  await queue.idle()
  writeSync(1, 'idle\n')
}
