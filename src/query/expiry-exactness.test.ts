import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '../schema/event/event.ts'
import type { Read } from '../storage/contract/event-store.ts'
import { eventChunksOf } from './event-batch.ts'
import { answer } from './testing/answer.ts'
import { anyArrivals, type Place } from './testing/any-arrivals.ts'
import { anyQuestion } from './testing/any-question.ts'
import { secondsOfDay } from './testing/calendar.ts'
import { cases, seed } from './testing/cases.ts'
import { CorpusStore, retentionDays } from './testing/corpus-store.ts'
import { type Arrival, type OracleEvent, wholeEvent } from './testing/events.ts'
import { type Asked, oracleAnswer, type Question } from './testing/oracle.ts'

const place: Place = { timezone: 'Europe/Berlin', moment: Date.UTC(2025, 2, 30, 1) / 1000 }
/** Unix seconds. Everything earlier will be dropped, except the day of a legal hold. */
const boundary = Date.UTC(2025, 2, 30) / 1000
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
const everything = { kind: 'const', value: true } as const
const heldDay = { from: boundary - 3 * secondsOfDay, to: boundary - 2 * secondsOfDay }
const hold = { id: 1, name: 'case 1', predicate: everything, ...heldDay }

/** Arrivals whose repeats cross a midnight, as many as these. */
function aroundMidnight(arrivals: readonly Arrival[], midnight: number): Arrival[] {
  return arrivals.slice(0, 40).flatMap(({ fields }, i) => {
    const before = (midnight - 1 - i) * 1_000_000
    const after = [0, 1 + (i % 3) * 7].map(second => (midnight + second) * 1_000_000 + i)
    return [before, ...(i % 4 === 0 ? [before + 999_999] : []), ...after].map(at => ({ fields, at }))
  })
}

function isKept(at: number): boolean {
  const second = at / 1_000_000
  return second >= boundary || (second >= heldDay.from && second < heldDay.to)
}

/** The remaining part of an event: all, the occurrences of days that are kept, or nothing. */
function leftOf(event: OracleEvent): OracleEvent[] {
  const { occurrences } = event
  const began = Math.min(...occurrences)
  const [first, ...others] = occurrences.filter(isKept)
  if (first === undefined) return []
  return [{ ...event, ...(!isKept(began) && { began }), occurrences: [first, ...others] }]
}

/** Checks the reads for files: everything that is left, in both orders of time. */
async function exportsAre({ store }: CorpusStore, left: readonly StoredEvent[]): Promise<void> {
  const scope = { from: boundary - 5 * secondsOfDay, to: boundary + 30 * secondsOfDay, predicate: everything }
  for (const [field, value] of [
    ['first_occurrence', 'ts'],
    ['last_occurrence', 'last'],
  ] as const) {
    const found: StoredEvent[] = []
    for await (const batch of store.events(
      scope,
      { sort: [{ field, descending: false }], limit: 10_000 },
      read,
    ))
      for (const { events } of eventChunksOf(batch)) found.push(...events)
    expect(found).toEqual(left.toSorted((a, b) => a[value] - b[value] || a.id - b.id))
  }
}

const types = ['Search', 'TopN', 'LastN', 'EventRate'] as const

/**
 * Ends of ranges, in seconds from the midnight before which everything is dropped: events continue after
 * them.
 */
const aroundEnd = [-30, -1, 0, 1, 3, 30]

/** The same question about a range that begins with the held day. */
function endingAt(ts_to: number, { question, ...asked }: Asked): Asked {
  const time_range = { ts_from: heldDay.from, ts_to }
  // The other params remain valid for the type.
  return { ...asked, question: { ...question, params: { ...question.params, time_range } } as Question }
}

test(
  'nothing is shown any more of days that are not kept, neither asked again nor kept of a live query',
  async () => {
    const [arrivals = []] = fc.sample(anyArrivals(place, 200), { numRuns: 1, seed })
    const midnights = [boundary, heldDay.from].flatMap(midnight => aroundMidnight(arrivals, midnight))
    const corpus = await CorpusStore.open([...arrivals, ...midnights], undefined, [hold])
    try {
      await corpus.arriveUntil(1, 3)
      const numRuns = Math.ceil(cases(40) / types.length)
      const drawn = types.flatMap(type => fc.sample(anyQuestion(type, place), { numRuns, seed }))
      const near = drawn.map((asked, i) => endingAt(boundary + (aroundEnd[i % aroundEnd.length] ?? 0), asked))
      const questions = [...drawn, ...near]
      const before = await Promise.all(questions.map(asked => answer(corpus.store, 0.6, asked)))
      const all = corpus.events
      for (const [i, asked] of questions.entries())
        expect({ asked, results: before[i]?.results }).toEqual({ asked, results: oracleAnswer(all, asked) })

      await corpus.expireAt(boundary + retentionDays * secondsOfDay + 1)
      const left = all.flatMap(leftOf)
      for (const midnight of [boundary, heldDay.from])
        expect(
          left.filter(({ began = 0 }) => began > (midnight - 60) * 1e6 && began < midnight * 1e6).length,
        ).toBeGreaterThan(10)
      expect(left.length).toBeGreaterThan(all.length / 10)
      expect(left.length).toBeLessThan(all.length)
      await exportsAre(corpus, left.map(wholeEvent))
      await Promise.all(
        questions.map(async (asked, i) => {
          const results = oracleAnswer(left, asked)
          expect({ asked, results: (await answer(corpus.store, 0, asked)).results }).toEqual({
            asked,
            results,
          })
          const live = await answer(corpus.store, 0.6, asked, before[i]?.kept)
          expect({ asked, results: live.results }).toEqual({ asked, results })
        }),
      )
    } finally {
      await corpus.store.close()
    }
  },
  60_000 + cases(40) * 1_000,
)
