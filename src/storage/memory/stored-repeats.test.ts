import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { until } from '../../testing/until.ts'
import { openEmbeddedStore } from '../store/embedded/open.ts'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import { StoredRepeats } from './stored-repeats.ts'

const start = Date.UTC(2026, 0, 1, 23, 20) / 1000
/**
 * Seconds after the start with repeats: some in neighbouring minutes, some in another half hour, some on
 * another day.
 */
const repeatSeconds = [3, 59, 60, 121, 1_799, 1_800, 7_200, 90_000]

test('minutes with repeats are known of batches that come in and of a store that is opened', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-repeats-'))
  const open = () => openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })
  const minutes = new Set(repeatSeconds.map(second => Math.floor((start + second) / 60)))
  const store = await open()
  const occurrences = [[10], [30_000], ...repeatSeconds.map(second => [second - 1, second])]
  const events = occurrences.map((seconds, i) => ({
    id: i + 1,
    occurrences: seconds.map(second => (start + second) * 1_000_000),
    ...ordinary,
    message: 'link down',
    tags: {},
  }))
  await store.append(spoolFile(events.flatMap(rowsOf)))
  const anySpan = fc.tuple(fc.integer({ min: -100, max: 95_000 }), fc.integer({ min: 0, max: 4_000 }))
  const check = ({ repeats }: typeof store) =>
    fc.assert(
      fc.property(anySpan, ([second, length]) => {
        const span = { from: start + second, to: start + second + length }
        const [first, last] = [Math.floor(span.from / 60), Math.ceil(span.to / 60) - 1]
        const some = length > 0 && [...minutes].some(minute => minute >= first && minute <= last)
        expect(repeats.mayBeIn(span)).toBe(some)
      }),
      { numRuns: runs(500) },
    )
  check(store)
  await store.close()
  const reopened = await open()
  await until('the minutes of the table', () => reopened.repeats.isRead)
  check(reopened)
  expect(reopened.repeats.mayBeIn({ from: 0, to: 2 ** 32 })).toBe(true)
  expect(reopened.repeats.mayBeIn({ from: start + 100_000, to: 2 ** 32 })).toBe(false)
  await reopened.close()
})

test('a start waits a moment for the minutes of the table; until then every minute may have repeats', async () => {
  const repeats = new StoredRepeats(() => {})
  const { signal } = new AbortController()
  const span = { from: start, to: start + 60 }
  await repeats.untilRead(1, signal)
  expect([repeats.isRead, repeats.mayBeIn(span)]).toEqual([false, true])
  repeats.begun({ minutes: [Math.floor(start / 60) + 60] })
  repeats.begin()
  repeats.add([[String(Math.floor(start / 1_800) + 10), 1]])
  expect(repeats.isRead).toBe(false)
  repeats.finish()
  await repeats.untilRead(600_000, signal)
  expect(repeats.mayBeIn(span)).toBe(false)
  expect(repeats.mayBeIn({ from: start + 3_600, to: start + 3_660 })).toBe(true)
  expect(repeats.mayBeIn({ from: start + 10_000, to: start + 20_000 })).toBe(true)
})

test('minutes that were not read may all have repeats', () => {
  const logged: string[] = []
  const repeats = new StoredRepeats(message => logged.push(message))
  repeats.begin()
  repeats.fail('away')
  expect([repeats.isRead, repeats.mayBeIn({ from: start, to: start + 60 }), logged]).toEqual([
    ...[false, true],
    ['the minutes with repeats in the table were not read, queries take longer: away'],
  ])
})
