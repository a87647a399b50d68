import { expect, test } from 'vitest'
import type { NewRow } from '../../storage/clients/row-binary/new-rows.ts'
import { type WindowOptions, Windows } from './windows.ts'

const second = 1_000_000
const place = { since: { batch: 1, missing: [] } }

/** A row of the event `id` with occurrences at these seconds. `from`: of the event's first occurrence. */
function row(
  id: number,
  seconds: readonly number[],
  { from = seconds[0] ?? 0, isRepeat = false, message = 'm' } = {},
): NewRow {
  const last = Math.max(...seconds) * second
  return {
    isRepeat,
    earlier: seconds.slice(0, -1).map(at => last - at * second),
    event: {
      ...{ id, ts: from * second, last, counter: seconds.length, host: 'h', program: 'p', facility: 1 },
      ...{ severity: 6, type: 1, status: 0, mnemonic: '', message, triggers: [], tags: {} },
    },
    batch: 1,
  }
}

const repeat = (id: number, from: number, ...seconds: number[]) => row(id, seconds, { from, isRepeat: true })

function windows(options: Partial<WindowOptions> = {}) {
  const opened = new Windows({
    ...{ windowMicros: 60 * second, firstAtOnce: true, storedWindowMicros: 60 * second },
    ...options,
  })
  const shown = (events: ReturnType<typeof opened.add>) =>
    events.map(({ id, ts, last, counter }) => `${id} x${counter} ${ts / second}-${last / second}`)
  return {
    opened,
    add: (...rows: NewRow[]) => rows.flatMap(one => shown(opened.add(one, place))),
    until: (seconds: number) => shown(opened.endUntil(seconds * second)),
  }
}

test('the first at once, then the number of the others when the window ends', () => {
  const { add, until, opened } = windows()
  expect(add(row(7, [100]))).toEqual(['7 x1 100-100'])
  expect(opened.size).toBe(0)
  expect(add(repeat(7, 100, 101, 101.5), repeat(7, 100, 130))).toEqual([])
  expect(opened.oldestPlace).toBe(place)
  expect(until(159)).toEqual([])
  expect(until(160)).toEqual(['7-101000000 x3 101-130'])
  expect([opened.size, opened.oldestPlace]).toEqual([0, undefined])
})

test('one event with the number of all, when the window ends', () => {
  const { add, until } = windows({ firstAtOnce: false })
  expect(add(row(7, [100]), repeat(7, 100, 101, 102))).toEqual([])
  expect(until(160)).toEqual(['7 x3 100-102'])
  expect(add(row(8, [200]))).toEqual([])
  expect(until(260)).toEqual(['8 x1 200-200'])
})

test('a window that is shorter than the window of stored events', () => {
  const { add, until } = windows({ windowMicros: 10 * second })
  expect(add(row(7, [100]), repeat(7, 100, 105), repeat(7, 100, 111, 111.5))).toEqual([
    '7 x1 100-100',
    '7-105000000 x1 105-105',
    '7-111000000 x1 111-111',
  ])
  expect(until(121)).toEqual(['7-111000000+ x1 111.5-111.5'])
})

test('a longer window joins events of equal content', () => {
  const { add, until } = windows({ windowMicros: 300 * second })
  expect(add(row(7, [100]), repeat(7, 100, 130), row(8, [170]), row(9, [180], { message: 'other' }))).toEqual(
    ['7 x1 100-100', '9 x1 180-180'],
  )
  expect(add(repeat(8, 170, 171, 172))).toEqual([])
  expect(until(400)).toEqual(['7+ x4 130-172'])
  expect(add(row(10, [405]))).toEqual(['10 x1 405-405'])
  expect(until(1_000)).toEqual([])
})

test('without a window every occurrence is sent, with ids of its own', () => {
  const { add } = windows({ windowMicros: 0 })
  expect(add(row(7, [100]), repeat(7, 100, 101, 101, 101.5))).toEqual([
    '7 x1 100-100',
    '7-101000000 x1 101-101',
    '7-101000000-1 x1 101-101',
    '7-101500000 x1 101.5-101.5',
  ])
})

test('late rows are counted in an event of their own; nothing is lost', () => {
  const { add, until } = windows()
  expect(add(row(7, [100]), repeat(7, 100, 101))).toEqual(['7 x1 100-100'])
  expect(until(500)).toEqual(['7-101000000 x1 101-101'])
  expect(add(repeat(7, 100, 102))).toEqual([])
  expect(until(501)).toEqual(['7-102000000 x1 102-102'])
})

test('with too many windows, the oldest end early', () => {
  const { add, until } = windows({ firstAtOnce: false, maxWindows: 2 })
  expect(add(row(1, [1]), row(2, [2]), row(3, [3]))).toEqual(['1 x1 1-1'])
  expect(until(100)).toEqual(['2 x1 2-2', '3 x1 3-3'])
  const long = windows({ firstAtOnce: false, maxCharacters: 3 })
  expect(long.add(row(1, [1], { message: 'abc' }), row(2, [2], { message: 'd' }))).toEqual(['1 x1 1-1'])
})

test('a storm: all occurrences are counted once', () => {
  const { add, until } = windows()
  const sent = add(row(1, [0]))
  let occurrences = 1
  for (let at = 1; at < 200; at++) {
    // The store begins an event every 60 seconds.
    const id = Math.floor(at / 60) + 1
    const times = Array.from({ length: 50 }, (_, n) => at + n / 50)
    occurrences += times.length
    sent.push(...add(at % 60 === 0 ? row(id, [at]) : repeat(id, (id - 1) * 60, ...times)), ...until(at))
    if (at % 60 === 0) occurrences -= times.length - 1
  }
  sent.push(...until(1_000))
  expect(sent).toHaveLength(8)
  expect(sent.reduce((sum, text) => sum + Number(/ x(\d+) /.exec(text)?.[1]), 0)).toBe(occurrences)
})
