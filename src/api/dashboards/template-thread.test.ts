import { expect, test } from 'vitest'
import { RuleWorkers } from '../rules/rule-workers.ts'
import { threadTemplateReader } from './template-thread.ts'

const templates = [
  { text: 'title: One', format: 'yaml' },
  { text: '{"config": {"title": "Two"}}', format: 'json' },
  { text: 'title: [', format: 'yaml' },
] as const

test('templates are read in the rule thread', async () => {
  const reader = threadTemplateReader(new RuleWorkers())
  expect(await reader.titles(templates)).toEqual(['One', 'Two', ''])
  expect(await Promise.all(templates.map(template => reader.content(template)))).toEqual([
    { title: 'One' },
    { config: { title: 'Two' } },
    undefined,
  ])
})

test('a template that takes too long has no title, and the others keep theirs', async () => {
  // No thread starts within a millisecond.
  const limits = { try: 1, read: 1, check: 1, template: 1, titles: 1 }
  const tooSlow = new RuleWorkers({ timeoutMs: limits })
  const inTime = new RuleWorkers()
  const reader = threadTemplateReader({
    run: job => (job.kind === 'titles' && job.templates.length < 3 ? inTime : tooSlow).run(job),
  })
  expect(await reader.titles(templates)).toEqual(['One', 'Two', ''])
  expect(await reader.content(templates[0])).toBe(undefined)
  expect(await threadTemplateReader(tooSlow).titles([templates[0]])).toEqual([''])
})
