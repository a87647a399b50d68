import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Figure } from '../../schema/store/figure.ts'
import { HostReader } from './read-host.ts'
import type { Reading } from './reading.ts'
import { sampleHost } from './sampler.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = Date.UTC(2026, 0, 1)

test('samples at once and then at every tenth second of the clock, each for the second before', async () => {
  vi.setSystemTime(start + 3_200)
  let read = 0
  const kept: Figure[][] = []
  const host = async (): Promise<Reading> => ({
    at: Date.now(),
    processors: new Map(),
    disks: new Map([['vda', [10 * read++, 0]]]),
    interfaces: new Map(),
    memory: undefined,
    fileSystems: new Map(),
  })
  const end = sampleHost(host, figures => kept.push(figures))
  await vi.advanceTimersByTimeAsync(20_000)
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  const seconds = start / 1_000
  expect(kept.map(figures => figures.map(figure => figure.second))).toEqual([
    [],
    [seconds + 9],
    [seconds + 19],
  ])
  expect(kept[2]?.[0]?.values).toEqual([1, 0])
})

test('this host has processors, memory and a root', async () => {
  vi.useRealTimers()
  const { processors, memory = [], fileSystems } = await new HostReader().read()
  expect(processors.get('totals')).toHaveLength(8)
  expect(memory.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(1_000_000)
  expect(fileSystems.get('root')?.every(bytes => bytes >= 0)).toBe(true)
})

test('a host without /proc still has what node:os knows, and no series beside', async () => {
  vi.useRealTimers()
  const { processors, memory, fileSystems, disks, interfaces } = await new HostReader(
    mkdtempSync(path.join(tmpdir(), 'no-proc-')),
  ).read()
  expect(processors.has('totals')).toBe(true)
  expect(memory).toHaveLength(4)
  expect([...fileSystems.keys()]).toEqual(['root'])
  expect([disks.size, interfaces.size]).toEqual([0, 0])
})
