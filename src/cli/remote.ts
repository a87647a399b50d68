import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import type { Command } from 'commander'
import { errorMessage } from './error-message.ts'

const requestTimeoutMs = 60_000
const downloadTimeoutMs = 3_600_000
const pageSize = 100

/** How commands reach a running Millrace. */
export interface RemoteOptions {
  url: string
  token?: string
}

/** Options of lists: `all` also shows the objects of other users. */
export interface ListOptions extends RemoteOptions {
  all?: boolean
}

/** Adds the options `--url` and `--token`. */
export function addRemoteOptions(command: Command): Command {
  return command
    .option('--url <url>', 'a running Millrace', process.env.MILLRACE_URL ?? 'http://127.0.0.1:8080')
    .option('--token <token>', 'a USER token; better in MILLRACE_TOKEN, where no list of processes shows it')
}

/** The JSON answer of one route, undefined for an empty one. Throws an Error with the message of the service. */
export async function requestJson<Answer>(
  options: RemoteOptions,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  timeoutMs: number = requestTimeoutMs,
): Promise<Answer> {
  const answer = await fetchOk(options, method, path, AbortSignal.timeout(timeoutMs), body)
  const text = await answer.text()
  // Tests of the interface hold each route to its declared answer.
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** All items of a list; the path has a `?`. */
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

/** Streams the answer of a path into a file; `-` is standard output. Removes an incomplete file. */
export async function download(options: RemoteOptions, path: string, file: string): Promise<void> {
  const { body } = await fetchOk(options, 'GET', path, AbortSignal.timeout(downloadTimeoutMs))
  const source = Readable.fromWeb(body ?? new ReadableStream())
  if (file === '-') return pipeline(source, process.stdout, { end: false })
  try {
    await pipeline(source, createWriteStream(file))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

async function fetchOk(
  { url, token = process.env.MILLRACE_TOKEN }: RemoteOptions,
  method: string,
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<Response> {
  if (token === undefined || token === '') throw new Error('Give a USER token by MILLRACE_TOKEN or --token.')
  const answer = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `token ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal,
  }).catch(error => {
    throw new Error(`${url} does not answer: ${causeMessage(error)}`)
  })
  if (answer.ok) return answer
  throw new Error(`${method} ${path} was answered ${answer.status}: ${(await answer.text()).slice(0, 2_000)}`)
}

/** An action whose errors go to standard error; the program then ends with 1. */
export function reportErrors<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args)
    } catch (error) {
      console.error(errorMessage(error))
      process.exitCode = 1
    }
  }
}

/** The path of a resource, called `what` in errors: `a report`. Throws an Error for an id that is no number. */
export function pathById(collection: string, what: string, id: string): string {
  if (!/^\d+$/.test(id)) throw new Error(`${id} is no id of ${what}: expected a number.`)
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
    console.log(`deleted ${id}`)
  }
}

/** The query parameter of `--all`. */
export function showAll({ all }: { all?: boolean }): string {
  return all === true ? '&show_all=true' : ''
}

function causeMessage(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
