import { expect, test } from 'vitest'
import type { SeenNode } from '../../metadata/nodes/nodes.ts'
import { deliveredUntil } from './delivered-until.ts'

test('conditions are judged up to what every node that matters has delivered', () => {
  const node = (lagMs: number | undefined, changes: Partial<SeenNode> = {}): SeenNode => ({
    id: 2,
    name: 'two',
    url: 'http://two',
    age: 1,
    counters: JSON.stringify({ state: { deliveryLagMs: lagMs } }),
    version: '1',
    isRemoved: false,
    clockSkewMs: 0,
    ...changes,
  })
  const cases: [others: SeenNode[], until: number][] = [
    [[], 990],
    [[node(0)], 990],
    [[node(18_000)], 981],
    [[node(0), node(100_000), node(18_000)], 899],
    // Earlier versions report nothing.
    [[node(undefined, { age: 20 })], 980],
    // It crashed, or stopped with events in its spool, and may return soon.
    [[node(0, { age: 60 })], 940],
    [[node(10_000, { age: 60, url: null })], 930],
    // It stopped with an empty spool, has been gone for long, was removed, or has never reported.
    [[node(0, { age: 60, url: null })], 990],
    [[node(10_000, { age: 301 })], 990],
    [[node(10_000, { isRemoved: true })], 990],
    [[node(10_000, { age: null }), node(0, { counters: null })], 990],
  ]
  for (const [others, until] of cases)
    expect([others, deliveredUntil(990, others, 1_000)]).toEqual([others, until])
  expect(deliveredUntil(2_000, [], 1_000)).toBe(1_000)
})
