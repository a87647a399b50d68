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
import { CorpusStore } from './testing/corpus-store.ts'
import { type Arrival, type OracleEvent, wholeEvent } from './testing/events.ts'
import { oracleAnswer } from './testing/oracle.ts'

const place: Place = { timezone: 'Europe/Berlin', moment: Date.UTC(2025, 2, 30, 1) / 1000 }
/** Unix seconds. Events of the class that began earlier will be dropped, except events of held days. */
const boundary = Date.UTC(2025, 2, 30) / 1000
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
const everything = { kind: 'const', value: true } as const
/** A held day also keeps the day before, whose events continue in the held day. */
const heldDay = { from: boundary - 3 * secondsOfDay, to: boundary - 2 * secondsOfDay }
const hold = { id: 1, name: 'case 1', predicate: everything, ...heldDay }
const debugDays = 50_000

const classOf = (i: number) => ['', 'debug', 'audit', 'debug'][i % 4] ?? ''

/** Arrivals of all classes whose repeats cross a midnight. */
function aroundMidnight(arrivals: readonly Arrival[], midnight: number): Arrival[] {
  return arrivals.slice(0, 40).flatMap(({ fields }, i) => {
    const of = { ...fields, retentionClass: classOf(i) }
    const before = (midnight - 1 - i) * 1_000_000
    const after = [0, 1 + (i % 3) * 7].map(second => (midnight + second) * 1_000_000 + i)
    return [before, ...(i % 4 === 0 ? [before + 999_999] : []), ...after].map(at => ({ fields: of, at }))
  })
}

function isLeft({ fields, occurrences }: OracleEvent): boolean {
  const began = Math.min(...occurrences) / 1_000_000
  const isHeld = began >= heldDay.from - secondsOfDay && began < heldDay.to
  return fields.retentionClass !== 'debug' || began >= boundary || isHeld
}

async function exportsAre({ store }: CorpusStore, left: readonly StoredEvent[]): Promise<void> {
  const scope = { from: boundary - 9 * secondsOfDay, to: boundary + 30 * secondsOfDay, predicate: everything }
  for (const [field, value] of [
    ['first_occurrence', 'ts'],
    ['last_occurrence', 'last'],
  ] as const) {
    const found: StoredEvent[] = []
    const query = { sort: [{ field, descending: false }], limit: 10_000 } as const
    for await (const batch of store.events(scope, query, read))
      for (const { events } of eventChunksOf(batch)) found.push(...events)
    expect(found).toEqual(left.toSorted((a, b) => a[value] - b[value] || a.id - b.id))
  }
}

const types = ['Search', 'TopN', 'LastN', 'EventRate'] as const

test(
  'nothing is shown any more of a class that was deleted, nor is anything else missing, asked again or kept of a live query',
  async () => {
    const [any = []] = fc.sample(anyArrivals(place, 200), { numRuns: 1, seed })
    const arrivals = any.map(({ fields, at }, i) => ({
      fields: { ...fields, retentionClass: classOf(i) },
      at,
    }))
    const midnights = [0, 1, 2, 3, 4].flatMap(days =>
      aroundMidnight(arrivals, boundary - days * secondsOfDay),
    )
    const isLate = ({ at }: Arrival) => at > (boundary + 3_600) * 1_000_000
    const all = [...arrivals, ...midnights]
    const early = all.filter(arrival => !isLate(arrival))
    const late = all.filter(isLate)
    const corpus = await CorpusStore.open([...early, ...late], undefined, [hold], { debug: debugDays })
    try {
      await corpus.arriveUntil(early.length / all.length, 3)
      const numRuns = Math.ceil(cases(24) / types.length)
      const questions = types.flatMap(type => fc.sample(anyQuestion(type, place), { numRuns, seed }))
      const kept = await Promise.all(questions.map(asked => answer(corpus.store, 0.6, asked)))
      const before = corpus.events
      for (const [i, asked] of questions.entries())
        expect({ asked, results: kept[i]?.results }).toEqual({ asked, results: oracleAnswer(before, asked) })
      const counted = await corpus.store.counts.count(boundary, boundary + 60, read)

      const answersAre = async (left: readonly OracleEvent[]) => {
        await exportsAre(corpus, left.map(wholeEvent))
        await Promise.all(
          questions.map(async (asked, i) => {
            const results = oracleAnswer([...left], asked)
            const anew = await answer(corpus.store, 0, asked)
            expect({ asked, results: anew.results }).toEqual({ asked, results })
            const live = await answer(corpus.store, 0.6, asked, kept[i]?.kept)
            expect({ asked, results: live.results }).toEqual({ asked, results })
          }),
        )
      }
      await corpus.holdDeletions(true)
      await corpus.expireAt(boundary + debugDays * secondsOfDay + 1)
      const left = before.filter(isLeft)
      expect(left.length).toBeLessThan(before.length - 20)
      expect(left.filter(({ fields }) => fields.retentionClass === 'debug').length).toBeGreaterThan(20)
      await answersAre(left)
      expect((await corpus.store.counts.count(boundary, boundary + 60, read)).ever).toEqual(counted.ever)

      await corpus.holdDeletions(false)
      await corpus.merge()
      await corpus.arriveUntil(1, 2)
      await answersAre(corpus.events.filter(isLeft))
    } finally {
      await corpus.store.close()
    }
  },
  60_000 + cases(24) * 1_000,
)
