import { expect, test } from 'vitest'
import { AppendingNodes } from './appending-nodes.ts'

test('a node appends for some seconds after its newest batch began', () => {
  let now = 0
  const appending = new AppendingNodes(8, () => now)
  expect(appending.count).toBe(0)
  // Two batches of one node, one of another.
  for (const number of [9, 17, 10]) appending.begun(number)
  expect([appending.count, appending.groupMs]).toEqual([2, 5])
  now = 4_000
  appending.begun(25)
  now = 6_000
  expect(appending.count).toBe(1)
  now = 10_000
  expect(appending.count).toBe(0)
})
