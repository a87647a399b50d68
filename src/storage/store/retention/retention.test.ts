import { expect, test } from 'vitest'
import { openAgingStore } from '../../testing/aging-store.ts'

/** Minutes. */
const hour = 60
const year = 365 * 24 * hour

test('two days at most are dropped an hour, an hour after they were announced', async () => {
  const { store, countOf, pass, said } = await openAgingStore(16)
  await store.retention.tick()
  expect(said()).toEqual([
    'days 2026-01-16, 2026-01-17 of events ended more than 10 days ago and will be dropped in an hour, 3 more in the hours after',
    'days 2025-12-22, 2025-12-23 of figures ended more than 30 days ago and will be dropped in an hour, 8 more in the hours after',
  ])
  await pass(59)
  expect([await countOf('events'), await countOf('figures'), said()]).toEqual([16, 41, []])
  await pass(1)
  expect([await countOf('events'), await countOf('figures')]).toEqual([14, 39])
  expect(said()).toEqual([
    'dropped days 2026-01-16, 2026-01-17 of events',
    'dropped days 2025-12-22, 2025-12-23 of figures',
    'days 2026-01-18, 2026-01-19 of events ended more than 10 days ago and will be dropped in an hour, 1 more in the hours after',
    'days 2025-12-24, 2025-12-25 of figures ended more than 30 days ago and will be dropped in an hour, 6 more in the hours after',
  ])
  await pass(59)
  expect(await countOf('events')).toBe(14)
  await pass(61)
  expect(await countOf('events')).toBe(11)
  await pass(10 * hour)
  expect([await countOf('events'), await countOf('figures')]).toEqual([11, 31])
  await store.close()
})

test('a clock that is a year ahead for a minute, or for less than an hour, costs nothing', async () => {
  const { store, countOf, pass, set, said } = await openAgingStore(5)
  await store.retention.tick()
  // Whatever the jump precedes: a run, or the hour after the start.
  for (const minutesBefore of [0, 59, 90, 119]) {
    await pass(minutesBefore)
    for (const minutesAhead of [1, 58]) {
      set(year)
      await pass(minutesAhead)
      set(-year)
      await pass(1)
    }
  }
  await pass(3 * hour)
  expect([await countOf('events'), await countOf('figures')]).toEqual([5, 30])
  expect(said().slice(0, 4)).toEqual([
    'the clock was set ahead by 8760 h (or the machine slept): no days are dropped for an hour',
    'days 2026-01-27, 2026-01-28 of events ended more than 10 days ago and will be dropped in an hour, 3 more in the hours after',
    'days 2026-01-02, 2026-01-03 of figures ended more than 30 days ago and will be dropped in an hour, 28 more in the hours after',
    'the clock was set back by 8760 h (or the machine slept): no days are dropped for an hour',
  ])
  await store.close()
})

test('days that a clock makes too young are kept until it is time; half an hour does not matter', async () => {
  const { store, countOf, pass, set, said } = await openAgingStore(12)
  await store.retention.tick()
  expect(said()[0]).toContain('day 2026-01-20 of events ended more than 10 days ago')
  set(-2 * hour)
  await pass(1)
  expect(said()).toContain(
    'day 2026-01-20 of events will not be dropped: by the clock as it is now, it is not time yet',
  )
  await pass(2 * hour)
  expect(await countOf('events')).toBe(12)
  set(hour / 2)
  await pass(hour)
  expect(await countOf('events')).toBe(11)
  await store.close()
})

const ofSize = / take [\d.]+ kB, the limit is [\d.]+ kB$/

test('days beyond the size go as old ones do, after these and with the same notice', async () => {
  const { store, countOf, pass, said } = await openAgingStore(14, { fittingDays: 8 })
  await store.retention.tick()
  const [old, size] = said()
  expect(old).toBe(
    'days 2026-01-18, 2026-01-19 of events ended more than 10 days ago and will be dropped in an hour, 1 more in the hours after',
  )
  expect(size).toContain('of figures')
  await pass(60)
  const next = said().filter(line => line.includes('events'))
  expect(next).toEqual([
    'dropped days 2026-01-18, 2026-01-19 of events',
    'day 2026-01-20 of events ended more than 10 days ago and will be dropped in an hour',
    expect.stringMatching(
      /^day 2026-01-21 of events will be dropped in an hour, 2 more in the hours after: events/,
    ),
  ])
  expect(next[2]).toMatch(ofSize)
  expect(store.retention.announced).toEqual(['20260120', '20260121'])
  await pass(59)
  expect(await countOf('events')).toBe(12)
  await pass(61)
  expect(await countOf('events')).toBe(8)
  await pass(10 * hour)
  expect([await countOf('events'), store.retention.announced]).toEqual([8, []])
  await store.close()
})

