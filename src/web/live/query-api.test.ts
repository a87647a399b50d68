import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../', import.meta.url)
const sources = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.ts'] }).map(name => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}))
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])).sort()

test('requests and subscriptions for queries are sent through the owner of the queries alone', () => {
  expect(filesWith(/[`']\/api\/query\b/)).toEqual(['api/export.ts', 'api/queries.ts'])
  expect(filesWith(/\b(create|read|readPage|stop|remove)Query(Page)?\b.* from '/)).toEqual([
    'live/query-api.ts',
  ])
  expect(filesWith(/\breadExport\b.* from '.*\/export\.ts'/)).toEqual([
    'exports/downloads.ts',
    'exports/fetch-export.ts',
  ])
  expect(filesWith(/\.watchQuery\(/)).toEqual(['live/page-queries.ts'])
})
