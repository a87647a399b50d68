import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readRuleFile } from '../../ingest/rules/read-file.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import { eventually } from '../../testing/until.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { followRules } from './follow-rules.ts'
import { RuleRegistry } from './rule-registry.ts'

let server: TestServer
let folder: string
/** Rules put in force, newest last. */
let forced: RuleFile[][]

beforeAll(async () => {
  server = await testServer()
  folder = path.join(server.people.folder, 'rules')
})
afterAll(() => server.app.close())

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const { ruleFiles } = server.people.metadata
  for (const { name } of await ruleFiles.list()) await ruleFiles.remove(name)
  await server.rules.load()
  forced = []
  server.rules.attachEngine({
    setRules: async files => {
      forced.push([...files])
    },
    ruleCounts: async () => ({
      rules: [{ matched: 7, tried: 9, micros: 1.5, errors: 0, lastError: '', disabled: false }],
      unindexed: [0],
    }),
  })
})

const request = requestAs(() => server.app, 'user-admin')

async function ask(...asked: Parameters<typeof request>) {
  const answer = await request(...asked)
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}

const tag = (A: string) => ({
  rewrite_rules: [{ comment: 'why', match: { field: 'program', value: 'a' }, tag: { A } }],
})

test('a text is kept as it was given, over new names, reading all again, and a content that replaces it', async () => {
  const text = '# why we do this\nrewrite_rules:\n- {match: {field: program, value: a}, tag: {A: b}} # here\n'
  expect((await ask('POST', '/api/rules', { name: 'text.yaml', text })).body.text).toBe(text)
  expect((await ask('PATCH', '/api/rules/text.yaml', { name: 'text2.yaml' })).body.text).toBe(text)
  expect((await ask('PATCH', '/api/rules/text2.yaml', { is_enabled: false })).body.text).toBe(text)
  await ask('POST', '/api/rules/reload', {})
  expect((await ask('GET', '/api/rules/text2.yaml')).body.text).toBe(text)
  const content = { rewrite_rules: [] }
  expect((await ask('PATCH', '/api/rules/text2.yaml', { content })).body.text).toBe('rewrite_rules: []\n')
  await ask('DELETE', '/api/rules/text2.yaml')
})

test('a file is made, shown, changed, renamed, turned off and deleted; each time what is in force follows', async () => {
  const { status, body } = await ask('POST', '/api/rules', { name: '500-a.yaml', content: tag('1') })
  expect(status).toBe(200)
  expect(body).toEqual({
    name: '500-a.yaml',
    text: expect.stringContaining('comment: why'),
    source: 'api',
    is_enabled: true,
    status: 'active',
    rule_count: 1,
    first_match_only: false,
    hc_tags: [],
    matched: 7,
    errors: [],
    content: tag('1'),
    rules: [
      {
        rule: 1,
        comment: 'why',
        matched: 7,
        tried: 9,
        micros: 1.5,
        errors: 0,
        last_error: '',
        disabled: false,
        unindexed: true,
      },
    ],
  })
  expect((await ask('GET', '/api/rules')).body).toMatchObject({
    item_count: 1,
    objects: [{ name: '500-a.yaml', matched: 7 }],
  })
  const text = 'rewrite_rules:\n- {match: {field: host, op: =*, value: x}, drop: true}\n'
  expect((await ask('PATCH', '/api/rules/500-a.yaml', { text, name: '100-b.yaml' })).body).toMatchObject({
    name: '100-b.yaml',
    content: { rewrite_rules: [{ drop: true }] },
  })
  expect(forced.map(files => files.map(({ name, rules }) => [name, rules[0]?.drop]))).toEqual([
    [['500-a.yaml', false]],
    [['100-b.yaml', true]],
  ])
  expect((await ask('GET', '/api/rules/500-a.yaml')).status).toBe(404)
  expect((await ask('PATCH', '/api/rules/100-b.yaml', { is_enabled: false })).body).toMatchObject({
    status: 'disabled',
  })
  expect(forced.at(-1)).toEqual([])
  const again = new RuleRegistry(folder, server.people.metadata.ruleFiles)
  await again.load()
  expect(await again.list()).toMatchObject([{ name: '100-b.yaml', is_enabled: false }])
  expect((await ask('DELETE', '/api/rules/100-b.yaml')).status).toBe(204)
  expect((await ask('GET', '/api/rules')).body.objects).toEqual([])
})

