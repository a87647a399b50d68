import { expect, test } from 'vitest'
import { AcknowledgedEvents } from './acknowledged-events.ts'

test('nothing is delivered for a query before which nothing was acknowledged', async () => {
  let deliveries = 0
  const events = new AcknowledgedEvents(async () => void deliveries++)
  expect(events.whenSearchable()).toBeUndefined()
  events.add()
  await events.whenSearchable()
  expect([events.whenSearchable(), deliveries]).toEqual([undefined, 1])
})

test('queries share the delivery of what was acknowledged before them, and no earlier one', async () => {
  const deliveries: PromiseWithResolvers<void>[] = []
  const events = new AcknowledgedEvents(() => {
    const delivery = Promise.withResolvers<void>()
    deliveries.push(delivery)
    return delivery.promise
  })
  const ended: string[] = []
  const ask = (name: string) => events.whenSearchable()?.then(() => ended.push(name))
  events.add()
  const first = [ask('first'), ask('second')]
  events.add()
  const later = ask('third')
  expect(deliveries).toHaveLength(2)
  deliveries[0]?.resolve()
  await Promise.all(first)
  expect(ended).toEqual(['first', 'second'])
  deliveries[1]?.resolve()
  await later
  expect(events.whenSearchable()).toBeUndefined()
})

test('a delivery that fails is tried again by the next query', async () => {
  let deliveries = 0
  const events = new AcknowledgedEvents(async () => {
    if (deliveries++ === 0) throw new Error('the worker ended')
  })
  events.add()
  await expect(events.whenSearchable()).rejects.toThrow('the worker ended')
  await events.whenSearchable()
  expect(events.whenSearchable()).toBeUndefined()
})
