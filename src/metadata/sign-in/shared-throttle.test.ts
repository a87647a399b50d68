import { expect, test } from 'vitest'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { type AttemptCounter, maxCounters } from './login-throttle.ts'
import { SharedThrottle } from './shared-throttle.ts'

const name = (key: string): AttemptCounter => ({ kind: 'name', key })
const address = (key: string): AttemptCounter => ({ kind: 'address', key })

async function openThrottles() {
  const { metadata, clock } = await openTemporaryMetadata()
  const { db, keyring } = metadata
  const open = () => new SharedThrottle(db, clock.now, keyring)
  return { one: open(), other: open(), open, db, clock }
}

test('nodes count attempts together, and forgive together', async () => {
  const { one, other, open, clock } = await openThrottles()
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
  await other.checkAndCount(ann)
  await other.uncount([name('ann')])
  await open().checkAndCount(ann)
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

test('a refusal is remembered for a second; what another node forgives counts then', async () => {
  const { one, other, clock } = await openThrottles()
  for (let tried = 0; tried < 13; tried++) await one.count([name('ann')])
  await expect(one.checkAndCount([name('ann')])).rejects.toMatchObject({ retryAfter: 8 })
  for (let tried = 0; tried < 5; tried++) await other.uncount([name('ann')])
  await expect(one.checkAndCount([name('ann')])).rejects.toMatchObject({ retryAfter: 8 })
  clock.seconds += 1
  await one.checkAndCount([name('ann')])
  for (let tried = 0; tried < 10; tried++) await one.count([name('ann')])
  await expect(one.checkAndCount([name('ann')])).rejects.toMatchObject({ code: 'throttled' })
  // A clock that was set back does not lock users out.
  clock.seconds -= 86_400
  await one.checkAndCount([name('ann')])
})

test.skipIf(isInFiles)(
  'refused attempts wait for no writer and delay none; of others few wait, strangers apart',
  async () => {
    const { one, other, db } = await openThrottles()
    for (let tried = 0; tried < 15; tried++) await one.count([name('ann')])
    const [held, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writer = db.transaction().execute(async () => {
      held.resolve()
      await ends.promise
    })
    await held.promise
    const codes = async (tries: readonly Promise<void>[]) => {
      const outcomes = await Promise.allSettled(tries)
      return outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.code : 'passed'))
    }
    const many = Array.from({ length: 300 }, (_, at) => [name('ann'), address(`198.51.100.${at}`)])
    expect(await codes([one.checkAndCount([name('ann')])])).toEqual(['throttled'])
    const refused = await codes([
      ...many.map(counters => one.checkAndCount(counters)),
      ...many.slice(0, 100).map(counters => other.checkAndCount(counters)),
    ])
    expect(new Set(refused)).toEqual(new Set(['throttled']))
    const strangers = codes(many.map((_, at) => one.checkAndCount([name(`user${at}`)])))
    const known = one.checkAndCount([{ kind: 'known', key: 'device 7' }])
    ends.resolve()
    await Promise.all([writer, known])
    const found = await strangers
    expect(found.filter(code => code === 'overloaded')).toHaveLength(300 - 101)
    expect(found.filter(code => code === 'passed')).toHaveLength(101)
  },
)