test('answers of another node are in the answers here next', async () => {
  const { ruleFiles } = server.people.metadata
  const warn = (message: string) => server.logLines.push(message)
  onTestFinished(followRules(server.rules, ruleFiles, warn))
  /** Gets no change events before it reads. */
  const stored = Object.assign(Object.create(ruleFiles) as typeof ruleFiles, {
    catchUp: async () => void other.refresh(),
  })
  const other = new RuleRegistry(folder, stored)
  const text = 'rewrite_rules: [{match: {field: program, value: a}, drop: true}]'
  expect(await ask('POST', '/api/rules', { name: 'a.yaml', text })).toMatchObject({ status: 200 })
  expect(await other.list()).toMatchObject([{ name: 'a.yaml', rule_count: 1 }])
  const rules = { content: {}, ...readRuleFile('a.yaml', {}) }
  await expect(other.create('a.yaml', rules, true)).rejects.toMatchObject({ code: 'conflict' })
  await other.update('a.yaml', { name: 'b.yaml' })
  const events = ['<13>Jan  2 03:04:05 fw-1 a: x']
  expect((await ask('GET', '/api/rules/b.yaml')).status).toBe(200)
  await other.remove('b.yaml')
  expect((await ask('POST', '/api/rules/test', { events })).body.results).toMatchObject([{ matched: [] }])
  expect((await ask('GET', '/api/rules/b.yaml')).status).toBe(404)
})

test('a change on another node is in force here, once, and its own changes reset no counts', async () => {
  const { ruleFiles } = server.people.metadata
  const text = 'rewrite_rules: [{match: {field: program, value: a}, drop: true}]'
  writeFileSync(path.join(folder, '200-folder.yaml'), text)
  await server.rules.load()
  const stop = followRules(server.rules, ruleFiles, message => server.logLines.push(message))
  onTestFinished(stop)
  const other = new RuleRegistry(folder, ruleFiles)
  await other.load()
  const names = () => forced.map(files => files.map(({ name }) => name))
  expect(await ask('POST', '/api/rules', { name: '100-own.yaml', text })).toMatchObject({ status: 200 })
  await server.rules.refresh()
  expect(names()).toEqual([['100-own.yaml', '200-folder.yaml']])
  await other.refresh()
  await other.update('200-folder.yaml', { isEnabled: false })
  await server.rules.refresh()
  const content = {
    rewrite_rules: [{ match: { field: 'program', value: 'a' }, drop: false, tag: { A: '1' } }],
  }
  await other.update('100-own.yaml', { rules: { content, ...readRuleFile('100-own.yaml', content) } })
  await eventually(() => forced.at(-1)?.[0]?.rules[0]?.drop).toBe(false)
  await other.remove('100-own.yaml')
  await eventually(() => names().at(-1)).toEqual([])
  expect(names()).toEqual([['100-own.yaml', '200-folder.yaml'], ['100-own.yaml'], ['100-own.yaml'], []])
})

test('faults are reported by file, rule and member, and nothing is kept', async () => {
  const content = {
    rewrite_rules: [tag('1').rewrite_rules[0], { match: { field: 'host', op: '~', value: 1 } }],
  }
  const sentence = 'rule 2, match.op: expected one of eq ne gt ge lt le =~ !~ =* !*'
  expect(await ask('POST', '/api/rules', { name: 'a', content })).toMatchObject({
    status: 400,
    body: { content: [sentence] },
  })
  expect((await ask('GET', '/api/rules')).body.objects).toEqual([])
  expect((await ask('POST', '/api/rules/validate', { content })).body).toEqual({
    is_valid: false,
    rule_count: 0,
    errors: [{ rule: 2, member: 'match.op', message: sentence.slice(sentence.indexOf('expected')) }],
  })
  expect((await ask('POST', '/api/rules/validate', { content: tag('1') })).body).toEqual({
    is_valid: true,
    rule_count: 1,
    errors: [],
  })
  expect((await ask('POST', '/api/rules', { name: 'a' })).body).toMatchObject({
    content: ['This field is required.'],
  })
  expect((await ask('POST', '/api/rules/validate', { text: '{' })).status).toBe(400)
  await ask('POST', '/api/rules', { name: 'a', content: tag('1') })
  expect((await ask('POST', '/api/rules', { name: 'a', content: tag('2') })).status).toBe(409)
})

test('files of the folder come with a reload; a refused one stops no other; only their switch is changed here', async () => {
  writeFileSync(path.join(folder, '1.yaml'), 'rewrite_rules: [{match: {field: host, value: h}, drop: true}]')
  writeFileSync(path.join(folder, '2.json'), '{"rewrite_rules": 1}')
  writeFileSync(path.join(folder, '3.yml'), 'rewrite_rules: [')
  writeFileSync(path.join(folder, 'notes.txt'), 'no rules')
  writeFileSync(path.join(folder, '1.tests.yaml'), 'TEST_CASES: []')
  const { body } = await ask('POST', '/api/rules/reload')
  expect(body.objects.map((one: { name: string; status: string }) => [one.name, one.status])).toEqual([
    ['1.yaml', 'active'],
    ['2.json', 'refused'],
    ['3.yml', 'refused'],
  ])
  expect(body.objects[1].errors).toEqual([
    { rule: 0, line: 1, member: 'rewrite_rules', message: 'expected a list of at most 20000 rules' },
  ])
  expect(forced.at(-1)?.map(({ name }) => name)).toEqual(['1.yaml'])
  expect((await ask('PATCH', '/api/rules/1.yaml', { content: tag('1') })).status).toBe(409)
  expect((await ask('DELETE', '/api/rules/1.yaml')).status).toBe(409)
  expect((await ask('PATCH', '/api/rules/1.yaml', { is_enabled: false })).body.status).toBe('disabled')
  expect(forced.at(-1)).toEqual([])
  rmSync(path.join(folder, '1.yaml'))
  expect((await ask('POST', '/api/rules/reload')).body.objects).toHaveLength(2)
})

