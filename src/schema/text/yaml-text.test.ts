import { expect, test } from 'vitest'
import { readYaml } from './yaml-text.ts'

test.each([
  ['a: 1\nb:\n  c: 1\n  c: 2', 'Map keys must be unique at line 4, column 3'],
  ['- {b: 1, b: 2}\n- {a: 1, a: 2}', 'Map keys must be unique at line 1, column 10'],
  ['- a\n- {"x": 1, x: 2}', 'Map keys must be unique at line 2, column 12'],
  ['? {a: 1, a: 2}\n: 1', 'Map keys must be unique at line 1, column 10'],
  ['a: 1\n? [b]\n: 2', 'A key must be a text, not a list or map at line 2, column 3'],
  ['{? {a: b}}', 'A key must be a text, not a list or map at line 1, column 4'],
  ['? '.repeat(400), /^A key must be a text/],
  ['- ? '.repeat(200), /^A key must be a text/],
  ['? - '.repeat(200), /^A key must be a text/],
  ['a: [', /Flow sequence .* at line 1, column 5$/],
  ['a: *b', /Unresolved alias/],
  ['x'.repeat(1_001), 'expected at most 1000 characters'],
  [`${'['.repeat(400)}${']'.repeat(400)}`, undefined],
])('%j is refused with the place', (text, message) => {
  if (message === undefined) expect(readYaml(text, 1_000).content).toEqual([expect.anything()])
  else expect(() => readYaml(text, 1_000)).toThrow(message)
})

test('a number, a text and null are different keys, and other nodes are none of these', () => {
  expect(readYaml('1: a\n"1": b\nnull: c\n"null": d', 100).content).toEqual({ 1: 'b', null: 'd', '': 'c' })
})

test('a text of twenty thousand levels is refused, not fatal', () => {
  const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  expect(() => readYaml(text, text.length)).toThrow('is nested too deeply')
})
