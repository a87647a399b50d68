import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Settings } from '../../schema/settings/settings.ts'
import { openEmbeddedStore } from '../../storage/store/embedded/open.ts'
import { openServerStore } from '../../storage/store/server/open.ts'
import { TestServer } from '../../storage/testing/clickhouse-server.ts'
import { ordinary, rowsOf, spoolFile } from '../../storage/testing/spool-file.ts'
import { program } from '../program.ts'
import { type CommandLine, openCommandLine } from '../testing/command-line.ts'

const start = 1_767_225_600
const options = { window: 60, retentionDays: 100_000, log: () => {} }
const server = await TestServer.start()
afterAll(() => server.kill())

let line: CommandLine
beforeEach(() => {
  line = openCommandLine()
})

/** Prints its output, without the line about a slow start of the engine, which a busy machine may cause. */
async function millrace(dataDir: string, changed: Partial<Settings>, ...words: string[]): Promise<string[]> {
  const settings = {
    ...{ dataDir, clickhouseUrl: server.url, clickhouseUser: 'default' },
    ...{ engineMemory: 900_000_000, retentionDays: 100_000, ...changed },
  }
  // The only settings that the command uses.
  const readSettings = () => ({ settings: settings as Settings, warnings: [] })
  const said = await line.run(
    program({
      version: '1.2.3',
      readSettings,
      readListeners: () => [],
      start: () => Promise.reject(new Error('not here')),
    }),
    ...['events', 'copy', ...words],
  )
  return said.filter(text => !/the engine did not answer for .* the next begins\)$/.test(text))
}

const eventAt = (id: number, second: number) =>
  rowsOf({ ...ordinary, id, occurrences: [(start + second) * 1_000_000], message: `event ${id}`, tags: {} })

test('days go to the server while its Millrace runs, and are compared; the output says what is missing for that', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-events-'))
  expect(await millrace(dataDir, {})).toEqual([`! There are no events in ${path.join(dataDir, 'events')}.`])
  const old = await openEmbeddedStore({ ...options, folder: path.join(dataDir, 'events') })
  await old.append(spoolFile([...eventAt(1, 0), ...eventAt(2, 90_000), ...eventAt(3, 90_001)]))

  const [inUse] = await millrace(dataDir, {})
  expect(inUse).toMatch(/^! The events in .* cannot be opened; a Millrace without MILLRACE_CLICKHOUSE_URL/)
  await old.close()
  expect(await millrace(dataDir, { clickhouseUrl: 'tcp://x' })).toEqual([
    '! MILLRACE_CLICKHOUSE_URL must name the servers that the events go to.',
  ])
  expect(await millrace(dataDir, {})).toEqual([
    expect.stringMatching(/^! The server has no tables of Millrace yet\. Start Millrace with/),
  ])
  expect(process.exitCode).toBe(1)

  const before = await openServerStore({ ...options, addresses: [server.address], owner: 'tests' })
  await before.close()
  // The service may keep them for a legal hold.
  expect(await millrace(dataDir, { retentionDays: 1 }, '--dry-run')).toEqual([
    '2026-01-02  2 rows  to be copied',
    '2026-01-01  1 row  to be copied',
  ])
  expect(await millrace(dataDir, {}, '--dry-run', '--max-age', '1')).toEqual([
    '2026-01-02  2 rows  not copied: older than --max-age',
    '2026-01-01  1 row  not copied: older than --max-age',
  ])
  expect(await millrace(dataDir, {}, '--max-age', '1')).toEqual([
    'copied 0 figures of the host and of ingest',
    `0 days on the server equal those in ${path.join(dataDir, 'events')}; 2 days not copied, older than --max-age: 2026-01-02, 2026-01-01`,
  ])
  const copied = [
    'copied 0 figures of the host and of ingest',
    '2026-01-02  2 rows  copied and compared',
    '2026-01-01  1 row  copied and compared',
  ]
  expect(await millrace(dataDir, {})).toEqual([
    ...copied,
    expect.stringContaining('copied; 2 days will be there once Millrace runs with MILLRACE_CLICKHOUSE_URL'),
  ])
  const store = await openServerStore({ ...options, addresses: [server.address], owner: 'tests' })
  const equal = `2 days on the server equal those in ${path.join(dataDir, 'events')}`
  expect(await millrace(dataDir, {})).toEqual([copied[0], equal])
  expect(await millrace(dataDir, {}, '--dry-run')).toEqual([
    '2026-01-02  2 rows  copied',
    '2026-01-01  1 row  copied',
  ])
  expect(await server.query('SELECT count() FROM millrace.events')).toBe('3')

  const again = await openEmbeddedStore({ ...options, folder: path.join(dataDir, 'events') })
  await again.append({ ...spoolFile(eventAt(4, 3)), sequence: 4 })
  await again.close()
  expect(await millrace(dataDir, {})).toEqual([
    '! The rows of 20260101 were 1 when it was copied and are 2 now: the source was written to since.',
  ])

  const oneDay = mkdtempSync(path.join(tmpdir(), 'millrace-events-'))
  const short = await openEmbeddedStore({ ...options, folder: path.join(oneDay, 'events') })
  await short.append(spoolFile(eventAt(5, 200_000)))
  await short.close()
  expect((await millrace(oneDay, {})).at(-1)).toBe(
    `1 day on the server equals that in ${path.join(oneDay, 'events')}`,
  )
  await store.close()
})
