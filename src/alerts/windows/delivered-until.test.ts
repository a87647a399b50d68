import { expect, test } from 'vitest'
import type { SeenNode } from '../../metadata/nodes/nodes.ts'
import { deliveredUntil } from './delivered-until.ts'

test('conditions are judged up to what every node that matters has delivered', () => {
  const node = (lagMs: number | undefined, changes: Partial<SeenNode> = {}): SeenNode => ({
    id: 2,
    name: 'two',
    url: 'http://two',
    ageSeconds: 1,
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
    [[node(undefined, { ageSeconds: 20 })], 980],
    // It crashed, or stopped with events in its spool, and may return soon.
    [[node(0, { ageSeconds: 60 })], 940],
    [[node(10_000, { ageSeconds: 60, url: null })], 930],
    // It stopped with an empty spool, has been gone for long, was removed, or has never reported.
    [[node(0, { ageSeconds: 60, url: null })], 990],
    [[node(10_000, { ageSeconds: 301 })], 990],
    [[node(10_000, { isRemoved: true })], 990],
    [[node(10_000, { ageSeconds: null }), node(0, { counters: null })], 990],
  ]
  for (const [others, until] of cases)
    expect([others, deliveredUntil(990, others, 1_000)]).toEqual([others, until])
  expect(deliveredUntil(2_000, [], 1_000)).toBe(1_000)
})

test('after a time without the database the other nodes are waited for, as long as after their end', () => {
  const seenAgo = (age: number): SeenNode => ({
    ...{
      id: 2,
      name: 'two',
      url: 'http://two',
      ageSeconds: age,
      version: '1',
      isRemoved: false,
      clockSkewMs: 0,
    },
    counters: JSON.stringify({ state: { deliveryLagMs: 0 } }),
  })
  const cases: [age: number, gap: { seconds: number; endedAgoSeconds: number }, until: number][] = [
    // PostgreSQL was away for 900 s, until a second ago: the other node has not reported itself yet.
    [902, { seconds: 900, endedAgoSeconds: 1 }, 98],
    [1_190, { seconds: 900, endedAgoSeconds: 289 }, -190],
    [1_202, { seconds: 900, endedAgoSeconds: 301 }, 990],
    // It had gone long before.
    [1_300, { seconds: 900, endedAgoSeconds: 1 }, 990],
    // It was there after the gap.
    [301, { seconds: 900, endedAgoSeconds: 600 }, 990],
  ]
  for (const [age, gap, until] of cases)
    expect([age, gap, deliveredUntil(990, [seenAgo(age)], 1_000, gap)]).toEqual([age, gap, until])
})
