import { expect, test } from 'vitest'
import { readRuleFile } from '../../ingest/rules/read-file.ts'
import { tryRules } from './trial.ts'

test('rules see automatic fields, where there are any', async () => {
  const content = { rewrite_rules: [{ match: { field: 'user', value: 'bob' }, tag: { Known: 'yes' } }] }
  const read = readRuleFile('a.yaml', content)
  if (!('file' in read)) throw new Error('the rules are sound')
  const events = [{ message: 'user=bob zone=north' }]
  const tags = async (formats: Parameters<typeof tryRules>[2]) =>
    (await tryRules([read.file], events, formats)).map(({ event }) => event.user_tags)
  expect(await tags(['pairs'])).toEqual([{ user: 'bob', zone: 'north', Known: 'yes' }])
  expect(await tags(['json'])).toEqual([{}])
})
