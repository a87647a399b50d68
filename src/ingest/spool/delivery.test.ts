import { afterEach, expect, test } from 'vitest'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { eventually } from '../../testing/until.ts'
import { Delivery } from './delivery.ts'
import { spoolName } from './spool-name.ts'
import type { FileFailure } from './spooled-file.ts'

const describe = (sequence: number): SpoolBatch => ({
  ...{ file: `${sequence}`, sequence, repeated: false, rows: 1, minutes: [0] },
  names: { hosts: [], programs: [], templates: [] },
})
const files = {
  hasRoomForRefused: async () => true,
  isWhole: async () => true,
  quarantine: async () => [],
  remove: async () => {},
  read: async (name: string) => describe(Number.parseInt(name, 10)),
}

let delivery: Delivery
afterEach(() => delivery.stop())

/** A store of two shards: files with an even sequence go to shard 2, which is away, slow, or works. */
function openStore() {
  const stored: number[] = []
  const tries = new Map<number, number>()
  const slow = new Map<number, PromiseWithResolvers<FileFailure | undefined>>()
  const store = { shard: 'works' as 'works' | 'away' | 'slow', stored, tries, slow, fails: 0 }
  const isHeld = ({ sequence }: SpoolBatch) => sequence % 2 === 0 && store.shard !== 'works'
  const failureOf = ({ sequence }: SpoolBatch) => ({
    ...{ sequence, message: 'shard 2 is away', part: 'shard 2' },
    isRefused: false,
  })
  delivery = new Delivery(
    {
      async sink(batches) {
        for (const { sequence } of batches) tries.set(sequence, (tries.get(sequence) ?? 0) + 1)
        const held = batches.filter(isHeld)
        const failed = batches.filter(({ sequence }) => sequence === store.fails && tries.get(sequence) === 1)
        const taken = batches.filter(batch => !held.includes(batch) && !failed.includes(batch))
        stored.push(...taken.map(({ sequence }) => sequence))
        if (store.shard === 'away') return { failed: held.map(failureOf), slow: [] }
        for (const { sequence } of held) slow.set(sequence, Promise.withResolvers())
        return { failed: failed.map(failureOf), slow: held.map(({ sequence }) => sequence) }
      },
      slowOutcome: async sequence => await slow.get(sequence)?.promise,
    },
    files,
    10,
    { delivered: ({ name }) => delivered.push(Number.parseInt(name, 10)), lost: () => {} },
    () => {},
  )
  const delivered: number[] = []
  const add = (from: number, to: number) => {
    for (let sequence = from; sequence <= to; sequence++) {
      const name = spoolName(sequence, '0123456789ab')
      delivery.add({ name, description: describe(sequence), bytes: 1, manifest: [], receivedAt: sequence })
    }
  }
  return { store, add, delivered }
}

const odd = (to: number) => Array.from({ length: to / 2 }, (_, i) => 2 * i + 1)
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

test('files of a shard that is away do not hold back files of another one, no matter how many', async () => {
  const { store, add, delivered } = openStore()
  store.shard = 'away'
  add(1, 400)
  await eventually(() => sorted(delivered)).toEqual(odd(400))
  expect(delivery.backlog).toBeLessThan(10)
  store.shard = 'works'
  await delivery.flush()
  expect(sorted(delivered)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
  // Each was stored once, and a file that another one delayed was not tried again for it.
  expect(store.stored).toHaveLength(400)
  expect(odd(400).every(sequence => store.tries.get(sequence) === 1)).toBe(true)
  expect([delivery.pendingBytes, delivery.undeliveredSince]).toEqual([0, undefined])
})

test('a slow shard holds its own files alone, and they end when it has them', async () => {
  const { store, add, delivered } = openStore()
  store.shard = 'slow'
  add(1, 200)
  await eventually(() => sorted(delivered)).toEqual(odd(200))
  expect([delivery.pendingBytes, delivery.undeliveredSince]).toEqual([100, 2])
  const paused = delivery.pause()
  store.shard = 'works'
  for (const [sequence, outcome] of store.slow) {
    if (sequence === 2) outcome.resolve({ sequence, message: 'late', part: 'shard 2', isRefused: false })
    else outcome.resolve(undefined)
  }
  await paused
  expect([delivery.pendingBytes, delivery.undeliveredSince]).toEqual([1, 2])
  delivery.resume()
  await delivery.flush()
  expect(sorted(delivered)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
})

test('files that a slow shard holds are limited: more wait in the spool', async () => {
  const { store, add, delivered } = openStore()
  store.shard = 'slow'
  add(1, 2_000)
  await eventually(() => store.slow.size).toBeGreaterThanOrEqual(512)
  const lowest = Math.max(...store.stored)
  store.fails = lowest + 2
  for (const [sequence, outcome] of store.slow) if (sequence <= 100) outcome.resolve(undefined)
  // Its retry follows when no more files are given.
  await eventually(() => delivered).toContain(store.fails)
  expect(store.slow.size).toBeLessThan(512 + 50 + 48)
  store.shard = 'works'
  for (const outcome of store.slow.values()) outcome.resolve(undefined)
  await delivery.flush()
  expect(sorted(delivered)).toEqual(Array.from({ length: 2_000 }, (_, i) => i + 1))
})

test('a refused file that waits for room in `refused` delays no flush, and is counted', async () => {
  const lost: string[] = []
  let hasRoom = false
  delivery = new Delivery(
    {
      async sink(batches) {
        const refused = batches.filter(({ sequence }) => sequence === 1)
        const failed = refused.map(({ sequence }) => ({ sequence, message: 'no', part: '', isRefused: true }))
        return { failed, slow: [] }
      },
    },
    { ...files, hasRoomForRefused: async () => hasRoom },
    10,
    { delivered: () => {}, lost: ({ name }, reason) => lost.push(`${Number.parseInt(name, 10)} ${reason}`) },
    () => {},
  )
  for (const sequence of [1, 2]) {
    const name = spoolName(sequence, '0123456789ab')
    delivery.add({ name, description: describe(sequence), bytes: 1, manifest: [], receivedAt: sequence })
  }
  await delivery.flush()
  expect([delivery.heldFiles, delivery.undeliveredSince, delivery.pendingBytes]).toEqual([1, undefined, 1])
  hasRoom = true
  await eventually(() => lost).toEqual(['1 store'])
  expect([delivery.heldFiles, delivery.pendingBytes]).toEqual([0, 0])
})

test('only a refused file that found no room in `refused` is logged as waiting for room', async () => {
  const warnings: string[] = []
  let attempts = 0
  delivery = new Delivery(
    {
      // Fails three times, then refuses the file: it is next inspected after its sixth failure.
      async sink([batch]) {
        const isRefused = ++attempts > 3
        const failure = {
          sequence: batch?.sequence ?? 0,
          message: `attempt ${attempts}`,
          part: '',
          isRefused,
        }
        return { failed: [failure], slow: [] }
      },
    },
    { ...files, hasRoomForRefused: async () => false },
    10,
    { delivered: () => {}, lost: () => {} },
    message => warnings.push(message),
  )
  delivery.add({
    name: spoolName(1, '0123456789ab'),
    description: describe(1),
    bytes: 1,
    manifest: [],
    receivedAt: 1,
  })
  await eventually(() => warnings.some(line => line.endsWith('attempt 4'))).toBe(true)
  expect(warnings.filter(line => line.includes('no room'))).toEqual([])
})
