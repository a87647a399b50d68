import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { type AttemptCounter, maxCounters } from './login-throttle.ts'
import { SharedThrottle } from './shared-throttle.ts'

const name = (key: string): AttemptCounter => ({ kind: 'name', key })
const address = (key: string): AttemptCounter => ({ kind: 'address', key })

async function openThrottles() {
  const { metadata, clock } = await openTemporaryMetadata()
  const { db, keyring } = metadata
  const open = () => new SharedThrottle(db, clock.now, keyring)
  return { one: open(), other: open(), db, clock }
}

test('nodes count attempts together, and forgive together', async () => {
  const { one, other, clock } = await openThrottles()
  const ann = [name('ann'), address('198.51.100.1')]
  for (let tried = 0; tried < 5; tried++) {
    await one.checkAndCount(ann)
    await other.checkAndCount(ann)
  }
  const refused = { code: 'throttled', retryAfter: 1 }
  await expect(one.checkAndCount(ann)).rejects.toMatchObject(refused)
  await expect(other.checkAndCount([name('ann'), address('198.51.100.2')])).rejects.toMatchObject(refused)
  await other.checkAndCount([name('bob'), address('198.51.100.1')])
  await other.uncount([name('ann')])
  await one.checkAndCount(ann)
  await expect(one.checkAndCount(ann)).rejects.toMatchObject({ code: 'throttled' })
  clock.seconds += 1
  await other.checkAndCount(ann)
  await expect(one.checkAndCount(ann)).rejects.toMatchObject({ retryAfter: 2 })
})

test('attempts at the same time pass as often as are free', async () => {
  const { one, other } = await openThrottles()
  const tries = Array.from({ length: 30 }, (_, at) =>
    (at % 2 === 0 ? one : other).checkAndCount([name('ann')]),
  )
  const passed = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(passed).toHaveLength(10)
})

test('rows tell no names, and go when an attempt was right, when they are forgiven, and beyond the bound', async () => {
  const { one, other, db, clock } = await openThrottles()
  const rows = () => db.selectFrom('login_attempts').selectAll().execute()
  await one.count([name('ann')])
  expect(await rows()).toEqual([
    { key: expect.stringMatching(/^[0-9a-f]{64}$/), level: 1, last_at: clock.now() },
  ])
  await one.uncount([name('ann')])
  expect(await rows()).toEqual([])
  await one.count([name('bob')])
  clock.seconds += 2 * 3_600 + 1
  await other.count([name('carl')])
  expect(await rows()).toHaveLength(1)
  const many = Array.from({ length: maxCounters + 500 }, (_, at) => ({
    key: `${at}`,
    level: 1,
    last_at: clock.now() + at,
  }))
  for (let at = 0; at < many.length; at += 1_000)
    await db
      .insertInto('login_attempts')
      .values(many.slice(at, at + 1_000))
      .execute()
  for (let tried = 0; tried < 100; tried++) await other.uncount([name('dora')])
  expect(await rows()).toHaveLength(maxCounters)
})
