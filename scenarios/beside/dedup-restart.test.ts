import { expect, test } from 'vitest'
import { matching } from '../testing/client.ts'
import { startMillrace } from '../testing/service.ts'
import { repeatedEvents } from '../testing/verify.ts'

const window = 600
const each = 500

const millrace = startMillrace({ MILLRACE_DEDUP_WINDOW: String(window) })
const { client } = millrace

test('a message that continues over a kill in the middle of its window stays one event', async () => {
  const message = 'Interface Gi1/0/3, changed state to down'
  const start = Math.floor(Date.now() / 1_000) - window / 2
  const times = Array.from({ length: 3 * each }, (_, i) => start + i / 10)
  const send = async (from: number) => {
    const events = times
      .slice(from, from + each)
      .map(ts => ({ message, host: 'edge-7', program: 'link', ts }))
    expect(await client.send(events)).toBe(200)
  }

  await send(0)
  await repeatedEvents(client, message, each)
  // The first restart finds the event in the store, the second also events that only the spool may have.
  await millrace.kill9()
  await millrace.restart()
  await send(each)
  await millrace.kill9()
  await millrace.restart()
  await send(2 * each)

  const first = Math.round(start * 1_000_000)
  expect(await repeatedEvents(client, message, 3 * each)).toEqual([{ first, counter: 3 * each }])
  const { events } = await client.search(matching(`"${message}"`))
  const stamps = await client.timestamps(events.objects[0]?._id ?? '')
  expect(stamps).toEqual(times.toReversed())
})

test('a message is a new event once its window is over, also when a kill lies between', async () => {
  const message = 'fan tray 2 recovered'
  const start = Math.floor(Date.now() / 1_000) - window - 60
  const send = async (...after: number[]) => {
    const events = after.map(seconds => ({ message, host: 'edge-8', ts: start + seconds }))
    expect(await client.send(events)).toBe(200)
  }
  await send(0, window - 1)
  await millrace.kill9()
  await millrace.restart()
  await send(window - 0.5, window, window + 1)
  expect(await repeatedEvents(client, message, 5)).toEqual([
    { first: start * 1_000_000, counter: 3 },
    { first: (start + window) * 1_000_000, counter: 2 },
  ])
})
