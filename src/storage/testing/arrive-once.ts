import { expect } from 'vitest'
import type { EventStore, Read, Scope } from '../contract/event-store.ts'
import { rowsOf, spoolFile, type TestEvent } from './spool-file.ts'

type EventOf = (id: number, seconds: readonly number[], also?: Partial<TestEvent>) => TestEvent

/**
 * The part of the contract about arrivals (EventStore.arrivals). `hour`: begins at second 0 of `eventOf`, and
 * has no events from 30,000 to 29,000 seconds before it.
 */
export async function arriveOnce(
  store: EventStore,
  hour: Scope,
  eventOf: EventOf,
  read: Read,
): Promise<void> {
  const scope = { ...hour, from: hour.from - 30_000, to: hour.from - 29_000 }
  let cursor = (await store.arrivals(scope, { limit: 2 }, read)).next
  const arrived = async (limit = 2, predicate = scope.predicate) => {
    const found: string[] = []
    for (;;) {
      const answer = await store.arrivals({ ...scope, predicate }, { after: cursor, limit }, read)
      found.push(...answer.events.map(({ id, counter }) => `${id}x${counter}`))
      cursor = answer.next
      if (cursor.rest === undefined) return found.join(' ')
    }
  }
  const repeated = rowsOf(eventOf(301, [-29_950, -29_940]))
  const others = [305, 304, 303, 302].flatMap(id => rowsOf(eventOf(id, [id - 29_900])))
  expect(await arrived()).toBe('')
  await store.append(spoolFile([...repeated.slice(0, 1), ...others]))
  expect([await arrived(), await arrived()]).toEqual(['301x1 302x1 303x1 304x1 305x1', ''])

  const failed = spoolFile(rowsOf(eventOf(306, [-29_900], { host: 'fw-9' })))
  await expect(store.append({ ...failed, file: `${failed.file}.gone` })).rejects.toThrow()
  await store.append(spoolFile([...repeated.slice(1), ...rowsOf(eventOf(307, [-29_800]))]))
  expect([await arrived(), await arrived()]).toEqual(['301x2 307x1', ''])
  await store.append({ ...failed, repeated: true })
  expect([await arrived(), await arrived()]).toEqual(['306x1', ''])

  await store.append(spoolFile([308, 309].flatMap(id => rowsOf(eventOf(id, [id - 29_900])))))
  const before = cursor
  expect(await arrived(1, { kind: 'in', field: 'host', values: ['fw-9'], fold: true })).toBe('')
  cursor = before
  // A full page is followed by an empty one.
  expect(await arrived(2)).toBe('308x1 309x1')
}
