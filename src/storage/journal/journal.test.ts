import fc from 'fast-check'
import { expect, test } from 'vitest'
import { follow } from './follow.ts'
import { type BatchBegin, type Change, StoreJournal } from './journal.ts'
import { isContended, readAsOf } from './read-as-of.ts'

const names = { hosts: [], programs: [], templates: [] }
const batch = (sequence: number, minutes = [sequence], repeated = false): BatchBegin & { rows: number } => ({
  ...{ sequence, minutes, repeated, names },
  rows: 3,
})
const span = (from: number, to: number) => ({ from, to })
const minute = (at: number) => span(at * 60, at * 60 + 60)

function append(journal: StoreJournal, ...batches: ReturnType<typeof batch>[]): void {
  for (const each of batches) journal.begin(each)
  for (const each of batches) journal.end(each)
}

test('a moment has what ended before it, and knows what of lower numbers had not', () => {
  const journal = new StoreJournal(7)
  expect(journal.mark()).toEqual({ number: 0, batch: 7, missing: [] })
  journal.begin(batch(8))
  journal.begin(batch(9))
  expect(journal.mark()).toEqual({ number: 0, batch: 7, missing: [] })
  journal.end(batch(9))
  expect(journal.mark()).toEqual({ number: 1, batch: 9, missing: [8] })
  journal.end(batch(8))
  expect(journal.mark()).toEqual({ number: 2, batch: 9, missing: [] })
  // An earlier moment, requested later.
  expect(journal.markAt(1)).toEqual({ number: 1, batch: 9, missing: [8] })
  expect(journal.markAt(0)).toEqual({ number: 0, batch: 7, missing: [] })
})

const steps = fc.record({
  kind: fc.constantFrom('begin', 'begin', 'end', 'end', 'again', 'abandon', 'forget', 'drop'),
  choice: fc.nat(),
})

