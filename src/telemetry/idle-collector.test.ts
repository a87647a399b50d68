import { expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { IdleCollector, processMemory } from './idle-collector.ts'

const mebibyte = 1024 ** 2

/**
 * Checks a collector once for each pair: held MiB, share of the time that the loop worked. Returns the
 * numbers of the checks that collected.
 */
function collections(checks: readonly (readonly [number, number])[], live = 50): number[] {
  const collected: number[] = []
  let [held, busy, number] = [live, 0, 0]
  const collector = new IdleCollector({
    held: () => held * mebibyte,
    busyShare: () => busy,
    collect() {
      collected.push(number)
      held = live
    },
  })
  for (const check of checks) {
    number++
    ;[held, busy] = check
    collector.check()
  }
  return collected
}

test('garbage of a burst is collected once the process has been idle for two intervals', () => {
  expect(
    collections([
      [500, 0.9],
      [500, 0.01],
      [500, 0.01],
      [50, 0.01],
    ]),
  ).toEqual([3])
})

test('nothing is collected beside work', () => {
  expect(
    collections([
      [500, 0.9],
      [500, 0.05],
      [500, 0.3],
      [500, 0.05],
      [500, 0.3],
    ]),
  ).toEqual([])
})

test('little garbage stays', () => {
  expect(
    collections([
      [120, 0],
      [140, 0],
      [145, 0],
    ]),
  ).toEqual([])
})

test('objects that stay after a collection are no garbage', () => {
  expect(
    collections(
      [
        [500, 0],
        [500, 0],
        [480, 0],
        [470, 0],
        [500, 0],
      ],
      450,
    ),
  ).toEqual([])
  expect(
    collections(
      [
        [600, 0],
        [600, 0],
        [450, 0],
        [450, 0],
      ],
      450,
    ),
  ).toEqual([2])
})

test('garbage that V8 has left of a burst is collected once', () => {
  expect(
    collections([
      [300, 0.9],
      [120, 0.9],
      [120, 0.01],
      [120, 0.01],
      [90, 0.01],
      [90, 0.01],
    ]),
  ).toEqual([4])
})

test('memory that V8 collects itself lowers what counts as kept', () => {
  expect(
    collections(
      [
        [200, 0.5],
        [100, 0],
        [190, 0],
        [197, 0],
      ],
      200,
    ),
  ).toEqual([4])
})

test('buffers that nothing holds are freed in a real process', async () => {
  const collector = new IdleCollector({ ...processMemory(), busyShare: () => 0 })
  const held = bytesWithBuffers()
  collector.check()
  collector.check()
  // V8 frees them in a thread of its own.
  await until('freed', () => process.memoryUsage().arrayBuffers < held - 150 * mebibyte)
})

/** Makes buffers of 200 MiB, and returns the bytes of all buffers. */
function bytesWithBuffers(): number {
  const buffers = Array.from({ length: 200 }, () => new Uint8Array(mebibyte).fill(1))
  return Math.max(process.memoryUsage().arrayBuffers, buffers.length * mebibyte)
}
