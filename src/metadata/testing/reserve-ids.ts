// A process for tests to kill: reserves blocks of event ids in the given folder and prints each.
import { writeSync } from 'node:fs'
import { openLog } from '../../telemetry/log.ts'
import { openMetadata } from '../open.ts'

const [folder = ''] = process.argv.slice(2)
const { eventIds } = await openMetadata({ folder, sessionAge: 60, log: openLog('error') })
for (let round = 0; round < 1_000_000; round++) {
  const { first, last } = await eventIds.reserveBlock(1 + (round % 1_000))
  writeSync(1, `${first} ${last}\n`)
}
