import { hostname } from 'node:os'
import { Command } from 'commander'
import type { AuthToken } from '../../schema/people/auth-token.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { integerBetween } from '../command/integer-option.ts'
import { readSecretLine } from '../people/password-input.ts'
import { throwAsExit } from '../remote/refusal.ts'
import { remoteUrl, reportErrors, requestJson, sendRequest } from '../remote/remote.ts'
import { loginFile, readLogin, removeLogin, type SavedLogin, saveLogin } from '../remote/saved-login.ts'
import { print } from '../terminal/print.ts'

const loginTimeoutMs = 30_000
const defaultDays = 90

interface LoginOptions {
  url?: string
  user?: string
  days: number
  readOnly?: boolean
}

/** `millrace login`: stores the address and a token for this user's commands. */
export function loginCommand(): Command {
  return new Command('login')
    .description(
      'keep the address of a Millrace and a token for further commands, in a file that only you can read',
    )
    .option('--url <url>', 'a running Millrace (default: MILLRACE_URL, else http://127.0.0.1:8080)')
    .option(
      '-u, --user <name>',
      'ask for the password of this user and make a token; otherwise ask for a token',
    )
    .option(
      '--days <number>',
      'days that the token is valid, with --user',
      integerBetween(1, 9_999),
      defaultDays,
    )
    .option('--read-only', 'create a read-only token, with --user')
    .action(reportErrors(login))
}

/** `millrace logout`: revokes the token that the login created, and deletes it. */
export function logoutCommand(): Command {
  return new Command('logout')
    .description('log out; revokes the token if the login created it')
    .action(reportErrors(logout))
}

/** Replaces the saved login. Revokes the earlier token if the earlier login created it. */
async function login(options: LoginOptions): Promise<void> {
  const url = remoteUrl(options)
  const earlier = readEarlier()
  let username: string
  if (options.user === undefined) {
    const token = await readSecretLine('USER token: ')
    username = await saveUserLogin({ url, token, isOwn: false })
    if (earlier?.isOwn === true && earlier.token !== token)
      await revoke(earlier.url, earlier.token).catch(() => {})
  } else username = await loginByPassword(url, await readSecretLine('Password: '), options, earlier)
  print(`logged in at ${url} as ${username}; saved in ${loginFile()}`)
}

/** Stores a login if its token belongs to a user. Returns the user's name. */
async function saveUserLogin(login: SavedLogin): Promise<string> {
  const { url, token } = login
  const { user } = await requestJson<{ user: { username: string } | null }>(
    { url, token },
    'GET',
    '/api/auth',
  ).catch(throwAsExit)
  if (user === null) throw new Error('This is an INGEST token, which only sends logs. Expected a USER token.')
  saveLogin(login)
  return user.username
}

async function logout(): Promise<void> {
  const stored = readLogin()
  if (stored === undefined) {
    print('There is no login.')
    return
  }
  removeLogin()
  if (stored.isOwn) {
    try {
      await revoke(stored.url, stored.token)
    } catch (error) {
      const reason = thrownText(error)
      throw new Error(
        `The login was removed from this machine, but its token at ${stored.url} is not revoked: ${reason}`,
      )
    }
  }
  print(`logged out from ${stored.url}`)
}

/**
 * Signs in, creates and stores a token, revokes the earlier login's token, and signs out. If the token cannot
 * be stored, it is revoked and the earlier login stays. Returns the user's name.
 */
async function loginByPassword(
  url: string,
  password: string,
  { user, days, readOnly }: LoginOptions,
  earlier: SavedLogin | undefined,
): Promise<string> {
  const send = (method: 'POST' | 'DELETE', path: string, body?: object, headers = {}) =>
    sendRequest({ url }, { method, path, body, headers, timeoutMs: loginTimeoutMs }).catch(throwAsExit)
  const signedIn = await send('POST', '/api/login', { username: user, password })
  // With a session, the service accepts changes only from its own page, which `origin` stands for.
  const session = {
    cookie: signedIn.headers
      .getSetCookie()
      .map(one => one.split(';', 1)[0] ?? '')
      .join('; '),
    origin: url,
  }
  // With the session: a read-only token cannot revoke itself.
  const revokeHere = (token: string) =>
    send('DELETE', `/api/authtokens/${token}`, undefined, session).catch(() => {})
  try {
    const draft = {
      description: `millrace login on ${hostname()}`,
      expires_at: Math.floor(Date.now() / 1_000) + days * daySeconds,
      read_only: readOnly === true,
    }
    const tokenAnswer = await send('POST', '/api/authtokens', draft, session)
    // Tests of the interface check the route against its declared answer.
    const { secret_key: token } = (await tokenAnswer.json()) as AuthToken
    let username: string
    try {
      username = await saveUserLogin({ url, token, isOwn: true })
    } catch (error) {
      await revokeHere(token)
      throw error
    }
    if (earlier?.isOwn === true) {
      if (earlier.url === url) await revokeHere(earlier.token)
      else await revoke(earlier.url, earlier.token).catch(() => {})
    }
    return username
  } finally {
    await send('POST', '/api/logout', {}, session).catch(() => {})
  }
}

/** Revokes a token with the rights of the token itself. */
function revoke(url: string, token: string): Promise<unknown> {
  return requestJson({ url, token }, 'DELETE', `/api/authtokens/${token}`)
}

/** The login to replace. Ignores a damaged file. */
function readEarlier(): SavedLogin | undefined {
  try {
    return readLogin()
  } catch {
    return undefined
  }
}
