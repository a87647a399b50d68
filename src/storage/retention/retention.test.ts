import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseFilter } from '../../filter/parse-filter.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import type { Read } from '../store.ts'
import { partitionSizes } from '../tables/partitions.ts'
import { ManualClocks } from '../testing/manual-clocks.ts'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import { daySeconds } from '../time-span.ts'
import type { Hold } from './held-days.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const hour = 60
const year = 365 * 24 * hour
/** A midnight, Unix seconds. */
const today = Date.UTC(2026, 0, 31) / 1000

/**
 * A store that keeps 10 days and has one event of each of the last `days`, with clocks that the test turns by minutes. `fittingDays`: it
 * keeps what so many of them take.
 */
async function openStore(
  days: number,
  {
    retentionDays = 10,
    fittingDays = 0,
    holds,
  }: { retentionDays?: number; fittingDays?: number; holds?: () => Promise<readonly Hold[]> } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-retention-'))
  const options = { folder, window: 60, retentionDays }
  const filled = await openEmbeddedStore({ ...options, retentionDays: 100_000, log: () => {} })
  const rows = Array.from({ length: days }, (_, day) =>
    rowsOf({
      id: day + 1,
      occurrences: [(today - day * daySeconds) * 1e6],
      ...ordinary,
      message: 'x',
      tags: {},
    }),
  )
  await filled.append(spoolFile(rows.flat()))
  await filled.figures.append(
    Array.from({ length: days + 25 }, (_, day) => ({
      second: today - day * daySeconds,
      kind: 'System_CPU' as const,
      series: 'cpu',
      values: [1],
    })),
    false,
  )
  const sizes = await partitionSizes(filled.client, 'millrace.events', read)
  const newest = [...sizes.values()].slice(days - fittingDays)
  const retentionBytes = newest.reduce((sum, { bytes }) => sum + bytes, 0)
  await filled.close()

  const clocks = new ManualClocks(today * 1000 + 1)
  const said: string[] = []
  const disk = { total: 100, free: 50 }
  const store = await openEmbeddedStore({
    ...options,
    retentionBytes: fittingDays === 0 ? 0 : retentionBytes,
    disk: async () => disk,
    diskFloor: 10,
    ...(holds && { holds }),
    clocks,
    log: line => said.push(line),
  })
  const countOf = async (table: 'events' | 'figures') => {
    const [[count] = []] = await store.client.select(`SELECT count() FROM millrace.${table}`, read)
    return Number(count)
  }
  return {
    store,
    disk,
    countOf,
    /** Time passes. */
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute++) {
        clocks.advance(60_000)
        await store.retention.tick()
      }
    },
    /** Somebody sets the clock. */
    set(minutes: number) {
      clocks.set(minutes * 60_000)
    },
    /** What was logged since the last call. */
    said: () => said.splice(0),
  }
}

