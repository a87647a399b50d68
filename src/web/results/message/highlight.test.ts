import { expect, test } from 'vitest'
import { searchTerms, splitAtMatches, startAtMatch } from './highlight.ts'

const cases: [query: string, message: string, pieces: string[]][] = [
  ['', 'link down', ['link down']],
  ['down', 'Link Down.', ['Link ', 'Down', '.']],
  ['link', 'link', ['', 'link', '']],
  ['link !down', 'link down', ['', 'link', ' down']],
  ['fail*', 'failed, failure; fall', ['', 'failed', ', ', 'failure', '; fall']],
  ['"10.1"', 'from 10.1.2', ['from ', '10', '.', '1', '.2']],
  ['失败', '登录失败', ['登录', '失', '', '败', '']],
  ['DOWN', 'サーバーDOWN', ['サーバー', 'DOWN', '']],
  ['(broken', 'broken', ['broken']],
]
for (const [query, message, pieces] of cases)
  test(`${JSON.stringify(query)} in ${JSON.stringify(message)}`, () =>
    expect(splitAtMatches(message, searchTerms(query))).toEqual(pieces))

const long = `${'a '.repeat(50)}needle${' b'.repeat(50)}`
test.each([
  ['the beginning shows it', 'needle and more', 12, 0],
  ['nothing matches', 'no such word in here', 5, 0],
  ['it is in the middle', long, 26, 90],
  ['it would be at the edge', `${'a '.repeat(9)}needle b`, 24, 3],
  ['the end follows soon', `${'a '.repeat(50)}needle b`, 40, 69],
  ['it is longer than the row', long, 4, 100],
  ['a pair of surrogates would be cut', `${'\u{1f600}'.repeat(20)} needle ${'c'.repeat(20)}`, 27, 30],
  ['it comes too late', `${'a '.repeat(9_000)}needle`, 80, 0],
])('where a row begins if %s', (_, message, length, start) => {
  expect(startAtMatch(message, ['needle'], length)).toBe(start)
})
