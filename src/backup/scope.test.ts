import { expect, test } from 'vitest'
import { backedUpFolders, requireLocalData } from './scope.ts'

test.each([
  [
    { clickhouseUrl: 'http://127.0.0.1:8123' },
    /^The events are on ClickHouse .* back them up there with its BACKUP/,
  ],
  [
    { postgresUrl: 'postgres://127.0.0.1/millrace' },
    /^The metadata is in PostgreSQL .* back it up with pg_dump/,
  ],
])('%o: events on servers are not backed up in part', (settings, reason) => {
  expect(() => requireLocalData(settings)).toThrow(reason)
})

test('a data folder on its own is, with rules, templates and scripts from where they are', () => {
  expect(() => requireLocalData({})).not.toThrow()
  expect(backedUpFolders({ dataDir: '/data', rulesDir: '/etc/rules' })).toEqual({
    rules: '/etc/rules',
    templates: '/data/templates',
    scripts: '/data/scripts',
    reports: '/data/reports',
  })
})
