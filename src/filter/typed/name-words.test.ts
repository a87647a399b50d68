import { expect, test } from 'vitest'
import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { FilterPart } from '../../schema/filter/condition.ts'
import { isGroup } from '../../schema/filter/groups.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import {
  type FindName,
  lookUpNames,
  type NameLookup,
  nameNote,
  namesFound,
  noNames,
  tagsWithNames,
} from './name-words.ts'
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

const tag = { count: 5, values: 3, numeric: false }
/** Answers with the words of the lookup that are values of its field, and keeps the lookups. */
function service(values: Readonly<Record<string, readonly string[]>>, list: TagListRecord['list']) {
  const lookups: NameLookup[] = []
  const tagQueries: object[] = []
  const ask = async (lookup: NameLookup) => {
    lookups.push(lookup)
    const { field } = lookup.params
    if (field === 'broken') throw new Error('no answer')
    const found = (values[field] ?? []).map(name => ({ name, count: 1, series: [] }))
    // Only the values are read.
    return { totals: { values: found } } as unknown as Partial<TopNResults>
  }
  const listTags = async (query: Record<string, string>) => {
    tagQueries.push(query)
    return { ts_from: 0, ts_to: 1, count: 1, sampled: 1, total: list.length, list }
  }
  return { queries: { ask, listTags }, lookups, tagQueries }
}

test('words are looked up as hosts, programs and values of tags, in the range of the search', async () => {
  const { queries, lookups, tagQueries } = service({ host: ['a'], region: ['A'] }, [
    { ...tag, name: 'region' },
    { ...tag, name: 'broken' },
  ])
  const find = await lookUpNames(['a', '10.1.2.3'], { preset: 'today', step: 60 }, queries)
  expect(find('a')).toEqual(['host', 'region'])
  expect(find('b')).toEqual([])
  expect(lookups.map(({ params: { field, filter } }) => [field, filter[0]?.value])).toEqual([
    ['host', ['a', '10.1.2.3']],
    ['program', ['a', '10.1.2.3']],
    ['region', ['a']],
    ['broken', ['a']],
  ])
  expect(lookups[0]?.params).toMatchObject({
    filter: [{ field: 'host', op: 'eq' }],
    time_range: { preset: 'today' },
  })
  expect(tagQueries).toEqual([{ preset: 'today', limit: '100' }])
})

test('numbers are not looked up in tags, and nothing is asked without words', async () => {
  const { queries, lookups, tagQueries } = service({}, [{ ...tag, name: 'region' }])
  await lookUpNames(['443', '10.1.2.3', '2026-11-28'], { preset: 'today' }, queries)
  expect([lookups.length, tagQueries.length]).toEqual([2, 0])
  expect(await lookUpNames([], { preset: 'today' }, queries)).toBe(noNames)
  expect(lookups).toHaveLength(2)
})

test('few tags are looked up: neither numbers nor ids, and the most frequent ones', () => {
  const names = Array.from({ length: 20 }, (_, i) => ({ ...tag, name: `t${i}` }))
  const numbers = { ...tag, name: 'bytes', numeric: true }
  const ids = { ...tag, name: 'trace_id', values: 1_000_000 }
  expect(tagsWithNames({ list: [numbers, ids, ...names] })).toEqual(
    Array.from({ length: 12 }, (_, i) => `t${i}`),
  )
})

test('a note names the tag', () => {
  expect(nameNote('eu', ['program', 'region'])).toBe(
    'eu is also searched as a program and value of the tag region. In quotation marks it is only a word.',
  )
})