test('warnings are in the answer to a text, and always listed for files of the folder', async () => {
  const text = 'rewrite_rules:\n- {match: {field: host, value: a, value: b}, drop: true}\n'
  const warnings = [
    {
      rule: 1,
      line: 2,
      member: 'match.value',
      message: 'appears more than once; the last one is used',
    },
  ]
  expect((await ask('POST', '/api/rules/validate', { text })).body).toEqual({
    is_valid: true,
    rule_count: 1,
    errors: [],
    warnings,
  })
  expect((await ask('POST', '/api/rules', { name: 'a', text })).body).toMatchObject({
    status: 'active',
    content: { rewrite_rules: [{ match: { value: 'b' } }] },
    warnings,
  })
  writeFileSync(path.join(folder, 'b.yaml'), text)
  const { body } = await ask('POST', '/api/rules/reload')
  expect(body.objects[1]).toMatchObject({ name: 'b.yaml', status: 'active', errors: [], warnings })
})

test('a rule in Lua is refused with what to write instead, in every way in', async () => {
  const text = 'function process(event)\n  event.user_tags["A"] = "1"\nend\n'
  const said = expect.stringContaining('is a rule in Lua, and Lua is not supported yet; write it as YAML')
  for (const [method, url, body] of [
    ['POST', '/api/rules', { name: 'a', text }],
    ['POST', '/api/rules', { name: 'a.lua', text: 'end' }],
    ['POST', '/api/rules/validate', { text }],
    ['POST', '/api/rules/test', { events: ['x'], text }],
  ] as const)
    expect(await ask(method, url, body)).toMatchObject({ status: 400, body: { text: [said] } })
  writeFileSync(path.join(folder, 'a.lua'), text)
  const { body } = await ask('POST', '/api/rules/reload')
  expect(body.objects).toMatchObject([{ name: 'a.lua', status: 'refused', errors: [{ message: said }] }])
  expect(server.rules.faults).toEqual([expect.stringMatching(/^a\.lua: is a rule in Lua/)])
})

test('events are tried with what is in force, or with what is given', async () => {
  await ask('POST', '/api/rules', { name: 'a', content: tag('1') })
  const events = [
    '<38>1 2026-01-02T03:04:05Z h a - - - hello',
    { message: 'm', program: 'b', user_tags: { T: 'x' } },
  ]
  const { body } = await ask('POST', '/api/rules/test', { events })
  expect(body.results).toEqual([
    {
      dropped: false,
      event: {
        host: 'h',
        program: 'a',
        message: 'hello',
        cisco_mnemonic: '',
        severity: 6,
        facility: 4,
        status: 0,
        retention: 'default',
        user_tags: { A: '1' },
      },
      matched: [{ file: 'a', rule: 1, comment: 'why' }],
    },
    expect.objectContaining({ matched: [], event: expect.objectContaining({ user_tags: { T: 'x' } }) }),
  ])
  const content = { rewrite_rules: [{ match: { field: 'program', value: 'b' }, drop: true }] }
  const given = await ask('POST', '/api/rules/test', { events, content })
  expect(given.body.results.map(({ dropped }: { dropped: boolean }) => dropped)).toEqual([false, true])
  expect(await ask('POST', '/api/rules/test', { events: [{ host: 7 }] })).toMatchObject({
    status: 400,
    body: { 'events[0].host': ['must be a string'], 'events[0].message': ['is required'] },
  })
})

test('a file is tried in its place among the active ones', async () => {
  const tagAs = (name: string, match: object) => ({ rewrite_rules: [{ match, tag: { [name]: 'yes' } }] })
  const after = (name: string) => ({ field: name, value: 'yes' })
  await ask('POST', '/api/rules', { name: 'a', content: tagAs('A', { field: 'program', value: 'p' }) })
  await ask('POST', '/api/rules', { name: 'c', content: tagAs('C', after('B')) })
  const tried = async (more: object) => {
    const events = [{ message: 'm', program: 'p' }]
    const { body } = await ask('POST', '/api/rules/test', {
      events,
      content: tagAs('B', after('A')),
      ...more,
    })
    return body.results[0].matched.map(({ file }: { file: string }) => file)
  }
  expect(await tried({})).toEqual([])
  expect(await tried({ name: 'b' })).toEqual(['a', 'b', 'c'])
  expect(await tried({ name: 'd' })).toEqual(['a', 'd'])
  expect(await tried({ name: 'c' })).toEqual(['a', 'c'])
  expect(await tried({ name: 'b', replaces: 'c' })).toEqual(['a', 'b'])
  expect(await tried({ name: 'b', replaces: 'a' })).toEqual([])
})
