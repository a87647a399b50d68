import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import { eventually } from '../../testing/until.ts'
import type { Cell } from '../clients/sql-client.ts'
import { type EventStore, emptyAccount } from '../contract/event-store.ts'
import { compileFilter } from '../sql/filter.ts'
import type { NamedField } from '../sql/named.ts'
import { openEmbeddedStore } from '../store/embedded/open.ts'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import { StoredNames } from './stored-names.ts'

const start = 1_767_225_600
const folderOf = () => mkdtempSync(path.join(tmpdir(), 'millrace-names-'))
const open = async (folder: string) =>
  await openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })

function predicateOf(condition: Condition) {
  const meaning = parseFilter([condition])
  if ('faults' in meaning) throw new Error(JSON.stringify(meaning.faults))
  return meaning.predicate
}

let id = 0
const rowOf = (host: string) =>
  rowsOf({ id: ++id, occurrences: [(start + id) * 1_000_000], ...ordinary, host, message: 'up', tags: {} })

/** Gives `names` the texts of a field in the table, with their numbers of rows. */
function load(names: StoredNames, field: NamedField, texts: Cell[][]): void {
  const target = names.loadTarget(field)
  target.begin()
  target.add(texts)
  target.finish()
}

/** Occurrences of a host, with the statement that counted them. */
async function countHost(store: EventStore, host: string): Promise<{ count: number; sql: string }> {
  const account = emptyAccount()
  const scope = { from: start, to: start + 3_600, predicate: predicateOf({ field: 'host', value: host }) }
  const read = { signal: new AbortController().signal, lane: 'short', timeout: 30, account } as const
  const query = { by: [], ignoreEmpty: false, distinct: false, quantiles: [], limit: 1 }
  const answer = await store.groupStats(scope, query, read)
  return { count: answer?.rows[0]?.count ?? 0, sql: account.sampleStatements.at(-1) ?? '' }
}

test('hosts are asked for by their names: hosts from before a start, and new hosts', async () => {
  const folder = folderOf()
  const before = await open(folder)
  await before.append(spoolFile([...rowOf('FW-1'), ...rowOf('web-1')]))
  await before.close()
  const store = await open(folder)
  await eventually(async () => (await countHost(store, 'fw-1')).sql).toContain("host = 'FW-1'")
  expect(await countHost(store, 'fw-*')).toMatchObject({ count: 1 })
  await store.append(spoolFile([...rowOf('fw-1'), ...rowOf('Fw-2'), ...rowOf('web-2')]))
  const found = await countHost(store, 'fw-*')
  expect(found.count).toBe(3)
  expect(found.sql).toMatch(/host (NOT )?IN \('/)
  expect(found.sql).not.toContain('lowerUTF8')
  expect((await countHost(store, 'nowhere')).count).toBe(0)
  await store.close()
})

test('messages are read of those templates alone that leave a doubt, in a branch of its own', async () => {
  const names = new StoredNames(() => {})
  const templates = [
    ['link up', 50],
    ['link \u0011 up', 30],
    ['fan \u0013 up', 20],
  ]
  load(names, 'template', templates)
  const compiled = (value: string) =>
    compileFilter(predicateOf({ field: 'message', value, ignore_case: true }), names)
  expect(compiled('link-up')).toMatchObject({ branches: [{ rows: "template = 'link up'" }], messageShare: 0 })
  const numbered = compiled('link-7')
  expect(numbered.messageShare).toBe(0.3)
  expect(numbered.branches).toEqual([
    {
      rows: expect.stringMatching(/^\(template = 'link \S* up' AND .*hasAllTokens/),
      templates: new Set(['link \u0011 up']),
    },
  ])
  const parts = compiled('*n*-up')
  expect(parts.messageShare).toBe(0.2)
  expect(parts.branches).toEqual([
    { rows: "template = 'link up'" },
    {
      rows: expect.stringMatching(/^\(template = 'fan \S* up' AND .*match\(/),
      templates: new Set(['fan \u0013 up']),
    },
  ])
  expect(compiled('up')).toMatchObject({
    branches: [{ rows: expect.stringContaining("hasAllTokens(message, ['up'])") }],
    messageShare: 0,
  })
})

test('with too many names, or while they are not read, statements compare the column itself', async () => {
  const said: string[] = []
  const names = new StoredNames(line => said.push(line))
  const predicate = predicateOf({ field: 'host', value: 'H*' })
  const sql = () => compileFilter(predicate, names).rows
  const plain = compileFilter(predicate).rows
  expect(plain).toContain('lowerUTF8')
  names.begun({ names: { hosts: ['h1', 'x'], programs: [], templates: [] } })
  expect(sql()).toBe(plain)
  load(
    names,
    'host',
    ['h0', 'y', 'z'].map(host => [host, 1]),
  )
  expect(sql()).toBe("host IN ('h1', 'h0')")
  const hosts = Array.from({ length: 100_001 }, (_, i) => `h${i}`)
  names.begun({ names: { hosts, programs: [], templates: [] } })
  expect(sql()).toBe(plain)
  expect(said).toHaveLength(1)
})