test('a moment has the batches that had ended by then, with or without the lists of later batches', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), all => {
      const journal = new StoreJournal(10)
      const [begun, done]: [number[], number[]] = [[], [4, 9]]
      let next = 11
      for (const { kind, choice } of all) {
        if (kind === 'begin') {
          journal.begin(batch(next))
          begun.push(next++)
        } else if (kind === 'again') {
          // Of an earlier run, or sent once more.
          const again = done[choice % done.length] ?? 4
          journal.begin(batch(again, [1], true))
          begun.push(again)
        } else if (kind === 'forget') {
          // The table may have batches that the journal never knew. Later ones get higher numbers.
          journal.forget(next + 2)
          next += 3
        } else if (kind === 'drop') journal.drop(span(0, 86_400), 0)
        else {
          const [ended] = begun.splice(choice % Math.max(1, begun.length), 1)
          if (ended === undefined) continue
          if (kind === 'abandon') journal.abandon(ended)
          else journal.end(batch(ended))
          done.push(ended)
        }
        const numbers = [1, 2, 3, 4, 9, 10, ...begun, ...done]
        for (let number = 0; number <= journal.current; number++) {
          const later = journal.since(number)?.filter(({ kind }) => kind === 'append' || kind === 'repeat')
          const leftOut = [...journal.pending, ...(later ?? [])].map(({ batch }) => batch)
          const { batch: highest = -1, missing = [] } = journal.markAt(number) ?? {}
          expect(numbers.filter(each => each <= highest && !missing.includes(each))).toEqual(
            numbers.filter(each => each <= journal.highest && !leftOut.includes(each)),
          )
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('the rows of a batch are under way in its own minutes, until it has ended well', () => {
  const journal = new StoreJournal()
  journal.begin(batch(1, [10, 20]))
  const looked = [
    [600, 660],
    [659, 661],
    [660, 1200],
    [1260, 1261],
    [1_000, 6_000],
    [0, 6_000],
  ] as const
  const first = looked.map(([from, to]) => journal.settledUntil(span(from, to), 0))
  expect(first).toEqual([600, 659, 1_200, 1_261, 1_200, 600])
  // Its append failed and is repeated: it stays pending as in the first attempt.
  journal.begin(batch(1, [10, 20], true))
  expect(journal.pending).toMatchObject([{ batch: 1, spans: [minute(10), minute(20)] }])
  journal.end(batch(1, [10, 20]))
  expect(journal.settledUntil(span(0, 6_000), journal.current)).toBe(6_000)
  journal.begin(batch(1, [10, 20], true))
  expect([journal.pending, journal.isRepeating]).toEqual([[], true])
})

test('a batch that may have been there before the process may have been seen, no matter how often its append fails', () => {
  const journal = new StoreJournal(5)
  journal.begin(batch(4, [10], true))
  expect(journal.isRepeating).toBe(true)
  // Meanwhile no read may leave its rows out.
  const untilThen = journal.settledUntil(span(600, 660), 0)
  expect([journal.pending, journal.mark().missing, untilThen]).toEqual([[], [], 600])
  journal.begin(batch(4, [10], true))
  journal.end(batch(4, [10]))
  expect([journal.since(0)?.map(({ kind }) => kind), journal.isRepeating]).toEqual([['repeat'], false])
  journal.begin(batch(6))
  expect(journal.isRepeating).toBe(false)
})

test('a batch that will not be appended again is under way no longer, and what it may have left is counted again', () => {
  const journal = new StoreJournal()
  journal.begin(batch(1, [10, 20]))
  append(journal, batch(2))
  expect(journal.mark().missing).toEqual([1])
  for (const sequence of [1, 1, 2]) journal.abandon(sequence)
  expect([journal.pending, journal.mark()]).toEqual([[], { number: 2, batch: 2, missing: [] }])
  expect(journal.since(1)).toEqual([
    {
      number: 2,
      kind: 'repeat',
      batch: 1,
      rows: 0,
      minutes: [10, 20],
      spans: [minute(10), minute(20)],
      highest: 2,
    },
  ])
})

test('changes are returned in their order, as long as they are remembered', () => {
  const journal = new StoreJournal()
  for (let sequence = 1; sequence <= 9_000; sequence++) append(journal, batch(sequence))
  expect([journal.current, journal.since(9_000)]).toEqual([9_000, []])
  expect(journal.since(8_998)?.map(({ batch }) => batch)).toEqual([8_999, 9_000])
  expect(journal.since(8_996, 8_998)?.map(({ batch }) => batch)).toEqual([8_997, 8_998])
  expect([journal.since(808)?.length, journal.since(807)]).toEqual([8_192, undefined])
  // It is no longer known which lower numbers had not ended then.
  expect([journal.markAt(808), journal.markAt(807)]).toEqual([
    { number: 808, batch: 808, missing: [] },
    undefined,
  ])
  // Minutes are remembered for longer than changes.
  expect(journal.settledUntil(span(0, 600_000), 100)).toBe(101 * 60)
})

test('returns the newest change of a span, and where it was first touched after one', () => {
  const journal = new StoreJournal()
  append(journal, batch(1, [10, 20]), batch(2, [12]), batch(3, [20, 30]))
  expect(journal.current).toBe(3)
  const spans = [
    [0, 6_000],
    [600, 660],
    [660, 780],
    [1_230, 1_231],
    [1_260, 1_800],
  ] as const
  expect(spans.map(([from, to]) => journal.newest(from, to))).toEqual([3, 1, 2, 3, 0])
  const after = (number: number) => spans.map(([from, to]) => journal.settledUntil(span(from, to), number))
  expect(after(0)).toEqual([600, 600, 720, 1_230, 1_800])
  expect(after(1)).toEqual([720, 660, 720, 1_230, 1_800])
  expect(after(2)).toEqual([1_200, 660, 780, 1_230, 1_800])
  expect(after(3)).toEqual([6_000, 660, 780, 1_231, 1_800])
})

test('listeners hear of a batch before it begins, and of all that happens', () => {
  const journal = new StoreJournal()
  const heard: unknown[] = []
  const stop = journal.listen({
    begun: ({ sequence }) => heard.push([sequence, journal.pending.length]),
    changed: ({ kind, minutes }) => heard.push([kind, minutes.length]),
  })
  append(journal, batch(1))
  journal.drop(span(0, 86_400), 90)
  journal.delete(span(0, 86_400), 90)
  journal.forget()
  stop()
  append(journal, batch(2))
  expect(heard).toEqual([
    [1, 0],
    ['append', 1],
    ['drop', 1_442],
    ['delete', 1_442],
    ['repeat', 0],
  ])
})

/** State kept for some minutes: the batches it has, until it loses one. */
function keptOf(journal: StoreJournal, minutes: readonly number[], isAtHand = () => true) {
  const held = new Map(minutes.map(at => [at, [] as number[]]))
  return {
    number: journal.current,
    held,
    holds: (of: { from: number; to: number }) =>
      [...held.keys()].some(at => at * 60 < of.to && of.from < at * 60 + 60),
    add(appends: readonly Change[]) {
      for (const { batch, minutes } of isAtHand() ? appends : [])
        for (const at of minutes) held.get(at)?.push(batch)
      return isAtHand()
    },
    lose(spans: readonly { from: number; to: number }[]) {
      for (const { from, to } of spans)
        for (const at of held.keys()) if (at * 60 < to && from < at * 60 + 60) held.delete(at)
    },
  }
}

test('a late event touches its own minute, not all up to now', async () => {
  const journal = new StoreJournal()
  append(journal, batch(1, [9]))
  const kept = keptOf(journal, [1, 4, 9])
  append(journal, batch(2, [1, 9]))
  follow(journal, kept)
  append(journal, batch(3, [1, 9], true))
  follow(journal, kept)
  expect(Object.fromEntries(kept.held)).toEqual({ 4: [] })
  expect([minute(1), minute(4), minute(9)].map(at => isContended(journal, at, journal.current))).toEqual([
    true,
    false,
    true,
  ])
})

test('of a batch of very many minutes few spans are kept, with all its minutes', () => {
  const journal = new StoreJournal()
  const minutes = Array.from({ length: 500 }, (_, i) => i * i)
  append(journal, batch(1, minutes))
  const spans = journal.since(0)?.flatMap(({ spans }) => spans) ?? []
  expect(spans.length).toBe(16)
  expect(minutes.every(at => spans.some(({ from, to }) => from <= at * 60 && at * 60 < to))).toBe(true)
})

test('values in memory get the rows of appends, and are dropped when an append has no rows for them', () => {
  const journal = new StoreJournal()
  let isAtHand = true
  const kept = keptOf(journal, [1, 2, 3, 4], () => isAtHand)
  const state = () => [kept.number, Object.fromEntries(kept.held)]
  append(journal, batch(1, [1, 2]), batch(2, [9]))
  expect(follow(journal, kept)).toEqual([])
  expect(state()).toEqual([2, { 1: [1], 2: [1], 3: [], 4: [] }])
  isAtHand = false
  append(journal, batch(3, [9]), batch(4, [1]), batch(5, [9]))
  expect(follow(journal, kept).map(({ batch }) => batch)).toEqual([4])
  expect(state()[0]).toBe(2)
  // Up to this number it lacks nothing.
  expect([follow(journal, kept, 3), state()[0]]).toEqual([[], 3])
  isAtHand = true
  append(journal, batch(2, [2], true))
  journal.drop(minute(3), 0)
  follow(journal, kept)
  expect(state()).toEqual([7, { 1: [1, 4], 4: [] }])
  for (let sequence = 10; sequence < 80; sequence++) append(journal, batch(sequence, [1]))
  follow(journal, kept)
  expect(state()).toEqual([77, { 4: [] }])
  journal.forget()
  follow(journal, kept)
  expect(state()).toEqual([78, {}])
  const late = keptOf(journal, [1])
  for (let sequence = 100; sequence < 9_000; sequence++) append(journal, batch(sequence, [9]))
  follow(journal, late)
  expect([late.number, late.held.size]).toEqual([journal.current, 0])
})

test('spans with rows of a day are lost when some of them are deleted, and so are spans with their repeats behind it', () => {
  const journal = new StoreJournal(3)
  const kept = keptOf(journal, [5, 1_439, 1_441, 1_442])
  journal.delete(span(0, 86_400), 90)
  follow(journal, kept)
  expect([...kept.held.keys()]).toEqual([1_442])
  // No batch is missing from an earlier moment: dropped rows cannot be read again.
  expect(journal.markAt(0)).toEqual({ number: 0, batch: 3, missing: [] })
})

test('a read as of a moment leaves out what comes in, and says where it may not have', async () => {
  const journal = new StoreJournal()
  append(journal, batch(1, [1]), batch(7, [2]))
  const spans = [minute(1), minute(2), minute(40)]
  const read = async (meanwhile: () => void, number?: number) => {
    let sql = ''
    const asking = async (_: unknown, rows: string) => {
      sql = rows
      meanwhile()
    }
    const { unsure } = await readAsOf(journal, spans, asking, number)
    return { conditions: sql.split(' OR ').map(part => part.split(' AND ').slice(2)), unsure }
  }
  // The condition applies only where rows come in.
  const quiet = await read(() => {})
  expect(quiet).toEqual({ conditions: [[], ['batch <= 7)']], unsure: [] })
  const later = await read(() => append(journal, batch(8, [1])))
  expect(later.unsure).toEqual([])
  const lower = await read(() => append(journal, batch(5, [1])))
  expect(lower.unsure).toEqual([minute(1)])
  const elsewhere = await read(() => journal.begin(batch(9, [40])))
  expect(elsewhere.unsure).toEqual([minute(40)])
  const earlier = await read(() => journal.end(batch(9, [40])), 2)
  const left = ['batch <= 7', 'batch NOT IN (5))']
  expect(earlier.conditions).toEqual([left, left])
  expect(earlier.unsure).toEqual([])
  const dropped = await read(() => journal.drop(span(0, 60 * 60), 0))
  expect(dropped.unsure).toEqual(spans)
  // It is unknown what had come in by a forgotten moment.
  journal.forget()
  for (let sequence = 100; sequence < 9_000; sequence++) append(journal, batch(sequence, [70]))
  const forgotten = await read(() => {}, 3)
  expect(forgotten.unsure).toEqual(spans)
})
