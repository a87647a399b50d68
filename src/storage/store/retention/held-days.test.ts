import { expect, test } from 'vitest'
import { parseFilter } from '../../../filter/parse/parse-filter.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { openAgingStore } from '../../testing/aging-store.ts'
import { damageDay } from '../../testing/damage-day.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { HeldDays, type Hold } from './held-days.ts'
import { readStoredDays } from './stored-space.ts'

/** Minutes. */
const hour = 60

/** A store of 16 days with these holds in force, which the test may change. */
async function openHeld(held: readonly Hold[] = []) {
  const holds = { inForce: held, isAway: false }
  const opened = await openAgingStore(16, {
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
  const { store, countOf, pass, said, holds } = await openHeld([case7])
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
  const { store, countOf, pass } = await openHeld([late, other])
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

test('held days are not among the due days, no matter how many are due before them', async () => {
  const late = { id: 1, name: 'case 1', predicate: everything, from: january(20), to: january(20) + 1 }
  const { store, holds } = await openHeld([late])
  await store.retention.tick()
  expect(await store.retention.dueDays()).toEqual(['2026-01-16', '2026-01-17', '2026-01-18', '2026-01-19'])
  const heldBy = async () =>
    (await readStoredDays(store.client, store.retention)).flatMap(({ day, held_by, is_announced }) =>
      held_by.length > 0 || is_announced ? [[day, held_by, is_announced]] : [],
    )
  expect(await heldBy()).toEqual([
    ['2026-01-16', [], true],
    ['2026-01-17', [], true],
    ['2026-01-20', ['case 1'], false],
  ])
  holds.inForce = [{ id: 2, name: 'case 2', predicate: everything, from: january(17), to: january(17) + 1 }]
  expect(await heldBy()).toEqual([
    ['2026-01-16', [], true],
    ['2026-01-17', ['case 2'], false],
  ])
  await store.close()
})

test('a day that cannot be read stays while a hold may keep it, and keeps no other day', async () => {
  const ofRows = ofHost(`${ordinary.host.slice(0, -1)}?`)
  const hold = { id: 1, name: 'case 1', predicate: ofRows, from: january(1), to: january(17) }
  const { folder, store, countOf, pass, said, holds } = await openHeld()
  await store.retention.tick()
  damageDay(folder, '20260116')
  holds.inForce = [hold]
  said()
  await pass(hour)
  expect(said().filter(line => line.includes(' of events '))).toEqual([
    expect.stringMatching(
      /^day 2026-01-16 of events stays, since it cannot be told whether a legal hold keeps it: .* damaged/,
    ),
    expect.stringContaining('days 2026-01-18, 2026-01-19 of events ended'),
  ])
  await pass(3 * hour)
  expect([await countOf('events'), said().filter(line => line.includes('stays'))]).toEqual([12, []])
  holds.inForce = []
  await pass(2 * hour)
  expect([await countOf('events'), store.days.begin]).toEqual([11, january(21)])
  await store.close()
})

test('while events of a day are being stored, it is uncertain whether a hold keeps the day', async () => {
  const journal = new StoreJournal()
  let count = 0
  const held = new HeldDays({
    holds: async () => [],
    catchUp: async () => {},
    journal,
    countPeriods: async () => [count],
  })
  const hold = { id: 1, name: 'case 1', predicate: everything, ...allTime }
  const find = (partition: string) => held.findHoldsOf(partition, [hold])
  expect(await find('20260116')).toEqual([])
  const names = { hosts: [], programs: [], templates: [] }
  const batch = { sequence: 1, rows: 1, minutes: [january(16) / 60], repeated: false, names }
  journal.begin(batch)
  await expect(find('20260116')).rejects.toThrow('events of this day are being stored')
  expect(await find('20260117')).toEqual([])
  count = 1
  journal.end(batch)
  expect(await find('20260116')).toEqual(['case 1'])
  // Held by what is stored already, whatever else comes.
  journal.begin({ ...batch, sequence: 2 })
  expect(await find('20260116')).toEqual(['case 1'])
})
