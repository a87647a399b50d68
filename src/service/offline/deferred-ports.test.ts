import { expect, test } from 'vitest'
import { DeferredPorts } from './deferred-ports.ts'

test('an outage that is recorded while earlier ones are passed on is kept, in order', async () => {
  const deferred = new DeferredPorts()
  const outages: [from: number, to: number][] = []
  const store: DeferredPorts['ports'] = {
    sink: () => Promise.reject(new Error('no batches')),
    slowOutcome: () => Promise.reject(new Error('no batches')),
    abandon: () => {},
    recordFigures: async () => {},
    async recordOutage(from, to) {
      if (from === 1) await deferred.ports.recordOutage(5, 6)
      outages.push([from, to])
    },
  }
  await deferred.ports.recordOutage(1, 2)
  await deferred.ports.recordOutage(3, 4)
  await deferred.attach(store)
  await deferred.ports.recordOutage(7, 8)
  expect(outages).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ])
})
