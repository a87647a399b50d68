import { expect, test } from 'vitest'
import { sumCounts } from '../../ingest/ledger/balance.ts'
import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import { IngestMonitor, mergeHosts } from './ingest-monitor.ts'

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

/** Monitors of one service, one after the other. */
function monitors() {
  const facts = new Map<string, unknown>()
  const service = { now: 1_000_000_000, udpDropped: 0 }
  const open = () =>
    IngestMonitor.open({
      intake: {
        counters: async () => ({
          ...sumCounts([]),
          udpDropped: service.udpDropped,
          sources: [],
          state: {
            ...{ isOpen: true, windowsEvicted: 0, spoolBytes: 0, maxSpoolBytes: 1, freeBytes: 1 },
            ...{ minFreeBytes: 0, quarantineRemoved: { broken: 0, refused: 0 } },
          },
        }),
        hosts: async () => [],
      },
      facts: {
        get: async name => facts.get(name),
        set: async (name, value) => void facts.set(name, JSON.parse(JSON.stringify(value))),
      },
      minSilence: 300,
      warn: () => {},
      now: () => service.now,
    })
  return { service, open }
}

test('losses of the last minutes count over a restart, and no longer than that', async () => {
  const { service, open } = monitors()
  const first = await open()
  service.now += 30_000
  service.udpDropped = 7
  expect((await first.sample()).recent.drops).toBe(7)
  await first.close()
  // Also what was dropped while it closed.
  service.udpDropped = 9
  service.now += 20_000
  const second = await open()
  expect((await second.sample()).recent.drops).toBe(9)
  service.now += 600_000
  expect((await second.sample()).recent.drops).toBe(0)
  await second.close()
})

test('a count that fell with a power cut is no growth', async () => {
  const { service, open } = monitors()
  service.udpDropped = 7
  const first = await open()
  await first.sample()
  await first.close()
  service.udpDropped = 5
  const second = await open()
  expect((await second.sample()).recent.drops).toBe(0)
  await second.close()
})
