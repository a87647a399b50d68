import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Metadata } from '../../metadata/open.ts'
import type { ImportedKey } from '../../metadata/tokens/tokens.ts'
import { Fault } from '../../schema/fault.ts'
import { type AuthToken, type AuthTokenDraft, secretKeyPattern } from '../../schema/people/auth-token.ts'
import { parseWords } from '../command/check-shape.ts'
import { dataFolderCommand } from '../command/data-folder-command.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { readInput } from '../command/read-input.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printList } from '../terminal/print.ts'
import { listAll } from './list-all.ts'
import { getUser } from './people.ts'

/** Maximum bytes of a file of keys: some ten thousand keys. */
const maxFileBytes = 1_000_000

interface CreateOptions {
  user: string
  ingestOnly?: boolean
  readOnly?: boolean
  from?: string[]
  days?: number
  description: string
}

interface ImportOptions {
  user: string
  description: string
}

/**
 * `millrace authtoken create|import|list|info|revoke`: works on the data folder, with or without a running
 * server.
 */
export function authtokenCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  const { command, add, run, change } = dataFolderCommand(
    'authtoken',
    'authentication tokens of the interface',
    parts,
  )

  add('create', 'create a token and print it')
    .option('-U, --user <name>', 'user of the token', 'admin')
    .option(
      '--ingest-only',
      'a token that can send events (/incoming, the addresses of log shippers) and nothing else',
    )
    .option('--read-only', 'create a read-only token')
    .option(
      '--from <networks>',
      'addresses and networks that it is accepted from, comma-separated',
      parseWords,
    )
    .addOption(new Option('--days <number>', 'days until it expires').argParser(parseDays))
    .option('--description <text>', 'what it is for', '')
    .action(
      change('create', 'token', async ({ metadata }, options: CreateOptions) => {
        const owner = await getUser(metadata, options.user)
        const { ingestOnly = false, readOnly, from, days, description } = options
        const given: AuthTokenDraft = {
          token_type: ingestOnly ? 'INGEST' : 'USER',
          ...(description !== '' && { description }),
          ...(readOnly !== undefined && { read_only: readOnly }),
          ...(from !== undefined && { networks: from }),
          ...(days !== undefined && { expires_at: Date.now() / 1_000 + days * 86_400 }),
        }
        const token = await metadata.tokens.create({ userId: owner.id, managesUsers: false }, given)
        print(token.secret_key)
        return { id: token.id, title: token.description, changedFields: ['user', ...Object.keys(given)] }
      }),
    )
  add('import', 'import keys of another installation, all or none')
    .argument('[file]', 'one key per line, optionally with a space and its user; default: standard input')
    .option('-U, --user <name>', 'the user of lines without one', 'admin')
    .option('--description <text>', 'what they are for', 'imported')
    .action(
      change('import', 'token', async ({ metadata }, file: string | undefined, options: ImportOptions) => {
        const userIds = new Map<string, number>()
        const keys: ImportedKey[] = []
        for (const { key, user = options.user } of readKeyLines(await readInput(file ?? '-', maxFileBytes))) {
          const userId = userIds.get(user) ?? (await getUser(metadata, user)).id
          userIds.set(user, userId)
          keys.push({ key, userId, description: options.description })
        }
        const added = await metadata.tokens.importKeys(keys)
        print(`imported ${added.length} of ${pluralize(keys.length, 'key')}`)
        return { title: pluralize(added.length, 'key') }
      }),
    )
  add(
    'list',
    'list all active tokens, oldest first: ids, the first 8 characters of keys, kinds, when they were made and whose they are',
  ).action(
    run(async ({ metadata }) => {
      const lines = (await allTokens(metadata)).map(
        token =>
          `${token.id}  ${shownKey(token)}  ${token.token_type}  ${formatTime(token.created_at)}  ${token.user.username}`,
      )
      printList(lines, 'There are no active tokens.')
    }),
  )
  add('info', 'show a token')
    .argument('<token>', 'the secret key or the id')
    .action(
      run(async ({ metadata }, key: string) => {
        const token = await findToken(metadata, key)
        print(`Token: ${shownKey(token)}`)
        print(`Type: ${token.token_type}`)
        print(`User: ${token.user.username}`)
        print(`Created: ${formatTime(token.created_at)}`)
        if (token.read_only) print('Read-only: yes')
        if (token.networks.length > 0) print(`From: ${token.networks.join(', ')}`)
        if (token.description !== '') print(`Description: ${token.description}`)
        if (token.last_used_at !== null) print(`Last used: ${formatTime(token.last_used_at)}`)
        if (token.expires_at !== null) print(`Expires: ${formatTime(token.expires_at)}`)
      }),
    )
  add('revoke', 'revoke a token')
    .argument('<token>', 'the secret key or the id')
    .action(
      change('delete', 'token', async ({ metadata }, key: string) => {
        const token = await findToken(metadata, key)
        await metadata.tokens.remove({ userId: token.user.id, managesUsers: true }, String(token.id))
        print(`revoked ${shownKey(token)}`)
        return { id: token.id, title: token.description }
      }),
    )
  return command
}

