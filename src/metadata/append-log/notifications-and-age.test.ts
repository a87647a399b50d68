import { expect, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import * as statements from './statements.ts'
import { file, openPlace } from './testing/place.ts'

test('changes soon after a notification send none, and the next one after that does', async () => {
  const { open, connect } = await openPlace()
  const log = await open(1)
  const { joins } = await log.join(0)
  const client = await connect()
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.query('listen millrace_append_log')
  await log.begin(
    [1, 2, 3, 4, 5].map(sequence => file(sequence)),
    joins,
    0,
  )
  const longMicros = 3_600_000_000
  const end = (sequence: number, folder: string, interval: number) =>
    client.query(statements.end.text, ['folder-1', [sequence], 'end', folder, [null], interval])
  const notifiedAt = async () => {
    const { rows } = await client.query('select notified_at from append_log order by position desc limit 1')
    return Number(rows[0].notified_at)
  }
  await end(1, 'a', longMicros)
  const first = await notifiedAt()
  await end(2, 'b', longMicros)
  await log.begin([file(6)], joins, 0)
  await log.abandonRemoved()
  expect([heard.length, await notifiedAt()]).toEqual([1, first])
  await end(3, 'c', 0)
  const second = await notifiedAt()
  expect([heard.length, second > first]).toEqual([2, true])
  // The clock of the server was ahead when it notified.
  await client.query('update append_log set notified_at = notified_at + 1000000000')
  await end(4, 'd', longMicros)
  expect(heard.length).toBe(3)
  // An entry of an earlier version, which does not say when it notified.
  await client.query('update append_log set notified_at = null')
  await end(5, 'e', longMicros)
  expect(heard).toEqual(Array(4).fill('folder-1'))
  // A drop always notifies, also its own node.
  await log.drop('a day')
  await eventually(() => heard.at(-1)).toBe('')
})

test('entries stay for some time, and then as long as they are not too many', async () => {
  const { open, query } = await openPlace()
  const log = await open(1)
  const { joins } = await log.join(0)
  const files = Array.from({ length: 10 }, (_, index) => file(index + 1))
  await log.begin(files, joins, 0)
  await log.end(files.slice(1).map(({ sequence }) => sequence))
  const left = async (atLeast: number, atMost: number, micros: number) => {
    await query('begin')
    await query(statements.pruneLog.text, [atLeast, atMost, micros])
    const { rows } = await query('select position from append_log order by position')
    await query('rollback')
    return rows.map(({ position }) => Number(position))
  }
  const hour = 3_600_000_000
  const all = Array.from({ length: 19 }, (_, index) => index + 1)
  expect(await left(0, 100, hour)).toEqual(all)
  // The beginning of a batch that has not ended stays.
  expect(await left(0, 5, hour)).toEqual([1, 15, 16, 17, 18, 19])
  expect(await left(3, 100, 0)).toEqual([1, 17, 18, 19])
  await query('update append_log set at = at - 7200000000 where position < 8')
  expect(await left(0, 100, hour)).toEqual([1, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  await query('update append_log set at = null where position < 10')
  expect(await left(0, 100, hour)).toEqual([1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
})
