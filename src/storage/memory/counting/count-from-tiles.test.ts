import { afterEach, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { emptyAccount, type Read, type Scope } from '../../contract/event-store.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile, type TestRow } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import type { RollupBounds } from '../rollups/rollup-source.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000
const scope: Scope = { from: start, to: start + 600, predicate: { kind: 'const', value: true } }
const periodBounds = [start, start + 300, start + 600]

let store: SqlStore
let ids = 0
/** The rows of an event with occurrences at these seconds after the start. */
function happened(...seconds: number[]): TestRow[] {
  ids++
  const occurrences = seconds.map(second => (start + second) * 1_000_000)
  return rowsOf({ id: ids, occurrences, ...ordinary, host: 'fw-1', message: `event ${ids}`, tags: {} })
}
/** One event begins before the range and continues in it. */
const first = () => [happened(-20, 10), happened(20, 40), happened(400)].flat()

const countAll = async (scope: Scope) => [
  await store.countEvents(scope, scope, read),
  await store.countPeriods(scope, periodBounds, read),
]
const names = { hosts: [], programs: [], templates: [] }
const counted = [{ events: 3, occurrences: 4 }, [3, 1]]

async function opened(rollups: RollupBounds): Promise<void> {
  store = await openTestStore({ rollups })
  await store.append(spoolFile(first()))
}
afterEach(async () => await store.close())

test('counts as of a moment leave out what came in later, whether memory has counts or not', async () => {
  await opened(eagerRollups)
  const asOf = store.mark()
  await store.append(spoolFile(first()))
  for (let times = 0; times < 4; times++) {
    expect(await countAll({ ...scope, asOf })).toEqual(counted)
    expect(await countAll(scope)).toEqual([{ events: 6, occurrences: 8 }, [6, 2]])
    await store.rollups.settled()
  }
})

const filters: [string, Predicate][] = [
  ['everything', scope.predicate],
  ['a word', { kind: 'phrase', tokens: [{ text: 'event', wild: false }] }],
]

test.each(filters)(
  'counts of %s are of the moment at which they are asked for, whatever comes in meanwhile',
  async (_, predicate) => {
    // With so few rows, nothing is kept in memory.
    await opened({})
    const { client } = store
    const { select } = client
    let isFirst = true
    client.select = async (sql, how) => {
      // Skips statements that read rows into memory after answers.
      if (isFirst && sql.includes('AS period')) {
        isFirst = false
        await store.append(spoolFile(first()))
      }
      return await select(sql, how)
    }
    const events = await store.countEvents({ ...scope, predicate }, scope, read)
    expect([events, isFirst]).toEqual([counted[0], false])
    isFirst = true
    const periods = await store.countPeriods({ ...scope, predicate }, periodBounds, read)
    expect([periods, isFirst]).toEqual([[6, 2], false])
  },
)

test.each([
  ['rows', {}, 0],
  ['rows and counts in memory', eagerRollups, 3],
])('counts of %s have no part of a batch that begins while they are read', async (_, rollups, asks) => {
  await opened(rollups)
  await store.append(spoolFile(happened(4_000)))
  const asked = { ...scope, to: start + 7_200 }
  const hours = [start, start + 3_600, start + 7_200]
  for (let times = 0; times < asks; times++) {
    await store.countPeriods(asked, hours, read)
    await store.rollups.settled()
  }
  // The second hour is dropped from memory.
  const lost = { sequence: 10_000, minutes: [start / 60 + 66], repeated: true, names, rows: 0 }
  store.journal.begin(lost)
  store.journal.end(lost)
  // The spans of the last batches count as contended.
  for (let batch = 0; batch < 8; batch++) await store.append(spoolFile(happened(432_000 + batch * 60)))
  const { client } = store
  const { select } = client
  let isFirst = true
  client.select = async (sql, how) => {
    if (isFirst && sql.includes('AS period')) {
      isFirst = false
      const whole = spoolFile(happened(30, 50, 4_050, 4_100))
      store.journal.begin(whole)
      await store.insertFiles([{ ...spoolFile(happened(30, 4_050)), sequence: whole.sequence }])
    }
    return await select(sql, how)
  }
  const account = emptyAccount()
  expect(await store.countPeriods(asked, hours, { ...read, account })).toEqual([4, 1])
  expect([isFirst, account.tilesFromMemory > 0]).toEqual([false, asks > 0])
})
