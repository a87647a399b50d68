import { expect, test } from 'vitest'
import { Fault } from '../../../schema/fault.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import { EngineError } from '../engine-error.ts'
import type { StatementRunner } from '../statement-client.ts'
import { ConnectionLostError } from './answer-error.ts'
import { replaceEventsTable, withEventSource } from './event-source.ts'

const from = (sql: string) => replaceEventsTable(sql, "remote('a:1,b:1')")

test.each([
  ['SELECT id FROM millrace.events', "SELECT id FROM remote('a:1,b:1')"],
  [
    '(SELECT 1 FROM millrace.events) UNION ALL (SELECT 1 FROM millrace.events)',
    "(SELECT 1 FROM remote('a:1,b:1')) UNION ALL (SELECT 1 FROM remote('a:1,b:1'))",
  ],
  ['SELECT 1 FROM millrace.events_local', 'SELECT 1 FROM millrace.events_local'],
  ['SELECT 1 FROM millrace.figures', 'SELECT 1 FROM millrace.figures'],
])('%s', (sql, wanted) => {
  expect(from(sql)).toBe(wanted)
})

test.each([
  eventsTable,
  `it's ${eventsTable}`,
  `\\' FROM ${eventsTable} \\`,
  `${"'".repeat(3)}${eventsTable}${'\\'.repeat(3)}`,
  `line\n${eventsTable}\n`,
])('leaves the value %j', value => {
  const where = (table: string) => `SELECT ${text(value)} FROM ${table} WHERE message = ${text(value)}`
  expect(from(where(eventsTable))).toBe(where("remote('a:1,b:1')"))
})

test.each(["it's", "'", '`', '\\', "\\'`", `x FROM ${eventsTable}`, `' FROM ${eventsTable}`])(
  'leaves the tag %j',
  name => {
    const tag = fieldColumn({ tag: [name, `${name}'`] })
    const where = (table: string) =>
      `SELECT ${tag} AS v FROM ${table} WHERE ${tag} = 'a' AND ${tag} != ${text(name)}`
    expect(from(where(eventsTable))).toBe(where("remote('a:1,b:1')"))
  },
)

test.each(["'", '`'])('refuses %s without an end, no matter how much follows', quote => {
  expect(() => from(`SELECT 1 FROM ${eventsTable} WHERE ${quote}${'x\\y'.repeat(100_000)}`)).toThrow(
    `unclosed ${quote} at position 36 of a statement`,
  )
})

test('takes a value of a megabyte', () => {
  const value = text(`'\\${'x'.repeat(1_000_000)}'${"\\'".repeat(100_000)}`)
  expect(from(`SELECT ${value} FROM ${eventsTable}`)).toBe(`SELECT ${value} FROM remote('a:1,b:1')`)
})

test('a statement that a server cites has no password', async () => {
  const password = "it's secret"
  const source = `remote('a:1,b:1', millrace.events_local, 'millrace', ${text(password)})`
  const asked: string[] = []
  const cite = (sql: string) => {
    asked.push(sql)
    return new EngineError(62, `Syntax error: failed at position 9: ${sql}`)
  }
  const runner: StatementRunner = {
    run: async (_, sql) => Promise.reject(cite(sql)),
    // biome-ignore lint/correctness/useYield: it fails at once
    async *chunks(sql) {
      throw cite(sql)
    },
    ready: true,
    close: async () => {},
  }
  const wrapped = withEventSource(runner, source, password)
  const sql = `SELECT id FROM ${eventsTable}`
  const cited = {
    name: 'EngineError',
    code: 62,
    message: expect.stringMatching(/'a:1,b:1', millrace.events_local, 'millrace', '\[HIDDEN\]'\)$/),
  }
  await expect(wrapped.run('short', sql)).rejects.toMatchObject(cited)
  const read = { signal: new AbortController().signal, timeout: 1 }
  await expect(wrapped.chunks(sql, read).next()).rejects.toMatchObject(cited)
  expect(asked).toEqual([`SELECT id FROM ${source}`, `SELECT id FROM ${source}`])
})

test('no error that is passed on has the password, nor has its causes', async () => {
  const password = "it's secret"
  const server = new Error(`user 'millrace' with password ${password} was refused`)
  const lost = new ConnectionLostError(`ch-1: near ${text(password)}`, server)
  const thrown = new Fault('storage_unavailable', { detail: `The server says ${password}`, cause: lost })
  const runner: StatementRunner = {
    run: () => Promise.reject(thrown),
    // biome-ignore lint/correctness/useYield: it fails at once
    async *chunks() {
      throw thrown
    },
    ready: true,
    close: async () => {},
  }
  await expect(withEventSource(runner, 'remote()', password).run('short', 'SELECT 1')).rejects.toBe(thrown)
  const texts = [thrown, lost, server].flatMap(({ message, stack }) => [message, stack ?? ''])
  for (const one of [...texts, thrown.detail]) {
    expect(one).not.toContain('secret')
    expect(one).toContain('[HIDDEN]')
  }
})
