import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '../schema/event.ts'
import type { Read } from '../storage/store.ts'
import { eventChunksOf } from './event-batch.ts'
import { answer } from './testing/answer.ts'
import { anyArrivals, type Place } from './testing/any-arrivals.ts'
import { anyQuestion } from './testing/any-question.ts'
import { secondsOfDay } from './testing/calendar.ts'
import { cases, seed } from './testing/cases.ts'
import { CorpusStore, retentionDays } from './testing/corpus-store.ts'
import { type Arrival, type OracleEvent, wholeEvent } from './testing/events.ts'
import { oracleAnswer } from './testing/oracle.ts'

const place: Place = { timezone: 'Europe/Berlin', moment: Date.UTC(2025, 2, 30, 1) / 1000 }
/** Unix seconds: what was before will be gone. */
const boundary = Date.UTC(2025, 2, 30) / 1000
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
const everything = { kind: 'const', value: true } as const

/** Arrivals whose repeats lie on the other side of the midnight, as many as these. */
function aroundMidnight(arrivals: readonly Arrival[]): Arrival[] {
  return arrivals.slice(0, 40).flatMap(({ fields }, i) => {
    const before = (boundary - 1 - i) * 1_000_000
    const after = [0, 1 + (i % 3) * 7].map(second => (boundary + second) * 1_000_000 + i)
    return [before, ...(i % 4 === 0 ? [before + 999_999] : []), ...after].map(at => ({ fields, at }))
  })
}

/** What is left of an event: all, the occurrences since midnight, or nothing. */
function leftOf(event: OracleEvent): OracleEvent[] {
  const { occurrences } = event
  const began = Math.min(...occurrences)
  if (began >= boundary * 1_000_000) return [event]
  const [first, ...others] = occurrences.filter(at => at >= boundary * 1_000_000)
  return first === undefined ? [] : [{ ...event, began, occurrences: [first, ...others] }]
}

/** What is read for files, of everything that is left and in the orders of time. */
async function exportsAre({ store }: CorpusStore, left: readonly StoredEvent[]): Promise<void> {
  const scope = { from: boundary - secondsOfDay, to: boundary + 30 * secondsOfDay, predicate: everything }
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

test(
  'nothing is told any more of days that are not kept, neither asked anew nor kept of a live query',
  async () => {
    const [arrivals = []] = fc.sample(anyArrivals(place, 200), { numRuns: 1, seed })
    const corpus = await CorpusStore.open([...arrivals, ...aroundMidnight(arrivals)])
    try {
      await corpus.arriveUntil(1, 3)
      const numRuns = Math.ceil(cases(40) / types.length)
      const questions = types.flatMap(type => fc.sample(anyQuestion(type, place), { numRuns, seed }))
      const before = await Promise.all(questions.map(asked => answer(corpus.store, 0.6, asked)))
      const all = corpus.events
      for (const [i, asked] of questions.entries())
        expect({ asked, results: before[i]?.results }).toEqual({ asked, results: oracleAnswer(all, asked) })

      await corpus.expireAt(boundary + retentionDays * secondsOfDay + 1)
      const left = all.flatMap(leftOf)
      expect(left.filter(({ began }) => began !== undefined).length).toBeGreaterThan(10)
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
