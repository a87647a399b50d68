import { expect, test } from 'vitest'
import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { lookUpNames, type NameLookup, nameNote, tagsWithNames } from './name-lookups.ts'
import { noNames } from './name-words.ts'

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
