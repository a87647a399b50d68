import { userInfo } from 'node:os'
import { Readable } from 'node:stream'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bootstrap } from '../../metadata/bootstrap.ts'
import type { Metadata } from '../../metadata/open.ts'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { program } from '../program.ts'
import { type CommandLine, openCommandLine } from '../testing/command-line.ts'

let metadata: Metadata
let folder: string
let line: CommandLine

beforeEach(async () => {
  // Opened here, as by a running server, while commands work on the same folder.
  ;({ metadata, folder } = await openTemporaryMetadata())
  await bootstrap(metadata, { adminPassword: 'secret' })
  line = openCommandLine()
})

function millrace(...words: string[]): Promise<string[]> {
  const parts = {
    version: '1.2.3',
    // The only settings that commands on a data folder use.
    readSettings: () => ({ settings: { dataDir: folder, sessionAge: 14 } as Settings, warnings: [] }),
    readListeners: () => [],
    start: () => Promise.reject(new Error('not here')),
  }
  return line.run(program(parts), ...words)
}

/** Standard input for one command. */
function typed(text: string): void {
  const stdin = Readable.from([Buffer.from(text)])
  // The command uses only its stream, and whether it is a terminal.
  const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin)
  onTestFinished(() => spy.mockRestore())
}

test('every change is in the audit log, with the user who ran it and no password', async () => {
  typed('tree-house\n')
  await millrace('user', 'create', 'eve', '--password')
  await millrace('user', 'list')
  await millrace('user', 'create', 'eve')
  await millrace('user', 'disable', 'eve')
  await millrace('group', 'create', 'night', '--hosts', 'fw-*')
  await millrace('group', 'add', 'night', 'eve')
  await millrace('authtoken', 'create', '--user', 'eve', '--description', 'probe')
  await millrace('authtoken', 'revoke', '2')
  await millrace('user', 'delete', 'eve')
  const { objects } = await metadata.audit.list({}, { offset: 0, limit: 20 })
  expect(JSON.stringify(objects)).not.toContain('tree-house')
  const told = objects.map(({ action, object, object_id, title, changes }) => [
    `${action} ${object} ${object_id} ${title}`,
    changes.map(({ member }) => member),
  ])
  expect(told.reverse()).toEqual([
    ['create user 2 eve', ['username', 'password']],
    ['update user 2 eve', ['is_active']],
    ['create group 1 night', ['name', 'hosts']],
    ['update group 1 night', ['members']],
    ['create token 2 probe', ['user', 'token_type', 'description']],
    ['delete token 2 probe', []],
    ['delete user 2 eve', []],
  ])
  for (const entry of objects)
    expect(entry).toMatchObject({ credential: 'command_line', username: userInfo().username, result: 'ok' })
})

test('a password that would be guessed is refused', async () => {
  const create = ['user', 'create', 'eve', '--password']
  typed('x\n')
  expect(await millrace(...create)).toEqual(['! password: Ensure this field has at least 8 characters.'])
  typed('P@ssw0rd1\n')
  expect(await millrace(...create)).toEqual(['! password: This password is too common.'])
  expect(await metadata.users.findByName('eve')).toBeUndefined()
  typed('tree-house\n')
  expect(await millrace(...create)).toEqual(['created eve'])
  typed('letmein1\n')
  expect(await millrace('user', 'password', 'eve')).toEqual(['! password: This password is too common.'])
  await metadata.identity.login('eve', 'tree-house', '::1')
})