test('two days at most are dropped an hour, an hour after they were announced', async () => {
  const { store, countOf, pass, said } = await openStore(16)
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
  const { store, countOf, pass, set, said } = await openStore(5)
  await store.retention.tick()
  // Whatever it comes before: a run, or the hour after the start.
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
  const { store, countOf, pass, set, said } = await openStore(12)
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
  const { store, countOf, pass, said } = await openStore(14, { fittingDays: 8 })
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
  const { store, disk, countOf, pass, set, said } = await openStore(9, { fittingDays: 4 })
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

test('a disk that is nearly full takes nothing that fits the limits, nor the newest day', async () => {
  const unlimited = await openStore(5)
  unlimited.disk.free = 0
  await unlimited.pass(3 * hour)
  expect(await unlimited.countOf('events')).toBe(5)
  await unlimited.store.close()
  const { store, disk, countOf, pass } = await openStore(1, { fittingDays: 1 })
  disk.free = 0
  await pass(3 * hour)
  expect(await countOf('events')).toBe(1)
  await store.close()
})

test('limits that are changed are announced at once, and can be changed back within the hour', async () => {
  const { store, countOf, pass, said } = await openStore(6)
  await store.retention.tick()
  said()
  await pass(50)
  store.retention.change({ days: 3, bytes: 0 })
  await store.retention.tick()
  const announced = said().filter(line => line.includes('events'))
  expect(announced).toEqual([
    'events are kept for 3 days from now on, before it was 10 days; nothing is dropped for an hour',
    'days 2026-01-26, 2026-01-27 of events ended more than 3 days ago and will be dropped in an hour',
  ])
  expect(await store.retention.dueDays()).toEqual(['2026-01-26', '2026-01-27'])
  await pass(59)
  expect(await countOf('events')).toBe(6)
  store.retention.change({ days: 10, bytes: 0 })
  await store.retention.tick()
  expect(said()).toContain(
    'days 2026-01-26, 2026-01-27 of events will not be dropped: the retention was changed',
  )
  await pass(3 * hour)
  expect(await countOf('events')).toBe(6)
  store.retention.change({ days: 10, bytes: 0 })
  await store.retention.tick()
  expect(said().filter(line => line.includes('events'))).toEqual([])
  store.retention.change({ days: 10, bytes: 1 })
  await store.retention.tick()
  expect(store.retention.announced).toEqual(['20260126', '20260127'])
  await pass(61)
  expect([await countOf('events'), store.retention.limits]).toEqual([4, { days: 10, bytes: 1 }])
  await store.close()
})

/** A store of 16 days with these holds in force, which the test changes. */
async function openHeld(...held: Hold[]) {
  const holds = { inForce: held, isAway: false }
  const opened = await openStore(16, {
    holds: async () => {
      if (holds.isAway) throw new Error('the metadata is away')
      return holds.inForce
    },
  })
  return { ...opened, holds }
}
/** Midnight of a day of January 2026. */
const january = (day: number) => Date.UTC(2026, 0, day) / 1000
const ofHost = (host: string) => {
  const parsed = parseFilter([{ field: 'host', value: host }])
  if ('faults' in parsed) throw new Error('the filter is valid')
  return parsed.predicate
}
const everything = ofHost('*')
const allTime = { from: 0, to: Number.POSITIVE_INFINITY }

test('days that have events of a hold are kept until it is lifted, and others go in their place', async () => {
  const case7 = { id: 7, name: 'case 7', predicate: everything, from: january(16), to: january(17) + 1 }
  const { store, countOf, pass, said, holds } = await openHeld(case7)
  await store.retention.tick()
  expect(said()[0]).toContain('days 2026-01-18, 2026-01-19 of events ended more than 10 days ago')
  expect(store.retention.held).toEqual(
    new Map([
      ['20260116', ['case 7']],
      ['20260117', ['case 7']],
    ]),
  )
  await pass(10 * hour)
  expect([await countOf('events'), store.days.begin]).toEqual([13, january(16)])
  holds.inForce = []
  await pass(hour)
  expect(await countOf('events')).toBe(13)
  await pass(hour)
  expect([await countOf('events'), store.retention.held.size]).toEqual([11, 0])
  await store.close()
})

test('a hold of a filter keeps what fits, also what comes late; one of other hosts keeps nothing', async () => {
  const late = { id: 1, name: 'fw-9', predicate: ofHost('fw-9'), ...allTime }
  const other = { id: 2, name: 'gone', predicate: ofHost('gone-*'), ...allTime }
  const { store, countOf, pass } = await openHeld(late, other)
  await store.retention.tick()
  expect(store.retention.announced).toEqual(['20260116', '20260117'])
  await pass(30)
  const event = { ...ordinary, host: 'fw-9', message: 'late', tags: {} }
  await store.append(spoolFile(rowsOf({ id: 99, occurrences: [(january(16) + 60) * 1e6], ...event })))
  await pass(30)
  expect([await countOf('events'), store.days.begin]).toEqual([16, january(16)])
  await pass(10 * hour)
  expect([await countOf('events'), store.days.begin]).toEqual([13, january(16)])
  await store.close()
})

test('a hold that is placed a moment before a drop is kept to, and without an answer nothing is dropped', async () => {
  const { store, countOf, pass, said, holds } = await openHeld()
  await store.retention.tick()
  await pass(59)
  holds.isAway = true
  said()
  await pass(1)
  expect(said()).toContain('expired days of events could not be dropped: the metadata is away')
  expect(await countOf('events')).toBe(16)
  holds.isAway = false
  holds.inForce = [{ id: 1, name: 'all', predicate: everything, ...allTime }]
  await pass(5 * hour)
  expect(await countOf('events')).toBe(16)
  await store.close()
})
