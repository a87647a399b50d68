import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { settingSchema } from '../../src/schema/settings/settings.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const folder = new URL('../../docs', import.meta.url)
const pages = [
  'README.md',
  ...readdirSync(folder, { encoding: 'utf8', recursive: true }).map(name => `docs/${name}`),
].filter(name => name.endsWith('.md'))

test.each(pages)(
  '%s: the service and its token have one name in examples, and are named on the page',
  name => {
    const page = read(name)
    expect(page).not.toMatch(/\$(URL|BASE|TOKEN)\b/)
    expect(page).not.toMatch(/^\s*curl .*http:\/\/127\.0\.0\.1/m)
    for (const variable of ['MILLRACE_URL', 'MILLRACE_TOKEN']) {
      if (!page.includes(`$${variable}`)) continue
      // As a shell line, or in prose as for placeholders in settings of other programs.
      expect(page).toMatch(new RegExp(`export .*${variable}=|\`\\$${variable}\` for `))
    }
  },
)

test('documents say what the product does', () => {
  expect(read('docs/queries.md')).toContain(
    `\`MILLRACE_QUERY_TIMEOUT\` (${settingSchema('queryTimeout').default} seconds)`,
  )
  expect(read('docs/queries.md')).toContain('`totals.approximate`')
  // Both are mentioned with INGEST tokens: they open more than /incoming.
  expect(read('SECURITY.md')).toMatch(/INGEST tokens .*log shippers/)
  expect(packageFile.description).toContain('alerts')
})
