import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { Mark, PageQuery, Scope } from '../../contract/event-store.ts'
import { countHints } from '../../memory/counting/count-hints.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import { page } from './page.ts'

/** MILLRACE_DEEP_PAGES=3000 runs more cases. */
const runs = Number(process.env.MILLRACE_DEEP_PAGES ?? 15)

const window = 60
const micro = 1_000_000
const day = 86_400
/** All events are too old to continue. */
const begin = (Math.floor(Date.now() / 1000 / day) - 5) * day
const signal = new AbortController().signal
const read = { signal, lane: 'short', timeout: 60 } as const

let store: SqlStore
/** Events stored at the moment, and events that came in later, on the last of the days only. */
let known: TestEvent[]
let later: TestEvent[]
let asOf: Mark
beforeAll(async () => {
  store = await openTestStore({ rollups: eagerRollups })
  const [drawn] = fc.sample(fc.array(burst(), { minLength: 40, maxLength: 40 }), { numRuns: 1 })
  const events = (drawn ?? []).flat().map(
    ({ seconds, program, word }, i): TestEvent => ({
      id: i + 1,
      occurrences: seconds.map(second => second * micro + (i % 3)),
      ...ordinary,
      program,
      message: `${word} of session ${i}`,
      tags: {},
    }),
  )
  const isLater = ({ id, occurrences: [first = 0] }: TestEvent) =>
    id % 4 === 0 && first >= (begin + 2 * day) * micro
  known = events.filter(event => !isLater(event))
  later = events.filter(isLater)
  const append = (some: readonly TestEvent[]) => store.append(spoolFile(some.flatMap(rowsOf)))
  for (const half of [0, 1]) await append(known.filter(({ id }) => id % 2 === half))
  // With several nodes, this node learns of other nodes' appends when it is queried; the pages below are read
  // without that.
  const everything = { from: 0, to: 2 ** 32, predicate: { kind: 'const', value: true } } as const
  const follow = () => store.countEvents(everything, everything, read)
  await follow()
  asOf = store.mark()
  await append(later)
  await follow()
})
afterAll(async () => await store.close())

/** Moments likely to be near the bounds of separate counts: a day, an hour, a minute. */
function anyMoment(): fc.Arbitrary<number> {
  const edge = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom(0, 1, 13), fc.constantFrom(0, 1, 59))
  return fc
    .tuple(edge, fc.constantFrom(-61, -60, -5, -1, 0, 1, 5, 30, 59, 60, 61))
    .map(([[days, hours, minutes], off]) => begin + days * day + hours * 3_600 + minutes * 60 + off)
}

/** Events that began at about the same time; some continued within a window. */
function burst() {
  const one = fc.record({
    late: fc.nat(70),
    later: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.nat(window - 1), { maxLength: 3 }) },
    ),
    program: fc.constantFrom('kernel', 'sshd'),
    word: fc.constantFrom('opened', 'closed'),
  })
  return fc.tuple(anyMoment(), fc.array(one, { minLength: 1, maxLength: 30 })).map(([moment, ones]) =>
    ones.map(({ late, later, program, word }) => {
      const first = moment + late
      const seconds = [first, ...later.toSorted((a, b) => a - b).map(after => first + after)]
      return { seconds, program, word }
    }),
  )
}

const predicates: readonly [Predicate, (event: TestEvent) => boolean][] = [
  [{ kind: 'const', value: true }, () => true],
  [
    { kind: 'text', field: 'program', test: { kind: 'is', value: 'sshd', fold: false } },
    ({ program }) => program === 'sshd',
  ],
  [
    { kind: 'phrase', tokens: [{ text: 'opened', wild: false }] },
    ({ message }) => message.startsWith('opened'),
  ],
]

/** All pages, computed slowly: the events with an occurrence in the scope, sorted. */
function slowly(
  events: readonly TestEvent[],
  { from, to }: Pick<Scope, 'from' | 'to'>,
  sort: PageQuery['sort'],
  fits: (event: TestEvent) => boolean,
): number[] {
  const [{ field, descending } = { field: 'last_occurrence', descending: true }] = sort
  const placeOf = ({ occurrences }: TestEvent) =>
    field === 'last_occurrence' ? Math.max(...occurrences) : Math.min(...occurrences)
  const isWithin = (moment: number) => moment >= from * micro && moment < to * micro
  const sign = descending ? -1 : 1
  return events
    .filter(event => fits(event) && event.occurrences.some(isWithin))
    .sort((a, b) => sign * (placeOf(a) - placeOf(b) || a.id - b.id))
    .map(({ id }) => id)
}

const sorts: readonly PageQuery['sort'][] = [
  [{ field: 'last_occurrence', descending: true }],
  [{ field: 'first_occurrence', descending: true }],
  [{ field: 'first_occurrence', descending: false }],
]

const anyPage = fc.record({
  ends: fc.oneof(
    fc.tuple(anyMoment(), anyMoment()).map(ends => ends.toSorted((a, b) => a - b)),
    fc.tuple(fc.constant(begin - day), anyMoment()),
    fc.tuple(anyMoment(), fc.constant(begin + 4 * day)),
  ),
  sort: fc.constantFrom(...sorts),
  which: fc.nat(predicates.length - 1),
  /** Percentage of all events that come before the page. */
  depth: fc.integer({ min: 0, max: 102 }),
  limit: fc.constantFrom(1, 7, 100),
  deep: fc.constantFrom(1, 20),
  isOfThen: fc.boolean(),
})

test(
  'a page deep in a search is what sorting all events shows, of now and of a moment, by known counts of when they began and without them',
  async () => {
    const { client, rollups, repeats, estimateRows } = store
    const knownCounts = countHints({ client, rollups, repeats, window })
    const property = fc.asyncProperty(
      anyPage,
      async ({ ends, sort, which, depth, limit, deep, isOfThen }) => {
        const [from = 0, to = 0] = ends
        const [predicate, fits] = predicates[which] ?? [{ kind: 'const', value: true }, () => true]
        const scope: Scope = { from, to, predicate, ...(isOfThen && { asOf }) }
        const all = slowly(isOfThen ? known : [...known, ...later], scope, sort, fits)
        const offset = Math.floor((all.length * depth) / 100)
        const wanted = all.slice(offset, offset + limit)
        const query = { sort, offset, limit }
        for (const telling of [{ knownCounts, repeats, journal: store.journal }, {}]) {
          const context = { client, window, estimateRows, deepOffset: deep, ...telling }
          const shown = await page(context, scope, query, read)
          expect(shown.map(({ id }) => id)).toEqual(wanted)
        }
      },
    )
    await fc.assert(property, { numRuns: runs })
  },
  60_000 + runs * 500,
)
