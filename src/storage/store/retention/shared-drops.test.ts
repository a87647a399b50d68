import { expect, test } from 'vitest'
import { openAgingStore } from '../../testing/aging-store.ts'
import type { ManualClocks } from '../../testing/manual-clocks.ts'
import type { DropKind, SharedDrops } from './shared-drops.ts'

/** Minutes. */
const hour = 60
const day = 24 * hour

/** What a database knows of drops. Its clock passes with the monotonic clock of the machine. */
class Announcements {
  isAway = false
  /** Minutes by which the clock of the database was set. */
  setBy = 0
  readonly days = new Map<DropKind, { days: readonly string[]; at: number }>()
  elsewhere: string[] = []

  open(clocks: ManualClocks): SharedDrops {
    const begin = clocks.wall()
    const now = async () => {
      if (this.isAway) throw new Error('the connection was refused')
      return begin + clocks.monotonic() + this.setBy * 60_000
    }
    return {
      now,
      announce: async (kind, days) => void this.days.set(kind, { days, at: await now() }),
      announcedAt: async (kind, partition) => {
        const announced = this.days.get(kind)
        return announced?.days.includes(partition) ? announced.at : undefined
      },
      others: () => this.elsewhere,
    }
  }
}

async function openShared(days: number, options: { fittingDays?: number } = {}) {
  const announcements = new Announcements()
  const store = await openAgingStore(days, { ...options, drops: clocks => announcements.open(clocks) })
  return { ...store, announcements }
}

test('a node whose clock is ahead drops nothing of what all nodes share', async () => {
  const { store, countOf, pass, set, said } = await openShared(12)
  await store.retention.tick()
  said()
  set(3 * day)
  await pass(24 * hour)
  // By the right clock, one day and one more since.
  expect(await countOf('events')).toBe(12)
  expect(said()).toEqual([
    "this machine's clock differs from the database's by +259200.0 s: no days are dropped",
  ])
  set(-3 * day)
  await pass(1)
  expect(said()[0]).toBe('the clocks agree again: days may be dropped in an hour')
  await pass(2 * hour)
  expect(await countOf('events')).toBe(10)
  await store.close()
})

test.each([
  ['machine', -5, 0],
  ['database', 0, -5],
])('of two clocks that agree the earlier one counts, here of the %s', async (_, machine, database) => {
  // By the other clock, the first day is due in exactly a day.
  const { store, countOf, pass, set, announcements } = await openShared(11)
  set(machine)
  announcements.setBy = database
  await store.retention.tick()
  await pass(25 * hour)
  expect(await countOf('events')).toBe(11)
  await pass(hour)
  expect(await countOf('events')).toBe(10)
  await store.close()
})

test('a day is dropped an hour after all nodes can know, and not while the database is away', async () => {
  const { store, countOf, pass, said, announcements } = await openShared(14)
  await store.retention.tick()
  expect(announcements.days.get('events')?.days).toEqual(['20260118', '20260119'])
  expect(announcements.days.get('figures')?.days).toEqual(['20251224', '20251225'])
  // Another node, or a copy of the database, has lost the announcement.
  announcements.days.delete('events')
  await pass(60)
  expect(await countOf('events')).toBe(14)
  announcements.isAway = true
  await pass(3 * hour)
  expect(await countOf('events')).toBe(14)
  expect(said()).toContain(
    'the database does not say what time it is: the connection was refused: no days are dropped',
  )
  announcements.isAway = false
  await pass(30)
  expect(await countOf('events')).toBe(14)
  await pass(2 * hour)
  expect(await countOf('events')).toBeLessThan(14)
  await store.close()
})

test('days that another node drops are announced here too; a full disk waits for the clocks, too', async () => {
  const { store, countOf, pass, set, disk, announcements } = await openShared(9, { fittingDays: 4 })
  announcements.elsewhere = ['20260125']
  expect(store.retention.announced).toContain('20260125')
  disk.free = 9
  set(3 * hour)
  await pass(3)
  expect(await countOf('events')).toBe(9)
  set(-3 * hour)
  await pass(3)
  expect(announcements.days.get('urgent')?.days).toHaveLength(1)
  expect(await countOf('events')).toBeLessThan(9)
  await store.close()
})