const maxDays = 36_500

function parseDays(text: string): number {
  const days = Number(text)
  if (days > 0 && days <= maxDays) return days
  throw new InvalidArgumentError(`Expected a number of days, at most ${maxDays}.`)
}

/**
 * All active tokens with their keys. `list` masks the keys of all users except the viewer, and no user has
 * the id 0, so each token is read again as its user. A user who can read the data folder can read the keys
 * anyway.
 */
async function allTokens(metadata: Metadata): Promise<AuthToken[]> {
  const found: AuthToken[] = []
  const order = [{ field: 'created_at', descending: false }] as const
  const tokens = listAll(page =>
    metadata.tokens.list({ userId: 0, managesUsers: true }, { ...page, showAll: true, order }),
  )
  for await (const { id, user } of tokens) {
    found.push(await metadata.tokens.get({ userId: user.id, managesUsers: false }, String(id)))
  }
  return found
}

/** The active token with this secret key or id. Throws not_found. */
async function findToken(metadata: Metadata, key: string): Promise<AuthToken> {
  const found = (await allTokens(metadata)).find(
    token => token.secret_key === key || String(token.id) === key,
  )
  if (!found) throw new Fault('not_found', { detail: 'There is no such token.' })
  return found
}

/** Characters of a key that are shown: enough to recognise it, too few to use it. */
const shownCharacters = 8

function shownKey({ secret_key }: AuthToken): string {
  return `${secret_key.slice(0, shownCharacters)}…`
}

/** UTC with microseconds: `2026-01-31 09:00:00.123456`. */
function formatTime(seconds: number): string {
  const micros = String(Math.round((seconds % 1) * 1_000_000)).padStart(6, '0')
  return `${new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')}.${micros}`
}

/** A key, and its user if the line names one. */
interface KeyLine {
  key: string
  user: string | undefined
}

/**
 * Parses lines with a key and a user. Skips empty lines and lines that begin with #. Throws an Error that
 * names the first invalid lines by number, never by content.
 */
function readKeyLines(content: string): KeyLine[] {
  const lines = content.split(/\r?\n/).map((line, i) => ({ number: i + 1, words: line.trim().split(/\s+/) }))
  const given = lines.filter(({ words: [first = ''] }) => first !== '' && !first.startsWith('#'))
  const wrong = given.filter(
    ({ words: [key = '', _user, surplus] }) => !secretKeyPattern.test(key) || surplus !== undefined,
  )
  if (wrong.length > 0) {
    const numbers = wrong.slice(0, 10).map(({ number }) => number)
    throw new Error(
      `Expected user- or ingest- and 48 hexadecimal digits in lower case, and a user after a space, in line ${numbers.join(', ')}.`,
    )
  }
  return given.map(({ words: [key = '', user] }) => ({ key, user }))
}
