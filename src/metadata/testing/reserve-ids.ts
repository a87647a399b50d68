// A process for tests to kill: reserves blocks of event ids in the given place and prints each.
import { writeSync } from 'node:fs'
import { openLog } from '../../telemetry/log.ts'
import { openMetadata } from '../open.ts'

const place = JSON.parse(process.argv[2] ?? '')
const { eventIds } = await openMetadata({ ...place, sessionAgeSeconds: 60, log: openLog('error') })
for (let round = 0; round < 1_000_000; round++) {
  const { first, last } = await eventIds.reserveBlock(1 + (round % 1_000))
  writeSync(1, `${first} ${last}\n`)
}
