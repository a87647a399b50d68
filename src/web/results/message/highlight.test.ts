import { expect, test } from 'vitest'
import { searchTerms, splitAtMatches } from './highlight.ts'

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
