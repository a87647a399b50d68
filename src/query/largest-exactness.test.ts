import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../schema/filter/condition.ts'
import { answer } from './testing/answer.ts'
import { secondsOfDay } from './testing/calendar.ts'
import { cases, seed } from './testing/cases.ts'
import { CorpusStore } from './testing/corpus-store.ts'
import type { Arrival } from './testing/events.ts'
import { type Asked, oracleAnswer, type Question } from './testing/oracle.ts'

/** The largest that the API allows: values of a condition, conditions of a filter, events of a page. */
const maxValues = 10_000
const maxConditions = 1_000
const maxPage = 10_000
const start = Date.UTC(2025, 2, 28) / 1000
const now = start + 30 * secondsOfDay
/** What the store can hold, Unix seconds; 0 would be now. */
const everything = { ts_from: 1, ts_to: 4_294_967_295 }

const places = { host: 'fw', program: 'p', user: "u'\\" } as const
const arrivals = (count: number): Arrival[] =>
  Array.from({ length: count }, (_, i) => ({
    at: (start + i * 17) * 1_000_000 + (i % 7),
    fields: {
      host: `${places.host}-${i % 3_000}`,
      program: `${places.program}${i % 5}`,
      ...{ facility: i % 24, severity: i % 8, mnemonic: '', type: 1, status: 0 },
      message: `session w${i} opened`,
      tags: { user: `${places.user}${i}` },
    },
  }))

async function hold(corpus: CorpusStore, questions: readonly Question[]): Promise<void> {
  for (const question of questions) {
    const asked: Asked = { question, now, timezone: 'UTC' }
    const { results } = await answer(corpus.store, 0.6, asked)
    // Compared as text: a difference of ten thousand events is not a readable message.
    const isExact = JSON.stringify(results) === JSON.stringify(oracleAnswer(corpus.events, asked))
    expect({ question: JSON.stringify(question).slice(0, 500), isExact }).toMatchObject({ isExact: true })
  }
}

test('the largest page is exact, in every order, of events that lie seconds apart', async () => {
  const corpus = await CorpusStore.open(arrivals(maxPage + 20))
  try {
    await corpus.arriveUntil(1, 1)
    const key = fc.constantFrom('-first_occurrence', 'last_occurrence', '-last_occurrence', '-counter')
    const sorts = ['first_occurrence', ...fc.sample(key, { numRuns: cases(1), seed })]
    await hold(
      corpus,
      sorts.map(sort => ({
        type: 'Search',
        params: { sort: [sort], page_size: maxPage, time_range: everything },
      })),
    )
  } finally {
    await corpus.store.close()
  }
})

/** Existing and other values, as long as a body of 1 MB has room for them. */
const value = (field: keyof typeof places, i: number, tail: string): string =>
  i % 3 === 0 ? `${places[field]}${field === 'host' ? '-' : ''}${i}` : `${places[field]}${i}${tail}`

const fields = ['host', 'program', 'user', 'message', 'severity', 'counter'] as const

const list = (field: (typeof fields)[number]) =>
  fc
    .record({
      count: fc.integer({ min: maxValues - 50, max: maxValues }),
      tail: fc.string({
        unit: fc.constantFrom("'", '\\', 'x', 'Ö', '节', '\n', '"'),
        minLength: 20,
        maxLength: 40,
      }),
      op: fc.constantFrom('eq', 'ne'),
      ignore_case: fc.boolean(),
    })
    .map(({ count, tail, op, ignore_case }): Condition[] => {
      const all = Array.from({ length: count }, (_, i) => i)
      if (field === 'severity' || field === 'counter') return [{ field, op, value: all }]
      // Each word is one of the 10,000 tests that a filter may have.
      if (field === 'message') return [{ field, op, value: all.map(i => `w${i * 2}`) }]
      return [{ field, op, value: all.map(i => value(field, i, tail)), ignore_case }]
    })

const conditions = fc.integer({ min: maxConditions - 10, max: maxConditions }).map((count): Condition[] =>
  Array.from({ length: count }, (_, i) => ({
    field: i % 2 ? 'host' : 'user',
    op: 'ne',
    value: `${i + 5}`,
  })),
)

/** Steps with uneven periods, so that each period is listed, and as many periods as allowed. */
const range = fc.constantFrom(
  { ...everything, step: secondsOfDay, timezone: 'Europe/Berlin' },
  { ...everything, step: secondsOfDay, timezone: 'Australia/Lord_Howe' },
  { ts_from: start - 99_000, ts_to: start + 950, step: 1 },
)

test('an answer to the largest list, filter and range is exact', async () => {
  const corpus = await CorpusStore.open(arrivals(12))
  try {
    await corpus.arriveUntil(1, 2)
    const filters = [...fields.map(list), conditions].flatMap((any, i) =>
      fc.sample(any, { numRuns: cases(1), seed: seed + i }),
    )
    const others = fc.sample(fc.constantFrom('TopN', 'LastN', 'EventRate'), { numRuns: filters.length, seed })
    const ranges = fc.sample(range, { numRuns: cases(1), seed })
    await hold(corpus, [
      ...filters.flatMap((filter, i) => {
        const params = { filter, time_range: everything }
        // All types have these params.
        return [{ type: 'Search', params }, { type: others[i], params } as Question] as const
      }),
      ...ranges.map(time_range => ({ type: 'EventRate', params: { time_range } }) as const),
      ...ranges.map(time_range => ({ type: 'TopN', params: { time_range, with_subperiods: true } }) as const),
    ])
  } finally {
    await corpus.store.close()
  }
})
