import { expect, test } from 'vitest'
import { parseHistory, withQuery } from './query-history.ts'

test('the newest stands first, once', () => {
  expect(withQuery(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
})

test('no more than twenty are kept', () => {
  const many = Array.from({ length: 20 }, (_, i) => `q${i}`)
  expect(withQuery(many, 'new')).toEqual(['new', ...many.slice(0, 19)])
})

const kept: [text: string | null, history: string[]][] = [
  [null, []],
  ['{', []],
  ['{"a":1}', []],
  ['["a",1,null,"b"]', ['a', 'b']],
]
for (const [text, history] of kept)
  test(`${text} is read as ${history.length} queries`, () => expect(parseHistory(text)).toEqual(history))
