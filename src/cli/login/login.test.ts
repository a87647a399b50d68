import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '../../api/testing/test-server.ts'
import { dashboardsCommand } from '../dashboards/dashboards.ts'
import { loginFile } from '../remote/saved-login.ts'
import { type CommandLine, openCommandLine, remoteOptions } from '../testing/command-line.ts'
import { loginCommand, logoutCommand } from './login-command.ts'

let server: TestServer
let line: CommandLine
let url: string
let token: string
beforeAll(async () => {
  server = await testServer()
  ;[, url = '', , token = ''] = await remoteOptions(server, 'user-ann')
})
afterAll(() => server.app.close())
beforeEach(() => {
  line = openCommandLine()
  vi.stubEnv('XDG_CONFIG_HOME', line.file('config'))
  vi.stubEnv('MILLRACE_TOKEN', undefined)
  vi.stubEnv('MILLRACE_URL', undefined)
})

/** Logs in with the first line of standard input. */
async function login(secret: string, ...words: string[]): Promise<string[]> {
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(
    // No other member is used.
    Readable.from([Buffer.from(`${secret}\n`)]) as unknown as typeof process.stdin,
  )
  const printed = await line.run(loginCommand(), '--url', url, ...words)
  stdin.mockRestore()
  return printed
}

test('a token is kept, used, and forgotten without being revoked', async () => {
  expect(await login(token)).toEqual([`logged in at ${url} as ann; saved in ${loginFile()}`])
  expect(statSync(loginFile()).mode & 0o777).toBe(0o600)
  expect(await line.run(dashboardsCommand(), 'list')).toEqual([])
  expect(process.exitCode).not.toBe(1)
  expect(await line.run(logoutCommand())).toEqual([`logged out from ${url}`])
  expect(await line.run(dashboardsCommand(), 'list', '--url', url, '--token', token)).toEqual([])
  expect(await line.run(logoutCommand())).toEqual(['There is no login.'])
})

test('a password makes a token, which the next login and the logout revoke', async () => {
  const made = () => JSON.parse(readFileSync(loginFile(), 'utf8')).token
  expect(await login('secret', '--user', 'admin', '--read-only', '--days', '3')).toEqual([
    `logged in at ${url} as admin; saved in ${loginFile()}`,
  ])
  const first = made()
  const { expires_at, read_only } = await server.people.metadata.tokens.get(
    { userId: 1, managesUsers: true },
    first,
  )
  expect(read_only).toBe(true)
  expect(Math.round(((expires_at ?? 0) - Date.now() / 1_000) / 86_400)).toBe(3)
  await login('secret', '--user', 'admin')
  const second = made()
  const list = (used: string) => line.run(dashboardsCommand(), 'list', '--url', url, '--token', used)
  expect(await list(first)).toEqual([expect.stringMatching(/answered 401/)])
  expect(await list(second)).toEqual([])
  await line.run(logoutCommand())
  expect(await list(second)).toEqual([expect.stringMatching(/answered 401/)])
})

test('a logout that cannot revoke the token does not print it', async () => {
  await login('secret', '--user', 'admin', '--read-only')
  expect(await line.run(logoutCommand())).toEqual([
    expect.stringMatching(/is not revoked: DELETE \/api\/authtokens\/user-… was answered 403: /),
  ])
})

test('a login that cannot be kept revokes its token, and leaves the earlier one', async () => {
  await login('secret', '--user', 'admin')
  const { token: earlier } = JSON.parse(readFileSync(loginFile(), 'utf8'))
  const keys = () =>
    server.people.metadata.tokens.list({ userId: 1, managesUsers: true }, { offset: 0, limit: 100 })
  const before = await keys()
  // Blocks the temporary file that would be renamed.
  mkdirSync(`${loginFile()}.${process.pid}`)
  expect(await login('secret', '--user', 'admin')).toEqual([expect.stringMatching(/^! /)])
  expect(await keys()).toEqual(before)
  expect(await line.run(dashboardsCommand(), 'list', '--url', url, '--token', earlier)).toEqual([])
})

test.each([
  ['a wrong password', 'wrong', ['--user', 'admin'], /^! Invalid|^! .*password/i],
  ['a wrong token', 'user-1', [], /^! Invalid token/],
  ['an INGEST token', `ingest-${'d'.repeat(48)}`, [], /^! This is an INGEST token/],
  ['nothing', '', [], /^! Expected a secret/],
])('%s keeps nothing', async (_, secret, words, complaint) => {
  expect(await login(secret, ...words)).toEqual([expect.stringMatching(complaint)])
  expect(process.exitCode).not.toBe(0)
  expect(await line.run(logoutCommand())).toEqual(['There is no login.'])
})
