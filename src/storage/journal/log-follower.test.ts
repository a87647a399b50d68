import { expect, test } from 'vitest'
import type { LogEntry, LogStart, SharedLog } from '../../schema/store/shared-log.ts'
import { StoreJournal } from './journal.ts'
import { LogFollower } from './log-follower.ts'
import type { LoggedBatch } from './logged-batch.ts'

const start: LogStart = { position: 0, token: null, joins: 1, highest: 0, ownNumbers: 0, pending: [] }
const body = JSON.stringify({
  ...{ rows: 3, minutes: [7], repeatMinutes: [], file: 'elsewhere' },
  names: { hosts: [], programs: [], templates: [] },
})
const entry = (kind: LogEntry['kind'], batch: number): LogEntry => ({
  ...{ kind, batch, isRepeated: false },
  body: kind === 'begin' ? body : '',
})

test('the log is applied without waiting for the rows of other processes, which a shard may not return', async () => {
  const entries = [entry('begin', 1), entry('end', 1), entry('begin', 2)]
  // A follower only reads.
  const log = {
    ownRemainder: { remainder: 0, by: 8 },
    read: async ({ position }: { position: number }) => ({
      ...{ joins: 1, hasMore: false, entries: entries.slice(position) },
      ...{ position: entries.length, token: `${entries.length}` },
    }),
  } as unknown as SharedLog
  const journal = new StoreJournal()
  const received: { batches: readonly LoggedBatch[]; highest: number }[] = []
  const follower = new LogFollower({
    ...{ log, journal, start },
    reload: async () => {},
    received: batches => {
      received.push({ batches, highest: journal.highest })
      return new Promise<never>(() => {})
    },
    warn: () => {},
  })
  await follower.catchUp()
  expect([journal.highest, journal.unfinished, follower.hasBegun(2)]).toEqual([1, [2], true])
  // Memory learns of the rows before the journal reports the batch.
  expect(received).toEqual([{ batches: [expect.objectContaining({ number: 1, rows: 3 })], highest: 0 }])
  entries.push(entry('end', 2))
  await follower.catchUp()
  expect([journal.highest, received.length]).toEqual([2, 2])
})
