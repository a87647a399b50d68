import { expect, test } from 'vitest'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'
import { DatabaseClock } from './database-clock.ts'

/** Clocks of a machine and of a database, in milliseconds, which the test sets. */
function setUp() {
  const machine = { wall: 5_000, monotonic: 100 }
  const database = { now: 1_000_000, answerMs: 0 }
  const read = async () => {
    // The database reads its clock in the middle of the round trip.
    const now = database.now + database.answerMs / 2
    pass(database.answerMs)
    return now * 1_000
  }
  const pass = (ms: number) => {
    machine.wall += ms
    machine.monotonic += ms
    database.now += ms
  }
  const clocks = { wall: () => machine.wall, monotonic: () => machine.monotonic }
  return { machine, database, pass, open: () => DatabaseClock.open(read, clocks) }
}

test('moments are by the clock of the database, whatever the clock of the machine says and is set to', async () => {
  const { machine, pass, open } = setUp()
  const clock = await open()
  expect([clock.now(), clock.skewMs]).toEqual([1_000_000_000, -995_000])
  pass(30)
  machine.wall += 3_600_000
  expect([clock.now(), clock.skewMs]).toEqual([1_000_030_000, 3_600_000 - 995_000])
})

test('a new measurement counts, unless its answer took longer than the difference', async () => {
  const { database, pass, open } = setUp()
  const clock = await open()
  database.now += 40
  database.answerMs = 100
  await clock.measure()
  expect(clock.now()).toBe(1_000_100_000)
  database.answerMs = 20
  await clock.measure()
  expect(clock.now()).toBe(1_000_160_000)
  // Another server took over, whose clock is an hour behind.
  database.now -= 3_600_000
  await clock.measure()
  pass(5)
  expect(clock.now()).toBe(1_000_185_000 - 3_600_000_000)
})

test('moments rise while a new measurement puts the clock back a little', async () => {
  const { database, open } = setUp()
  const clock = await open()
  const before = clock.now()
  database.now -= 500
  await clock.measure()
  expect([clock.now(), clock.now()]).toEqual([before + 1, before + 2])
})

test.skipIf(isInFiles)('nodes with wrong clocks give rows of a shared metadata the same times', async () => {
  const folder = temporaryFolder()
  const wrong = (skewMs: number) => ({
    wall: () => Date.now() + skewMs,
    monotonic: () => performance.now(),
  })
  const open = async (skewMs: number) => {
    const options = { folder, clock: undefined, machineClocks: wrong(skewMs) }
    return (await openTemporaryMetadata(options)).metadata
  }
  const [ahead, behind] = [await open(86_400_000), await open(-86_400_000)]
  const readTime = async () => (await ahead.readTime?.()) ?? 0
  const before = await readTime()
  const moments = [ahead.clock(), behind.clock()]
  const after = await readTime()
  for (const moment of moments) {
    // The measurement may be wrong by the time that its answer took.
    expect(moment).toBeGreaterThan(before - 3_600_000_000)
    expect(moment).toBeLessThan(after + 3_600_000_000)
  }
  expect(ahead.clockSkewMs()).toBeGreaterThan(82_800_000)
  expect(behind.clockSkewMs()).toBeLessThan(-82_800_000)
})
