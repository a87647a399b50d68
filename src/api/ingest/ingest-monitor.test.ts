import { expect, test } from 'vitest'
import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import { mergeHosts } from './ingest-monitor.ts'

const host = (name: string, more: Partial<HostActivity> = {}): HostActivity => ({
  ...{
    host: name,
    firstAt: 100,
    lastAt: 200,
    events: 10,
    silences: [5],
    day: 1,
    delay: null,
    delayMinutes: 0,
  },
  ...more,
})

test('a host that moved was heard where it sends now, with the rhythm of where it was', () => {
  const before = host('fw-1', { firstAt: 50, events: 900, silences: [60, 70], day: 9 })
  const now = host('fw-1', { lastAt: 900, delay: 3_600, delayMinutes: 9 })
  const merged = { ...before, lastAt: 900, events: 910, delay: 3_600, delayMinutes: 9 }
  expect(mergeHosts([[before], [now]])).toEqual([merged])
  expect(mergeHosts([[now], [before]])).toEqual([merged])
})

test('hosts of one node are as they are', () => {
  const [own, others] = [[host('a'), host('b')], [host('c')]]
  expect(mergeHosts([own, [], []])).toBe(own)
  expect(mergeHosts([own, others])).toEqual([...own, ...others])
})