test('users are made, listed, disabled, enabled, deleted', async () => {
  expect(await millrace('group', 'create', 'Net', '--permissions', 'search,tasks')).toEqual(['created Net'])
  const options = ['--first-name', 'Ann', '--last-name', 'Lee', '--email', 'a@example.org', '--groups', 'net']
  const [password = '', created] = await millrace('user', 'create', 'ann', ...options, '--generate')
  expect(created).toBe('created ann')
  const { objects } = await metadata.audit.list({}, { offset: 0, limit: 1 })
  const given = ['username', 'email', 'first_name', 'last_name', 'groups', 'password']
  expect(objects[0]?.changes.map(({ member }) => member)).toEqual(given)
  const login = () => metadata.identity.login('ann', password.replace('password ', ''), '::1')
  const { cookie, caller } = await login()
  expect([...caller.permissions]).toEqual(['search', 'tasks'])
  expect(await millrace('user', 'list')).toEqual(['1  admin  active  admin', '2  ann  active  Ann Lee'])

  expect(await millrace('user', 'disable', 'ANN')).toEqual(['disabled ann'])
  await metadata.runMaintenance()
  expect(await metadata.identity.callerOfSession(cookie)).toBeNull()
  await expect(login()).rejects.toMatchObject({ code: 'authentication_failed' })
  expect((await millrace('user', 'list'))[1]).toBe('2  ann  disabled  Ann Lee')
  expect(await millrace('user', 'enable', 'ann')).toEqual(['enabled ann'])
  await login()

  const [second = ''] = await millrace('user', 'password', 'ann', '--generate')
  await expect(login()).rejects.toMatchObject({ code: 'authentication_failed' })
  await metadata.identity.login('ann', second.replace('password ', ''), '::2')
  expect(await millrace('user', 'delete', 'ann')).toEqual(['deleted ann'])
  expect(await metadata.users.findByName('ann')).toBeUndefined()
})

test('groups are made, changed, filled, deleted', async () => {
  await millrace('user', 'create', 'ann')
  await millrace('user', 'create', 'bob')
  await millrace('group', 'create', 'net', '--hosts', 'fw-*,edge-?', '--permissions', 'search')
  expect(await millrace('group', 'add', 'NET', 'ann', 'Bob')).toEqual(['added ann, Bob to net'])
  expect(await millrace('group', 'list')).toEqual([
    '1  net  permissions search  hosts fw-*,edge-?  members 2',
  ])
  expect(await millrace('group', 'remove', 'net', 'ann')).toEqual(['removed ann from net'])
  expect(await millrace('group', 'change', 'net', '--name', 'Net', '--permissions', 'tasks')).toEqual([
    'changed net',
  ])
  expect(await metadata.groups.get(1)).toEqual({
    id: 1,
    external_groups: [],
    name: 'Net',
    description: '',
    permissions: ['tasks'],
    hosts: ['fw-*', 'edge-?'],
    members: [3],
  })
  expect(await millrace('group', 'delete', 'Net')).toEqual(['deleted Net'])
  expect(await millrace('group', 'list')).toEqual([])
})

test.each([
  [['user', 'disable', 'eve'], '! There is no user eve.'],
  [['user', 'disable', 'admin'], '! The last administrator has to stay.'],
  [['user', 'create', 'admin'], '! username: A user with that username already exists.'],
  [
    ['user', 'create', ' '],
    '! username: must match pattern "^[^\\s\\u0000-\\u001f\\u007f-\\u009f]([^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f])?$"',
  ],
  [['user', 'create', 'eve', '--groups', 'net'], '! There is no group net.'],
  [
    ['group', 'create', 'net', '--permissions', 'fly'],
    '! permissions.0: must be equal to one of the allowed values',
  ],
  [['group', 'add', 'net', 'admin'], '! There is no group net.'],
])('millrace %j ends with 1', async (words, said) => {
  expect(await millrace(...words)).toEqual([said])
  expect(process.exitCode).toBe(1)
})

test('a group names groups of the company, whose names may have commas', async () => {
  await millrace('group', 'create', 'net', '--external-groups', 'noc; CN=Net,DC=example,DC=com ;')
  expect((await metadata.groups.findByName('net'))?.external_groups).toEqual([
    'noc',
    'CN=Net,DC=example,DC=com',
  ])
  await millrace('group', 'change', 'net', '--external-groups', '')
  expect((await metadata.groups.findByName('net'))?.external_groups).toEqual([])
})

test('names of users and tokens are shown without commands for the terminal', async () => {
  const hostile = 'ann\u001b]0;owned\u0007'
  // As an earlier version stored it.
  const { id } = await metadata.users.create({ username: hostile, first_name: '\u009b2J' })
  const { id: token } = await metadata.tokens.create(
    { userId: id, managesUsers: false },
    { description: '\u001b[2J' },
  )
  const printed = [
    ...(await millrace('user', 'list')),
    ...(await millrace('authtoken', 'list')),
    ...(await millrace('authtoken', 'info', String(token))),
  ].join('\n')
  expect(printed).toContain('ann\\x1b]0;owned\\x07')
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})
