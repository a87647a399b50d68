import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answer } from './testing/answer.ts'
import { anyArrivals, type Place } from './testing/any-arrivals.ts'
import { anyQuestion } from './testing/any-question.ts'
import { secondsOfDay } from './testing/calendar.ts'
import { cases, seed } from './testing/cases.ts'
import { CorpusStore, retentionDays } from './testing/corpus-store.ts'
import { oracleAnswer } from './testing/oracle.ts'

const place: Place = { timezone: 'Europe/Berlin', moment: Date.UTC(2025, 2, 30, 1) / 1000 }
/** Unix seconds: what was before will be gone. */
const boundary = Date.UTC(2025, 2, 30) / 1000
/** No event has occurrences on both sides. */
const clear = 120
const types = ['Search', 'TopN', 'LastN', 'EventRate'] as const

test(
  'nothing is told any more of days that are not kept, neither asked anew nor kept of a live query',
  async () => {
    const [arrivals = []] = fc.sample(anyArrivals(place, 200), { numRuns: 1, seed })
    const isClear = ({ at }: { at: number }) =>
      at < (boundary - clear) * 1_000_000 || at >= boundary * 1_000_000
    const corpus = await CorpusStore.open(arrivals.filter(isClear))
    try {
      await corpus.arriveUntil(1, 3)
      const numRuns = Math.ceil(cases(40) / types.length)
      const questions = types.flatMap(type => fc.sample(anyQuestion(type, place), { numRuns, seed }))
      const before = await Promise.all(questions.map(asked => answer(corpus.store, 0.6, asked)))
      const all = corpus.events
      for (const [i, asked] of questions.entries())
        expect({ asked, results: before[i]?.results }).toEqual({ asked, results: oracleAnswer(all, asked) })

      await corpus.expireAt(boundary + retentionDays * secondsOfDay + 1)
      const left = all.filter(({ occurrences: [first] }) => first >= boundary * 1_000_000)
      expect(left.length).toBeGreaterThan(all.length / 10)
      expect(left.length).toBeLessThan(all.length)
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
