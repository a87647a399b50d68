import { expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { usesIndex } from './by-index.ts'
import { compileFilter } from './filter.ts'

const phrase = (text: string, wild = false): Predicate => ({ kind: 'phrase', tokens: [{ text, wild }] })
const host: Predicate = { kind: 'in', field: 'host', values: ['a'], fold: true }

test.each<[string, Predicate, boolean]>([
  ['a word', phrase('failed'), true],
  ['not a word', { kind: 'not', of: phrase('failed') }, true],
  ['one of a word and a host', { kind: 'some', of: [phrase('failed'), host] }, true],
  ['a long number', phrase('1234567890'), true],
  ['a part of a word', phrase('*ailed*', true), false],
  ['a host', host, false],
  [
    'an expression',
    { kind: 'text', field: 'message', test: { kind: 'regex', pattern: 'a+', fold: false } },
    false,
  ],
])('whether a condition on %s uses a skip index', (_, predicate, uses) => {
  expect(usesIndex(compileFilter(predicate).rows)).toBe(uses)
})
