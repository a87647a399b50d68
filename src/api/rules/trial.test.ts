import { expect, test } from 'vitest'
import { readRuleFile } from '../../ingest/rules/read-file.ts'
import { RuleWorkers } from './rule-workers.ts'
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

test('a line that is too long is refused by its length', async () => {
  const events = ['<38>short', 'x'.repeat(65_537)]
  await expect(tryRules([], events, [])).rejects.toMatchObject({
    code: 'validation',
    fields: { 'events[1]': ['Expected at most 65536 characters.'] },
  })
})

const trial = {
  kind: 'try' as const,
  files: [],
  events: ['<38>1 2026-01-02T03:04:05Z h a - - - hello'],
  formats: [],
}

/** A busy machine may take long to start a thread. */
const patient = {
  timeoutMs: { try: 300_000, read: 300_000, check: 300_000, template: 300_000, titles: 300_000 },
}

test('a trial runs in a thread of its own, which is ended when it takes too long', async () => {
  const threads = new RuleWorkers(patient)
  expect(await threads.run(trial)).toEqual(await tryRules([], trial.events))
  await expect(threads.run({ ...trial, events: [{ host: 7 }] })).rejects.toMatchObject({
    code: 'validation',
    fields: { 'events[0].message': ['is required'] },
  })
  // No thread starts within a millisecond.
  await expect(
    new RuleWorkers({ timeoutMs: { try: 1, read: 1, check: 1, template: 1, titles: 1 } }).run(trial),
  ).rejects.toMatchObject({
    code: 'validation',
    fields: { events: [expect.stringContaining('took longer than 0.001 seconds')] },
  })
  await threads.close()
})

test('a text that takes more memory than a thread may is refused, and the next one gets a new thread', async () => {
  const threads = new RuleWorkers({ heapMb: 48 })
  const read = (text: string) => threads.run({ kind: 'read', name: 'a.yaml', format: 'yaml', text })
  await expect(read(`a: [${'[],'.repeat(333_000)}]`)).rejects.toMatchObject({
    code: 'validation',
    fields: { text: ['took more than 48 MB of memory and was ended'] },
  })
  expect(await read('rewrite_rules: []')).toMatchObject({ content: { rewrite_rules: [] } })
  await threads.close()
})

test('a limited number of trials wait and no more, and a server that ends waits for none', async () => {
  const threads = new RuleWorkers({ maxJobs: 2 })
  const ended = Promise.allSettled([threads.run(trial), threads.run(trial)])
  await expect(threads.run(trial)).rejects.toMatchObject({ code: 'overloaded' })
  await threads.close()
  expect((await ended).map(({ status }) => status)).toContain('rejected')
})
