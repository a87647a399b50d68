import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import type { Command } from 'commander'
import { errorMessage } from '../command/error-message.ts'
import { ExitError, exitCodeOf } from '../command/exit-codes.ts'
import { print, printError } from '../terminal/print.ts'
import { writeWholeFile } from '../terminal/write-file.ts'
import { readLogin } from './saved-login.ts'

const requestTimeoutMs = 60_000
const downloadTimeoutMs = 3_600_000
/** Objects per page: even the largest ones, dashboards, fit. */
const pageSize = 50
const maxErrorBody = 2_000

/** Default address. */
const defaultUrl = 'http://127.0.0.1:8080'

/** Options for reaching a running Millrace, from the command line. */
export interface RemoteOptions {
  url?: string
  token?: string
}

/** An answer with an error status. */
export class AnswerError extends Error {
  override name = 'AnswerError' as const
  readonly status: number
  /** The text of the answer, truncated. */
  readonly body: string

  constructor(method: string, path: string, status: number, body: string) {
    super(`${method} ${withoutKeys(path)} was answered ${status}: ${body}`)
    this.status = status
    this.body = body
  }
}

/** A path that is safe to print: some routes contain the key of a token. */
function withoutKeys(path: string): string {
  return path.replace(/\/(user|ingest)-[^/?]+/g, '/$1-…')
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

/** The JSON answer of a route; undefined for an empty body. Throws an Error with the service's message. */
export async function requestJson<Answer>(
  options: RemoteOptions,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  timeoutMs: number = requestTimeoutMs,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await fetchOk(options, { method, path, body, timeoutMs, signal })
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
  const { body } = await fetchOk(options, { method: 'GET', path, timeoutMs: downloadTimeoutMs, signal })
  return Readable.fromWeb(body ?? new ReadableStream())
}

/**
 * The address to log in at: from the command line, else the environment, else the default. Throws an
 * ExitError for an invalid address.
 */
export function remoteUrl(options: Pick<RemoteOptions, 'url'>): string {
  return givenUrl(options) ?? defaultUrl
}

/** The address from the command line, else the environment. Throws an ExitError for an invalid address. */
function givenUrl({ url }: Pick<RemoteOptions, 'url'>): string | undefined {
  const given = url ?? process.env.MILLRACE_URL
  if (given === undefined || /^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given
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
  if (login !== undefined && (wanted === undefined || new URL(wanted).origin === login.url)) return login
  throw new Error('Give a USER token by millrace login, MILLRACE_TOKEN or --token.')
}

interface RemoteRequest {
  method: string
  path: string
  body?: unknown
  /** For the whole answer. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** Sends a request. Throws an AnswerError for an error status, and an Error if there is no answer. */
async function fetchOk(
  options: RemoteOptions,
  { method, path, body, timeoutMs, signal }: RemoteRequest,
): Promise<Response> {
  const { url, token } = remoteAccess(options)
  const timeout = AbortSignal.timeout(timeoutMs)
  const end = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
  const answer = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `token ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: end,
  }).catch(error => {
    if (error === end.reason) throw error
    throw new Error(`${url} does not answer: ${causeMessage(error)}`)
  })
  if (answer.ok) return answer
  throw new AnswerError(method, path, answer.status, (await answer.text()).slice(0, maxErrorBody))
}

/** An action that prints its error to standard error and sets the exit code. */
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
export function showAll({ all }: { all?: boolean }): string {
  return all === true ? '&show_all=true' : ''
}

/** The text for an empty list. */
export function noneOf(things: string, { all }: { all?: boolean }): string {
  return all === true
    ? `There are no ${things}.`
    : `There are no ${things} of yours; --all shows other users' ${things}.`
}

/** Why a request got no answer. */
export function causeMessage(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  // For a name with several addresses, `errors` has the error of each, and the message is empty.
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
}