test('while the disk is nearly full, a day beyond the size goes each minute, whatever the clock says', async () => {
  const { store, disk, countOf, pass, set, said } = await openAgingStore(9, { fittingDays: 4 })
  await store.retention.tick()
  said()
  disk.free = 9
  await pass(1)
  expect(said()).toEqual([
    expect.stringMatching(
      /^day 2026-01-23 of events will be dropped in a minute, since the disk is nearly full: events take/,
    ),
  ])
  expect(await countOf('events')).toBe(9)
  await pass(1)
  expect(said()).toEqual([
    'dropped day 2026-01-23 of events',
    expect.stringMatching(/^day 2026-01-24 of events will be dropped in a minute/),
  ])
  set(-3 * hour)
  // Less than twice the floor.
  disk.free = 19
  await pass(1)
  expect(await countOf('events')).toBe(7)
  disk.free = 20
  await pass(30)
  expect(await countOf('events')).toBe(7)
  disk.free = 5
  await pass(3)
  expect(await countOf('events')).toBe(5)
  await pass(2)
  expect(await countOf('events')).toBe(4)
  await pass(5 * hour)
  expect(await countOf('events')).toBe(4)
  await store.close()
})

test('a clock that is a year ahead makes no day old while the disk is nearly full: days above the size go', async () => {
  const { store, disk, countOf, pass, set } = await openAgingStore(9, { fittingDays: 4 })
  await store.retention.tick()
  disk.free = 5
  set(year)
  await pass(3)
  expect(await countOf('events')).toBe(7)
  await pass(20)
  expect(await countOf('events')).toBe(4)
  await store.close()
})

test('limits that were raised elsewhere a moment before a drop are kept to', async () => {
  const limits = { days: 100, bytes: 0 }
  const { store, countOf, pass } = await openAgingStore(14, { readLimits: async () => limits })
  await store.retention.tick()
  expect(store.retention.announced).toEqual(['20260118', '20260119'])
  await pass(hour)
  expect(await countOf('events')).toBe(14)
  limits.days = 10
  await pass(hour)
  expect(await countOf('events')).toBe(12)
  await store.close()
})

test('a disk that is nearly full takes nothing that fits the limits, nor the newest day', async () => {
  const unlimited = await openAgingStore(5)
  unlimited.disk.free = 0
  await unlimited.pass(3 * hour)
  expect(await unlimited.countOf('events')).toBe(5)
  await unlimited.store.close()
  const { store, disk, countOf, pass } = await openAgingStore(1, { fittingDays: 1 })
  disk.free = 0
  await pass(3 * hour)
  expect(await countOf('events')).toBe(1)
  await store.close()
})

test('limits that are changed are announced at once, and can be changed back within the hour', async () => {
  const { store, countOf, pass, said } = await openAgingStore(6)
  await store.retention.tick()
  said()
  await pass(50)
  await store.retention.change({ days: 3, bytes: 0 })
  const announced = said().filter(line => line.includes('events'))
  expect(announced).toEqual([
    'events are kept for 3 days from now on, before it was 10 days; nothing is dropped for an hour',
    'days 2026-01-26, 2026-01-27 of events ended more than 3 days ago and will be dropped in an hour',
  ])
  expect(await store.retention.dueDays()).toEqual(['2026-01-26', '2026-01-27'])
  await pass(59)
  expect(await countOf('events')).toBe(6)
  await store.retention.change({ days: 10, bytes: 0 })
  expect(said()).toContain(
    'days 2026-01-26, 2026-01-27 of events will not be dropped: the retention was changed',
  )
  await pass(3 * hour)
  expect(await countOf('events')).toBe(6)
  await store.retention.change({ days: 10, bytes: 0 })
  expect(said().filter(line => line.includes('events'))).toEqual([])
  await store.retention.change({ days: 10, bytes: 1 })
  expect(store.retention.announced).toEqual(['20260126', '20260127'])
  await pass(61)
  expect([await countOf('events'), store.retention.limits]).toEqual([4, { days: 10, bytes: 1 }])
  await store.close()
})
