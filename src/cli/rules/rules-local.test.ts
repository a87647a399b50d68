import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testFiles, validateFiles } from './rules-local.ts'

let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rules-'))
  said = []
  vi.spyOn(console, 'log').mockImplementation(line => void said.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function file(name: string, text: string): string {
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}

const rules = `
rewrite_rules:
- match: {field: program, value: noise}
  drop: true
- match: {field: message, op: =~, value: 'user (\\w+)'}
  tag: {User: $1}
`

test('files are held to the tests beside them', async () => {
  const place = file('a.yaml', rules)
  const tests = file(
    'a.tests.yaml',
    `
TEST_CASES:
- event: '<38>1 2026-01-02T03:04:05Z h sshd - - - session of user bob'
  expect: {program: sshd, host: h, user_tags: {User: bob, Other: null}}
- event: {message: x, program: noise}
  expect: {dropped: true}
- event: {message: user eve}
  expect: {message: user bob, user_tags: {User: bob}}
`,
  )
  await expect(testFiles([place])).rejects.toThrow(
    [
      `${tests}, case 3, message: expected "user bob", got "user eve"`,
      `${tests}, case 3, user_tags.User: expected "bob", got "eve"`,
    ].join('\n'),
  )
  expect(said).toEqual([`${tests}: 2 of 3 as expected`])
})

test.each([
  ['TEST_CASES: 1', 'expected TEST_CASES, a list of event and expect'],
  ['TEST_CASES: [{event: a}]', 'TEST_CASES[0]: expected an object with event and expect'],
  [
    'TEST_CASES: [{event: a, expect: {hots: b}}]',
    'TEST_CASES[0].expect.hots: expected one of host, program, message, cisco_mnemonic, severity, facility, status, retention, user_tags, dropped',
  ],
  ['TEST_CASES: [{event: {host: a}, expect: {}}]', 'events[0].message is required'],
])('tests that cannot be read: %s', async (text, sentence) => {
  const place = file('a.yml', rules)
  const tests = file('a.tests.yml', text)
  await expect(testFiles([place])).rejects.toThrow(`${tests}: ${sentence}`)
})

test('rules in Lua are refused with what to write instead', async () => {
  const place = file('a.lua', 'function process(event)\nend\n')
  for (const work of [validateFiles, testFiles])
    await expect(work([place])).rejects.toThrow(
      `${place}: is a rule in Lua, and Lua is not supported yet; write it`,
    )
})

test('all faults in files of rules are reported, with what is right', async () => {
  const good = file('a.yaml', rules)
  const bad = file('b.json', '{"rewrite_rules": [{"mach": 1}]}')
  await expect(validateFiles([good, bad, 'c.txt'])).rejects.toThrow(
    `${bad}, rule 1, line 1, mach: is not known; did you mean match?\nc.txt: expected a name that ends in .yaml, .yml or .json`,
  )
  expect(said).toEqual([`${good}: 2 rules`])
})
