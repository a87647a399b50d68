import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMatcher } from '../filter/match/matcher.ts'
import { parseFilter } from '../filter/parse/parse-filter.ts'
import type { Predicate } from '../filter/predicate/predicate.ts'
import type { Condition } from '../schema/filter/condition.ts'
import type { Read } from '../storage/contract/event-store.ts'
import { anyRowPredicate } from './testing/any-predicate.ts'
import { anyTexts } from './testing/any-texts.ts'
import { seed } from './testing/cases.ts'
import { CorpusStore } from './testing/corpus-store.ts'
import { occurrencesIn, wholeEvent } from './testing/events.ts'

const start = Date.UTC(2026, 4, 4, 12) / 1000
const scope = { from: start - 200, to: start + 300 }
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }

const list = (length: number, value: (i: number) => string) => Array.from({ length }, (_, i) => value(i))

/** Filters about as large as allowed. Only their last word occurs in messages. */
const largest: Readonly<Record<string, Condition>> = {
  words: { field: 'message', value: list(2_999, i => `w${i}q`).concat('a') },
  wildcards: { field: 'message', value: list(999, i => `w${i}*q?`).concat('a*') },
  'phrases of words beyond ASCII': {
    field: 'message',
    op: 'qp',
    value: list(999, i => `"д${i} é"`).concat('a'),
  },
  'a phrase of 1,000 words': { field: 'message', value: 'a-'.repeat(1_000) },
  'a wildcard of 1,000 gaps': { field: 'message', value: 'a?'.repeat(1_000) },
  'pairs of words': { field: 'message', op: 'qp', value: list(70, i => `(w${i} q)`).concat('a') },
  'regular expressions': {
    field: 'message',
    op: '=~',
    value: list(10, i => `[${i}a/'"]{990}\\\\`).concat('a'),
  },
  names: { field: 'host', value: list(10_000, i => `host-${i}.${'x'.repeat(60)}`) },
}

test('the engine answers filters about as large as they may be, and a predicate of many parts as the matcher does', async () => {
  const [arrivals = []] = fc.sample(anyTexts(start, 200), { numRuns: 1, seed })
  const corpus = await CorpusStore.open(arrivals)
  await corpus.arriveUntil(1, 1)
  const { store, events } = corpus
  const inside = events.filter(event => occurrencesIn(event, scope.from, scope.to).length > 0)
  const check = async (name: string, predicate: Predicate) => {
    const matches = compileMatcher(predicate)
    const { events } = await store.countEvents({ ...scope, predicate }, scope, read)
    expect([name, events]).toEqual([name, inside.filter(event => matches(wholeEvent(event))).length])
  }
  try {
    for (const [name, condition] of Object.entries(largest)) {
      const meaning = parseFilter([condition])
      if ('faults' in meaning) throw new Error(`${name}: ${JSON.stringify(meaning.faults)}`)
      await check(name, meaning.predicate)
    }
    const parts = fc.sample(anyRowPredicate, { numRuns: 80, seed })
    for (let from = 0; from < parts.length; from += 40) {
      const of = parts.slice(from, from + 40)
      await check('some', { kind: 'some', of })
      await check('not some', { kind: 'not', of: { kind: 'some', of: of.slice(0, 20) } })
      await check('all', {
        kind: 'all',
        of: of.map(part => ({ kind: 'some', of: [part, ...of.slice(0, 2)] })),
      })
    }
  } finally {
    await store.close()
  }
})
