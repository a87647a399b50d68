import { expect, test } from 'vitest'
import type { FilterPart } from '../../schema/filter/condition.ts'
import { isGroup } from '../../schema/filter/groups.ts'
import { type FindName, namesFound } from './name-words.ts'
import { partOf } from './pill.ts'
import { namesOfSearch, parseTypedQuery } from './typed-query.ts'

const findName: FindName = namesFound([
  ['host', ['web-1', 'Bastion', '10.1.2.3']],
  ['program', ['sshd', 'web-1']],
  ['region', ['eu-west']],
])

function textOf(part: FilterPart): string {
  if (!isGroup(part)) return `${part.field} ${part.op} ${[part.value].flat().join('/')}`
  const { any, all, not } = part
  if (not !== undefined) return `not(${textOf(not)})`
  return any === undefined ? `all(${all?.map(textOf).join(', ')})` : `any(${any.map(textOf).join(', ')})`
}

const searches: [typed: string, filters: string[], words: string][] = [
  ['sshd', ['any(message qp sshd, program eq sshd)'], ''],
  ['web-1', ['any(message qp web-1, host eq web-1, program eq web-1)'], ''],
  ['failed bastion password', ['any(message qp bastion, host eq bastion)'], 'failed password'],
  [
    '10.1.2.3 SSHD',
    ['any(message qp 10.1.2.3, host eq 10.1.2.3)', 'any(message qp SSHD, program eq SSHD)'],
    '',
  ],
  ['failed EU-west', ['any(message qp EU-west, region eq EU-west)'], 'failed'],
  ['-sshd failed', ['not(any(message qp sshd, program eq sshd))'], 'failed'],
  ['failed OR sshd', ['any(any(message qp sshd, program eq sshd), message qp failed)'], ''],
  ['(sshd OR host:x) y', ['any(any(message qp sshd, program eq sshd), host eq x)'], 'y'],
  ['sshd severity:err', ['any(message qp sshd, program eq sshd)', 'severity eq 3'], ''],
  ['"sshd" ssh* sshd2 (failed)', [], '"sshd" ssh* sshd2 (failed)'],
  ['program:sshd', ['program eq sshd'], ''],
  ['x | uid=0 | sshd', [], 'x | uid=0 | sshd'],
]
test.each(searches)('%s', (typed, filters, words) => {
  const { pills, text } = parseTypedQuery(typed, () => undefined, findName)
  expect([pills.map(partOf).map(textOf), text]).toEqual([filters, words])
})

test('only words that became filters are named', () => {
  const namesOf = (typed: string) =>
    parseTypedQuery(typed, () => undefined, findName).names.map(({ written }) => written)
  expect(namesOf('sshd failed OR bastion')).toEqual(['sshd', 'bastion'])
  expect(namesOf('(uid=0 OR bastion) sshd')).toEqual(['sshd'])
})

test('a word that became a filter can be had as a word alone', () => {
  const [term] = parseTypedQuery('failed sshd', () => undefined, findName).filterTerms
  expect(term).toMatchObject({ written: 'sshd', text: 'failed "sshd"' })
  expect(parseTypedQuery('failed "sshd"', () => undefined, findName)).toMatchObject({ pills: [] })
})

test.each([
  ['failed web-1 host:x "a b" err* x', ['failed', 'web-1']],
  ['(a1 OR b1) -c1 NOT d1', ['a1', 'b1', 'c1', 'd1']],
  ['web-1 || failed && +sshd', ['web-1', 'failed', 'sshd']],
  ['error: web-1 failed', ['error:', 'web-1', 'failed']],
  ['failed (', []],
  ['', []],
  [
    Array.from({ length: 30 }, (_, i) => `word${i}`).join(' '),
    Array.from({ length: 10 }, (_, i) => `word${i}`),
  ],
])('words of %s are looked up', (typed, words) =>
  expect(namesOfSearch(typed, () => undefined)).toEqual(words),
)
