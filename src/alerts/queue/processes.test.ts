import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../../metadata/testing/child.ts'
import { postgresOf } from '../../metadata/testing/postgres.ts'
import { openTestActions } from './testing/test-queue.ts'

test('several processes do each action once; the others do the action of a killed process', async () => {
  const { metadata, clock, folder, trigger, queue } = await openTestActions()
  const id = await trigger({
    send_webhook: true,
    send_webhook_period: 0,
    send_webhook_url: 'http://127.0.0.1/',
  })
  const start = async () => {
    const place = { folder, postgres: await postgresOf(folder), start: clock.seconds - 10 }
    const child = startChild(new URL('./testing/queue-child.ts', import.meta.url), JSON.stringify(place))
    onTestFinished(() => child.kill())
    const lines = child.lines[Symbol.asyncIterator]()
    /** Reads lines up to this one. */
    const until = async (last: string) => {
      const read: string[] = []
      for (;;) {
        const { value, done } = await lines.next()
        if (done === true) throw new Error(`the process ended behind ${read}`)
        if (value === last) return read
        read.push(value)
      }
    }
    await until('open')
    return { ...child, lines, until, tick: () => child.say(String(clock.seconds)) }
  }
  const [one, two] = await Promise.all([start(), start()])
  const keys = Array.from({ length: 60 }, (_, number) => `key-${number}`)
  for (const key of keys) await queue(id, 'webhook', { idempotency_key: key, key })
  one.tick()
  two.tick()
  const begun = await Promise.all([one.until('idle'), two.until('idle')])
  expect(begun.flat().toSorted()).toEqual(keys.toSorted())

  const held = ['held-0', 'held-1', 'held-2']
  for (const key of held) await queue(id, 'webhook', { idempotency_key: key, key })
  one.say('hold')
  one.tick()
  for (const _ of held) expect(held).toContain((await one.lines.next()).value)
  await one.kill()
  two.tick()
  expect(await two.until('idle')).toEqual([])
  // After the lease of the other process's action.
  clock.seconds += 241
  two.tick()
  expect((await two.until('idle')).toSorted()).toEqual(held)
  const runs = await metadata.db.selectFrom('action_runs').select(['status', 'tries']).execute()
  expect(runs.filter(({ status }) => status !== 'done')).toEqual([])
  expect(runs.map(({ tries }) => tries).toSorted()).toEqual([...Array(60).fill(1), 2, 2, 2])
})
