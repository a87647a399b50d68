import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someOf } from '../testing/depth.ts'
import { answer } from './testing/answer.ts'
import { anyArrivals, places } from './testing/any-arrivals.ts'
import { anyQuestion } from './testing/any-question.ts'
import { cases, seed } from './testing/cases.ts'
import { CorpusStore, mostlyInTime, waysOf } from './testing/corpus-store.ts'
import { oracleAnswer } from './testing/oracle.ts'

const types = ['Search', 'TopN', 'LastN', 'EventRate', 'Patterns', 'FieldStats', 'Stats', 'Changes'] as const
const drawn = someOf(places, 4)
const casesEach = Math.ceil(cases(760) / drawn.length / types.length)
const bursts = 300
/** A deep run takes long. */
const timeout = 300_000 + cases(760) * 1_000

/** Pretended size of a range: often one slice, sometimes several. */
const anySize = fc.constantFrom(0, 0, 0, 0, 2.5, 6)

const ways = [waysOf.large, waysOf.small, waysOf.large, waysOf.small]

/** For stores that count little from memory: counts from memory need no cutting. */
let mostSlices = 0

test.each(drawn.map((place, i) => ({ place, drawing: seed + i, way: ways[i % ways.length], ...place })))(
  'every query answers as the oracle does, around a change of $timezone',
  async ({ place, drawing, way }) => {
    // proves 'Query type EventRate', 'Query type TopN', 'Query type LastN', 'Query type Search'
    const [arrivals = []] = fc.sample(anyArrivals(place, bursts), { numRuns: 1, seed: drawing })
    const corpus = await CorpusStore.open(arrivals, way)
    await corpus.arriveUntil(1, 3)
    const holds = (type: (typeof types)[number]) => {
      const property = fc.asyncProperty(anyQuestion(type, place), anySize, async (asked, slicesWorth) => {
        const { results, kept } = await answer(corpus.store, slicesWorth, asked)
        expect(results).toEqual(oracleAnswer(corpus.events, asked))
        if (way === waysOf.small) mostSlices = Math.max(mostSlices, kept.slices.length)
      })
      return fc.assert(property, { numRuns: casesEach, seed: drawing })
    }
    const outcomes = await Promise.allSettled(types.map(holds))
    await corpus.store.close()
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  },
  timeout,
)

test('some of these questions were cut into several slices', () => {
  expect(mostSlices).toBeGreaterThan(3)
})

/** The share of all arrivals so far, and seconds until the next round. */
const rounds = [
  { share: 0.6, pause: 0.25 },
  { share: 0.97, pause: 7 },
  { share: 0.98, pause: 61 },
  { share: 0.985, pause: 4_000 },
  { share: 1, pause: 0 },
]

test.each(someOf(places.slice(0, 3), 1))(
  'the cached part of a live query stays exact while events arrive, around a change of $timezone',
  async place => {
    const [arrivals = []] = fc.sample(anyArrivals(place, bursts), { numRuns: 1, seed })
    const corpus = await CorpusStore.open(mostlyInTime(arrivals))
    const perType = Math.ceil(casesEach / 6)
    const questions = types.flatMap(type => fc.sample(anyQuestion(type, place), { numRuns: perType, seed }))
    const live = questions.map(asked => ({
      asked,
      kept: undefined as Parameters<typeof answer>[3],
      reused: 0,
    }))
    for (const { share, pause } of rounds) {
      await corpus.arriveUntil(share, 2)
      const round = live.map(async query => {
        const { results, kept, reused } = await answer(corpus.store, 0.6, query.asked, query.kept)
        expect({ asked: query.asked, results }).toEqual({
          asked: query.asked,
          results: oracleAnswer(corpus.events, query.asked),
        })
        query.asked = { ...query.asked, now: query.asked.now + pause }
        query.kept = kept
        query.reused += reused
      })
      await Promise.all(round)
    }
    await corpus.store.close()
    expect(live.filter(({ reused }) => reused > 0).length).toBeGreaterThan(live.length / 4)
  },
  timeout,
)
