import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import type { Command } from 'commander'
import { MillraceError } from '../../../clients/typescript/src/millrace-error.ts'
import { type RequestParts, request, type Service } from '../../../clients/typescript/src/request.ts'
import { errorMessage } from '../command/error-message.ts'
import { ExitError, exitCodeOf } from '../command/exit-codes.ts'
import { print, printError } from '../terminal/print.ts'
import { writeWholeFile } from '../terminal/write-file.ts'
import { readLogin } from './saved-login.ts'

const requestTimeoutMs = 60_000
const downloadTimeoutMs = 3_600_000
/** Objects per page: even the largest ones, dashboards, fit. */
const pageSize = 50
/** Maximum characters of an answer in an error message. */
const maxErrorBodyLength = 2_000

const defaultUrl = 'http://127.0.0.1:8080'

/** Options for reaching a running Millrace, from the command line. */
export interface RemoteOptions {
  url?: string
  token?: string
}

/** Options of lists: `all` also shows the objects of other users. */
export interface ListOptions extends RemoteOptions {
  all?: boolean
}

/** Adds the options `--url` and `--token`. */
export function addRemoteOptions(command: Command): Command {
  return command
    .option(
      '--url <url>',
      `a running Millrace (default: MILLRACE_URL, the address of millrace login, else ${defaultUrl})`,
    )
    .option('--token <token>', 'a USER token; prefer MILLRACE_TOKEN, which process lists do not show')
}

/** The JSON answer of a route; undefined for an empty body. Throws as `sendRequest` does. */
export async function requestJson<Answer>(
  options: RemoteOptions,
  method: NonNullable<RequestParts['method']>,
  path: string,
  body?: unknown,
  timeoutMs: number = requestTimeoutMs,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await sendRequest(remoteAccess(options), { method, path, body, timeoutMs, signal })
  const text = await answer.text()
  // Tests of the interface check each route against its declared answer.
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** All items of a list. The path has a query part, to which the page is appended. */
export async function listPages<Item>(options: RemoteOptions, path: string): Promise<Item[]> {
  const found: Item[] = []
  for (let page = 1; ; page++) {
    const { objects, page_count } = await requestJson<{ objects: Item[]; page_count: number }>(
      options,
      'GET',
      `${path}&page=${page}&page_size=${pageSize}`,
    )
    found.push(...objects)
    if (page >= page_count) return found
  }
}

/** Streams the answer of a path into a file; `-` is standard output. The file gets all of it or nothing. */
export async function download(options: RemoteOptions, path: string, file: string): Promise<void> {
  const source = await openDownload(options, path)
  if (file === '-') return pipeline(source, process.stdout, { end: false })
  await writeWholeFile(source, file)
}

/** The answer of a path as a stream. */
export async function openDownload(
  options: RemoteOptions,
  path: string,
  signal?: AbortSignal,
): Promise<Readable> {
  const { body } = await sendRequest(remoteAccess(options), { path, timeoutMs: downloadTimeoutMs, signal })
  return Readable.fromWeb(body ?? new ReadableStream())
}

/**
 * The address to log in at: from the command line, else the environment, else the default. Throws an
 * ExitError for an invalid address.
 */
export function remoteUrl(options: Pick<RemoteOptions, 'url'>): string {
  return givenUrl(options) ?? defaultUrl
}

/**
 * The origin of the address from the command line, else from the environment. Accepts the address of any
 * page. Throws an ExitError for an invalid address.
 */
function givenUrl({ url }: Pick<RemoteOptions, 'url'>): string | undefined {
  const given = url ?? process.env.MILLRACE_URL
  if (given === undefined) return undefined
  const { protocol = '', origin = '' } = URL.parse(given) ?? {}
  if (/^https?:$/.test(protocol)) return origin
  const where = url === undefined ? 'MILLRACE_URL' : '--url'
  throw new ExitError('usage', `${where} ${given}: expected an address, such as ${defaultUrl}.`)
}

/**
 * The address and the token: from the command line, else the environment, else the stored login, whose token
 * is used for its own address only. Throws an Error if the token is missing or cannot be sent; an ExitError
 * for an invalid address.
 */
export function remoteAccess(options: RemoteOptions): { url: string; token: string } {
  const wanted = givenUrl(options)
  const token = (options.token ?? process.env.MILLRACE_TOKEN ?? '').trim()
  // Request errors would repeat the token.
  if (/[^!-~]/.test(token))
    throw new Error('The token has a line break, a space or another character that tokens never contain.')
  if (token !== '') return { url: wanted ?? readLogin()?.url ?? defaultUrl, token }
  const login = readLogin()
  if (login !== undefined && (wanted === undefined || wanted === login.url)) return login
  throw new Error('Give a USER token by millrace login, MILLRACE_TOKEN or --token.')
}

/**
 * Sends a request. Throws a MillraceError for an error status: its message has the request and the first
 * 2,000 characters of the answer. Throws an Error if there is no answer.
 */
export async function sendRequest(service: Service, parts: RequestParts): Promise<Response> {
  try {
    return await request(service, parts)
  } catch (error) {
    if (error instanceof MillraceError) {
      const { status, body } = error
      const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
      error.message = `${parts.method ?? 'GET'} ${withoutKeys(parts.path)} was answered ${status}: ${text.slice(0, maxErrorBodyLength)}`
    }
    throw error
  }
}

/** A path that is safe to print: /api/authtokens/user-… for a route that contains the key of a token. */
function withoutKeys(path: string): string {
  return path.replace(/\/(user|ingest)-[^/?]+/g, '/$1-…')
}

/** Wraps an action: its error is printed to standard error and sets the exit code. */
export function reportErrors<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args)
    } catch (error) {
      printError(errorMessage(error))
      process.exitCode = exitCodeOf(error)
    }
  }
}

/** The path of a resource, named `what` in errors: `a report`. Throws an Error if the id is not a number. */
export function pathById(collection: string, what: string, id: string): string {
  if (!/^\d+$/.test(id)) throw new Error(`${id} is not an id of ${what}: expected a number.`)
  return `${collection}/${id}`
}

/** Deletes resources one by one and prints their ids. */
export async function deleteEach(
  ids: readonly string[],
  options: RemoteOptions,
  pathOf: (id: string) => string,
): Promise<void> {
  for (const id of ids) {
    await requestJson(options, 'DELETE', pathOf(id))
    print(`deleted ${id}`)
  }
}

/** The query parameter `show_all` with `--all`, otherwise nothing. */
export function showAllParameter({ all }: { all?: boolean }): string {
  return all === true ? '&show_all=true' : ''
}

/** The text for an empty list. */
export function noneOf(things: string, { all }: { all?: boolean }): string {
  return all === true
    ? `There are no ${things}.`
    : `There are no ${things} of yours; --all shows other users' ${things}.`
}
