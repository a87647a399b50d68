import { expect, test } from 'vitest'
import { AppendLog } from './append-log.ts'

const batch = (sequence: number, minutes = [sequence], repeated = false) => ({
  sequence,
  minutes,
  repeated,
  rows: 3,
})

test('a moment has what ended before it, and knows what of lower numbers had not', () => {
  const log = new AppendLog(7)
  expect(log.mark(0)).toEqual({ sequence: 0, batch: 7, missing: [], appended: 0 })
  const eight = log.begin(batch(8))
  const nine = log.begin(batch(9))
  expect(log.mark(0)).toEqual({ sequence: 0, batch: 7, missing: [], appended: 0 })
  log.end(batch(9), nine)
  expect(log.mark(1)).toEqual({ sequence: 1, batch: 9, missing: [8], appended: 1 })
  log.end(batch(8), eight)
  expect(log.mark(2)).toEqual({ sequence: 2, batch: 9, missing: [], appended: 2 })
})

test('the rows of a batch are under way in its own minutes, until it has ended well', () => {
  const log = new AppendLog(0)
  const begun = log.begin(batch(1, [10, 20]))
  const looked = [
    [600, 660],
    [659, 661],
    [660, 1200],
    [1260, 1261],
    [1_000, 6_000],
    [0, 6_000],
  ] as const
  const first = looked.map(([from, to]) => log.pendingFrom(from, to))
  expect(first).toEqual([600, 659, 1_200, 1_261, 1_200, 600])
  // Its append failed, and it is given again: a moment ago nothing of it had been seen that is not looked for anyway.
  expect(log.begin(batch(1, [10, 20], true))).toEqual({ replayed: false })
  expect(log.pending()).toMatchObject([{ sequence: 1, span: { from: 600, to: 1260 } }])
  log.end(batch(1, [10, 20]), begun)
  expect(log.pendingFrom(0, 6_000)).toBe(6_000)
  expect(log.begin(batch(1, [10, 20], true))).toEqual({ replayed: true })
})

test('what may have been there before the process may have been seen, however often its append fails', () => {
  const log = new AppendLog(5)
  expect([log.begin(batch(4, [10], true)), log.isReplaying]).toEqual([{ replayed: true }, true])
  // Nobody is to leave its rows out meanwhile.
  expect([log.pending(), log.mark(0).missing, log.pendingFrom(600, 660)]).toEqual([[], [], 600])
  const again = log.begin(batch(4, [10], true))
  expect(again).toEqual({ replayed: true })
  log.end(batch(4, [10]), again)
  expect([log.since(0)?.map(({ replayed }) => replayed), log.isReplaying]).toEqual([[true], false])
  log.begin(batch(6))
  expect(log.isReplaying).toBe(false)
})

test('a batch that will not be appended again is under way no longer, and what it may have left is counted anew', () => {
  const log = new AppendLog(0)
  log.begin(batch(1, [10, 20]))
  log.end(batch(2), log.begin(batch(2)))
  expect(log.mark(1).missing).toEqual([1])
  expect([log.abandon(1), log.abandon(1), log.abandon(2)]).toEqual([[10, 20], undefined, undefined])
  expect([log.pendingFrom(0, 6_000), log.pending(), log.mark(2).missing]).toEqual([6_000, [], []])
  expect(log.since(1)).toEqual([
    { number: 2, sequence: 1, rows: 0, span: { from: 600, to: 1_260 }, replayed: true },
  ])
})

test('appends are told in their order, as long as they are remembered', () => {
  const log = new AppendLog(0)
  for (let sequence = 1; sequence <= 9_000; sequence++) log.end(batch(sequence), log.begin(batch(sequence)))
  expect({ current: log.current, begun: log.begun, highest: log.highest }).toEqual({
    current: 9_000,
    begun: 9_000,
    highest: 9_000,
  })
  expect(log.since(9_000)).toEqual([])
  expect(log.since(8_998)?.map(({ sequence }) => sequence)).toEqual([8_999, 9_000])
  expect(log.begunSince(8_999)).toEqual([{ sequence: 9_000, span: { from: 540_000, to: 540_060 } }])
  expect([log.since(808)?.length, log.since(807), log.begunSince(808)?.length, log.begunSince(807)]).toEqual([
    8_192,
    undefined,
    8_192,
    undefined,
  ])
})
