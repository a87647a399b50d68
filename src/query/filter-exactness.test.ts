import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMatcher } from '../filter/match/matcher.ts'
import type { Predicate } from '../filter/predicate/predicate.ts'
import type { Read } from '../storage/contract/event-store.ts'
import { anyPredicate } from './testing/any-predicate.ts'
import { anyTexts } from './testing/any-texts.ts'
import { cases, seed } from './testing/cases.ts'
import { CorpusStore } from './testing/corpus-store.ts'
import { occurrencesIn, wholeEvent } from './testing/events.ts'

const start = Date.UTC(2026, 4, 4, 12) / 1000
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
const numRuns = cases(1_040)

const word = (text: string): Predicate => ({ kind: 'phrase', tokens: [{ text, wild: false }] })
const never: Predicate = { kind: 'const', value: false }
/** Predicates for which the engine once found too few events. */
const known: Predicate[] = [
  // The engine evaluates `NOT (0 OR NOT hasAllTokens(…))` wrongly.
  { kind: 'not', of: { kind: 'some', of: [never, { kind: 'not', of: word('a') }] } },
  // Conditions on whole events read messages without the index of words, which folds letter case.
  ...['a', 'failed', 'link'].map((text): Predicate => {
    return { kind: 'some', of: [{ kind: 'number', field: 'counter', op: 'lt', value: 0 }, word(text)] }
  }),
]

test(
  'the engine finds what the matcher in memory finds, of any predicate',
  async () => {
    // proves 'Search filter'
    const [arrivals = []] = fc.sample(anyTexts(start, 500), { numRuns: 1, seed })
    const corpus = await CorpusStore.open(arrivals)
    await corpus.arriveUntil(1, 3)
    const { store, events } = corpus
    const anySpan = fc.tuple(fc.constantFrom(-200, -30, 0), fc.constantFrom(300, 10, 60))
    const check = fc.asyncProperty(
      anyPredicate(start * 1_000_000),
      anySpan,
      async (predicate, [from, to]) => {
        const scope = { from: start + from, to: start + to, predicate }
        const matches = compileMatcher(predicate)
        const inside = events.filter(event => occurrencesIn(event, scope.from, scope.to).length > 0)
        const wanted = inside.filter(event => matches(wholeEvent(event)))
        const sort = [{ field: 'first_occurrence', descending: false }] as const
        const [{ events: page }, count] = await Promise.all([
          store.page(scope, { sort, offset: 0, limit: 1_000 }, read),
          store.countEvents(scope, scope, read),
        ])
        expect(page.map(event => event.id).sort((a, b) => a - b)).toEqual(wanted.map(event => event.id))
        expect(count.events).toBe(wanted.length)
      },
    )
    const examples = known.map((predicate): [Predicate, [number, number]] => [predicate, [-200, 300]])
    try {
      const each = (share: number) => (seed: number) =>
        fc.assert(check, { numRuns: Math.ceil(numRuns * share), seed, examples })
      await Promise.all([seed, seed + 1].map(each(1 / 8)))
      await corpus.merge()
      await Promise.all([seed + 2, seed + 3].map(each(3 / 8)))
    } finally {
      await store.close()
    }
  },
  60_000 + numRuns * 1_000,
)
