import { expect, test } from 'vitest'
import { Fault } from '../../../schema/fault.ts'
import { jsonBudget, maxValuesOf, parseJson } from './json-budget.ts'

function refusal(text: string, maxBytes = 0): Fault {
  try {
    parseJson(text, { bytes: Buffer.from(text), maxBytes })
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error('is not refused')
}

const values = maxValuesOf(0)
const list = (count: number) => `[${'1,'.repeat(count - 2)}1]`
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const names = (count: number) => `[{"k0":1},{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}]`

test.each([
  ['values', list(values), list(values + 1), `[${values - 1}]`, `Expected at most ${values} values.`],
  [
    'values, some of them texts with all that JSON is made of',
    `["\\"],{[\\\\", ${'"a,b",'.repeat(values - 3)}"\\\\"]`,
    `["\\"],{[\\\\", ${'"a,b",'.repeat(values - 2)}"\\\\"]`,
    `[${values - 1}]`,
    `Expected at most ${values} values.`,
  ],
  [
    'values of members',
    `{"a": {"b\\"": ${list(values - 2)}}}`,
    `{"a": {"b\\"": ${list(values - 1)}}}`,
    `a.b\\"[${values - 3}]`,
    `Expected at most ${values} values.`,
  ],
  ['levels', nested(64), nested(65), `${'[0]'.repeat(26)}[0...`, 'Expected at most 64 levels of nesting.'],
  [
    'names',
    names(jsonBudget.maxNames),
    names(jsonBudget.maxNames + 1),
    `[1].k${jsonBudget.maxNames}`,
    `Expected at most ${jsonBudget.maxNames} different names of members.`,
  ],
])(
  'as many %s as are admitted are read, one more is refused with its place',
  (_, most, more, place, expected) => {
    expect(parseJson(most)).toEqual(JSON.parse(most))
    const { code, fields, detail } = refusal(more)
    expect({ code, fields, detail }).toEqual({
      code: 'validation',
      fields: { [place]: [expected] },
      detail: `${place}: ${expected}`,
    })
  },
)

test('a larger body may have more values, up to a bound', () => {
  expect([1, 1_000_000, 2_000_000, 1e9].map(maxValuesOf)).toEqual([20_000, 100_000, 200_000, 250_000])
})

test.each([
  '',
  ' ',
  '"',
  '"\\',
  '[1',
  ']',
  '{"a"',
  '{"a":}',
  '}{',
  '[1]]]',
  'tru',
  '1 2',
  '\u0000',
  '{"a\\',
  'é[',
])('the parser says what is wrong with %j', text => {
  let message = ''
  try {
    JSON.parse(text)
  } catch (error) {
    message = error instanceof Error ? error.message : ''
  }
  expect(refusal(text)).toMatchObject({ code: 'parse_error', detail: `JSON parse error - ${message}` })
})

test('the name of a place is cut', () => {
  const fields = refusal(`{"${'x'.repeat(1_000_000)}": ${nested(65)}}`).fields
  expect(Object.keys(fields ?? {})[0]?.length).toBeLessThan(100)
})
