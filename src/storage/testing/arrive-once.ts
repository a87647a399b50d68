import { expect } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { newRowsIn } from '../clients/row-binary/new-rows.ts'
import type { EventStore, Read, Scope } from '../contract/event-store.ts'
import type { NewRowsQuery, RowPosition } from '../contract/new-rows.ts'
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

/** The part of the contract about new rows. No other test has events of its host `fw-new`. */
export async function readNewRows(
  store: EventStore,
  { from }: Scope,
  eventOf: EventOf,
  read: Read,
): Promise<void> {
  const predicate: Predicate = { kind: 'in', field: 'host', values: ['fw-new'], fold: true }
  const rows = (id: number, seconds: readonly number[], also: Partial<TestEvent> = {}) =>
    rowsOf(eventOf(id, seconds, { host: 'fw-new', ...also }))
  const begin = (await store.newRows({ predicate, limit: 9, order: 'arrival' }, read)).next
  let position = begin
  const all = async (query: Partial<NewRowsQuery> = {}) => {
    const found: string[] = []
    for (;;) {
      const answer = await store.newRows(
        { predicate, after: position, limit: 2, order: 'arrival', ...query },
        read,
      )
      const events = [...newRowsIn(answer)]
      expect(events).toHaveLength(answer.rows)
      for (const { event, isRepeat, earlier } of events)
        found.push(`${event.id}${isRepeat ? `+${event.counter}` : ''}${earlier.length > 0 ? '~' : ''}`)
      position = answer.next
      if (!answer.hasMore) return found.join(' ')
    }
  }
  expect(await all()).toBe('')
  // The event 401 begins in the first batch. Three of its occurrences, in two seconds, are in the second one.
  const [first, ...repeats] = rows(401, [-28_950, -28_940, -28_939.9, -28_930])
  const later = [404, 403, 402].flatMap(id => rows(id, [id - 29_400]))
  const other = rows(405, [-28_990], { host: 'fw-other' })
  await store.append(spoolFile([...(first === undefined ? [] : [first]), ...later, ...other]))
  await store.append(spoolFile([...rows(406, [-28_945]), ...repeats]))
  expect([await all(), await all()]).toEqual(['401 402 403 404 401+2~ 401+1 406', ''])
  const afterTwo = position
  position = begin
  expect(await all({ order: 'time' })).toBe('402 403 404 401 406 401+2~ 401+1')

  // A batch that arrives late, after a later one.
  position = afterTwo
  const failed = spoolFile(rows(407, [-28_000]))
  await expect(store.append({ ...failed, file: `${failed.file}.gone` })).rejects.toThrow()
  await store.append(spoolFile(rows(408, [-28_000])))
  expect([await all(), await all()]).toEqual(['408', ''])
  await store.append({ ...failed, repeated: true })
  const limits = { oldest: 0, bytes: Number.POSITIVE_INFINITY }
  expect(await store.waitingRows({ predicate, after: position }, limits, read)).toEqual({
    rows: 1,
    oldest: from - 28_000,
    beyond: undefined,
  })
  expect([await all(), await all()]).toEqual(['407', ''])

  const waiting = async (after: RowPosition, beyond: Partial<typeof limits>) => {
    const answer = await store.waitingRows({ predicate, after }, { ...limits, ...beyond }, read)
    position = answer.beyond?.next ?? after
    return { rows: answer.rows, beyond: answer.beyond?.rows, rest: await all() }
  }
  const eight = '407 408'
  expect(await waiting(begin, { oldest: from - 28_100 })).toEqual({ rows: 9, beyond: 7, rest: eight })
  expect((await waiting(begin, { bytes: 1 })).rest).toBe('')
  expect(await waiting(begin, { bytes: 1e9 })).toMatchObject({ rows: 9, beyond: undefined })
}
