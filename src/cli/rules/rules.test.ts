import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../api/testing/test-server.ts'
import { type CommandLine, openCommandLine, remoteOptions } from '../testing/command-line.ts'
import { rulesCommand } from './rules.ts'

let server: TestServer
let remote: string[]
let line: CommandLine

beforeAll(async () => {
  server = await testServer()
  mkdirSync(path.join(server.people.folder, 'rules'))
  const counts = { matched: 0, tried: 0, errors: 0, lastError: '', micros: null, disabled: false }
  server.rules.attachEngine({
    setRules: async () => {},
    ruleCounts: async () => ({
      rules: [
        { ...counts, tried: 5 },
        { ...counts, tried: 9, matched: 3 },
        { ...counts, tried: 64, micros: 1.5, errors: 6, lastError: 'severity cannot be "x"', disabled: true },
      ],
      unindexed: [2],
    }),
  })
  remote = await remoteOptions(server, 'user-admin')
})
afterAll(() => server.app.close())
beforeEach(() => {
  line = openCommandLine()
})

const rules = (...words: string[]) => line.run(rulesCommand(), ...words, ...remote)
const file = (name: string, text?: string) => line.file(name, text)

const rule = (word: string): string => `- {match: {field: message, value: ${word}}, tag: {A: ${word}}}\n`

test('a file of several megabytes is taken', async () => {
  const large = file(
    'large.yaml',
    `rewrite_rules:\n- comment: ${'x'.repeat(9_000_000)}\n  match: {field: a, value: b}\n  drop: true\n`,
  )
  expect(await rules('add', large)).toEqual(['large.yaml  1 rule'])
  expect(await rules('add', file('larger.yaml', `# ${'x'.repeat(16 * 1024 ** 2)}`))).toEqual([
    expect.stringContaining('expected at most 16777216 characters'),
  ])
  expect(await rules('remove', 'large.yaml')).toEqual(['removed large.yaml'])
})

test('a rule in Lua is refused with what to write instead', async () => {
  expect(await rules('add', file('x.lua', 'function process(event)\nend\n'))).toEqual([
    expect.stringMatching(/^! .*400: .*is a rule in Lua, and Lua is not supported yet; write it as YAML/),
  ])
})

test('rules come, are looked at, are changed and go', async () => {
  const a = file('a.yaml', `rewrite_rules:\n${['one', 'two', 'three'].map(rule).join('')}`)
  expect(await rules('add', a)).toEqual(['a.yaml  3 rules'])
  expect(await rules('list')).toEqual(['a.yaml  api  active  3 rules  3 matched'])
  expect(await rules('performance')).toEqual([
    'a.yaml rule 3  64 tried  0 matched  1.50 us  held against every event',
    'a.yaml rule 2  9 tried  3 matched  -',
    'a.yaml rule 1  5 tried  0 matched  -',
  ])
  expect(await rules('errors')).toEqual(['a.yaml, rule 3: 6 errors, off: severity cannot be "x"'])
  expect(await rules('add', a)).toEqual([expect.stringMatching(/^! .*409/)])
  expect(process.exitCode).toBe(1)
  expect(await rules('add', a, '--replace')).toEqual(['a.yaml  3 rules'])
  expect(await rules('disable', 'a.yaml')).toEqual(['disabled a.yaml'])
  expect(await rules('list')).toEqual([expect.stringContaining('a.yaml  api  disabled')])
  expect(await rules('enable', 'a.yaml')).toEqual(['enabled a.yaml'])
  const json = file('a.json')
  await rules('export', 'a.yaml', '--output', json)
  const { rewrite_rules } = JSON.parse(readFileSync(json, 'utf8')) as { rewrite_rules: unknown[] }
  expect(rewrite_rules[0]).toEqual({ match: { field: 'message', value: 'one' }, tag: { A: 'one' } })
  writeFileSync(
    path.join(server.people.folder, 'rules', 'b.yaml'),
    'rewrite_rules: [{match: {field: id, value: 1}, drop: true}]',
  )
  expect(await rules('reload')).toEqual([
    '3 rules of 1 file in force',
    expect.stringMatching(/^b\.yaml, rule 1, line 1, match/),
  ])
  expect(await rules('remove', 'a.yaml')).toEqual(['removed a.yaml'])
  expect(await rules('list')).toEqual([
    expect.stringMatching(/^b\.yaml {2}folder {2}\S+ {2}0 rules {2}0 matched {2}\d errors?$/),
  ])
})
