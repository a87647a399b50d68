import { expect, test } from 'vitest'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { recordInOrder } from './record-in-order.ts'

test('batches that are appended at once are recorded in their order, and none waits for one that failed', async () => {
  const appends: PromiseWithResolvers<void>[] = []
  const recorded: number[] = []
  const sink = recordInOrder(
    () => {
      const append = Promise.withResolvers<void>()
      appends.push(append)
      return append.promise
    },
    async batches => void recorded.push(...batches.map(({ sequence }) => sequence)),
  )
  const batch = (sequence: number): SpoolBatch => ({
    ...{ file: `${sequence}`, sequence, repeated: false, rows: 1, minutes: [1] },
    names: { hosts: [], programs: [], templates: [] },
  })
  const first = sink([batch(1)])
  const failed = sink([batch(2)])
  const third = sink([batch(3), batch(4)])
  appends[2]?.resolve()
  appends[1]?.reject(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  expect(recorded).toEqual([])
  appends[0]?.resolve()
  await Promise.all([first, third])
  expect(recorded).toEqual([1, 3, 4])
})
