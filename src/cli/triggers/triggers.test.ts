import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../api/testing/test-server.ts'
import { type CommandLine, openCommandLine, remoteOptions } from '../testing/command-line.ts'
import { triggersCommand } from './triggers.ts'

const links = {
  name: 'Links: down',
  filter: [{ field: 'cisco_mnemonic', op: 'eq', value: ['LINK-3-UPDOWN'] }],
  issue_notification: true,
  mark_known: true,
}
const logons = {
  name: 'Logons',
  filter: [{ field: 'ut_event_id', value: '4624' }],
  exec_script: true,
  script_path: '/var/x/a.sh',
}

let server: TestServer
let line: CommandLine
let remote: string[]
beforeEach(async () => {
  const counted = { matched: 0, micros: null, is_unindexed: false }
  server = await testServer({
    triggerCosts: async () => [
      { ...counted, trigger_id: 2, tried: 5, micros: 0.25 },
      { ...counted, trigger_id: 2, tried: 1, is_unindexed: true },
    ],
  })
  remote = await remoteOptions(server, 'user-admin')
  line = openCommandLine()
})
afterEach(() => server.app.close())

const triggers = (...words: string[]) => line.run(triggersCommand(), ...words, ...remote)
const at = (name: string, content?: unknown) => line.file(name, JSON.stringify(content))

test('files are imported, listed, exported as they were, and skipped when they come again', async () => {
  const two = at('two.json', [links, logons])
  const one = at('one.json', { ...links, name: 'Other' })
  expect(await triggers('import', two, one)).toEqual([
    '1  imported  Links: down',
    '2  imported  Logons',
    '! warning: trigger 2: The script /var/x/a.sh is a.sh in the folder of scripts here.',
    '! warning: trigger 2: script_path: There is no script a.sh in the folder of scripts, which is empty.',
    '3  imported  Other',
  ])
  expect(await triggers('list')).toEqual([
    '3  on  public  admin  status,notification  Other',
    '1  on  public  admin  status,notification  Links: down',
    '2  on  public  admin  notification,script  Logons',
  ])
  const whole = at('whole.json')
  await triggers('export', 'l*', '-o', whole)
  expect(JSON.parse(readFileSync(whole, 'utf8'))).toEqual([links, logons])
  expect(await triggers('import', whole)).toEqual([
    '1  already exists  Links: down',
    '2  already exists  Logons',
  ])
  await triggers('export', '--trigger-id', '2', '-o', at('one.yaml'))
  expect(readFileSync(at('one.yaml'), 'utf8')).toContain('name: Logons')
})

test('triggers are replaced by the triggers of a file, and deleted by name or id', async () => {
  await triggers(
    'import',
    at('two.json', [links, { ...links, name: 'Other' }, { ...logons, exec_script: false }]),
  )
  expect(await triggers('update', at('new.json', { ...links, is_active: false }))).toEqual([
    'updated 1  Links: down',
  ])
  expect(await triggers('list', 'links*', '--owner', 'admin')).toEqual([
    '1  off  public  admin  status,notification  Links: down',
  ])
  expect(await triggers('list', '--owner', 'ann')).toEqual([])
  expect(await triggers('delete', 'L*s', '--trigger-id', '3')).toEqual(['deleted 3'])
  expect(await triggers('performance')).toEqual([
    '1  0 matched  last never  0 notified  not in force  Links: down',
    '2  0 matched  last never  0 notified  5 tests of 0.25 us + 1 tests, of every event  Other',
  ])
})

test('an empty name selects nothing, and a name with a comma only the trigger of that name', async () => {
  const named = (name: string) => ({ ...links, name })
  await triggers('import', at('three.json', [named('Disk full'), named('web'), named('Disk full, web')]))
  for (const name of ['', ' '])
    expect(await triggers('delete', name)).toEqual(['! A name is empty. The name * is all triggers.'])
  expect(await triggers('delete', 'disk full, web')).toEqual(['deleted 3'])
  expect(await triggers('delete', 'Disk full, web')).toEqual(['! There is no trigger Disk full, web.'])
  expect(await triggers('list')).toHaveLength(2)
})

test('an impossible command says why and changes nothing', async () => {
  await triggers('import', at('two.json', [links]))
  expect(await triggers('delete')).toEqual(['! Give names, or --trigger-id. The name * is all triggers.'])
  expect(await triggers('delete', 'Nothing')).toEqual(['! There is no trigger Nothing.'])
  for (const subcommand of ['delete', 'list', 'export', 'performance'])
    expect(await triggers(subcommand, 'links*', 'Nothing', 'None*')).toEqual([
      '! There is no trigger Nothing, None*.',
    ])
  expect(await triggers('delete', '--trigger-id', '1', '9')).toEqual(['! There is no trigger 9.'])
  expect(await triggers('delete', '--trigger-id', 'one')).toEqual([
    '! one is not an id of a trigger: expected a number.',
  ])
  expect(await triggers('update', at('new.json', [links, logons]))).toEqual([
    '! There is no trigger Logons that you may change: import it.',
  ])
  expect((await triggers('import', line.file('bad.json', '{')))[0]).toMatch(/^! .*bad\.json is not json: /)
  const [refused] = await triggers(
    'import',
    at('wrong.json', [{ name: 'x', filter: [{ field: 'counter', value: 1 }] }]),
  )
  expect(refused).toMatch(/^! POST \/api\/triggers\/import was answered 400: .*\[0\]\.filter\[0\]\.field/)
  expect(await triggers('list')).toHaveLength(1)
  expect(process.exitCode).toBe(1)
})
