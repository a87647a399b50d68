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

/** A running Millrace, as commands that speak its interface reach it. */
export interface RemoteOptions {
  url: string
  token?: string
}

/** Adds the options by which a command finds a running Millrace. */
export function addRemoteOptions(command: Command): Command {
  return command
    .option('--url <url>', 'a running Millrace', process.env.MILLRACE_URL ?? 'http://127.0.0.1:8080')
    .option('--token <token>', 'a USER token; better in MILLRACE_TOKEN, where no list of processes shows it')
}

/** The answer to one request, as JSON; undefined for an empty one. Throws an Error that says what the service said. */
export async function requestJson(
  options: RemoteOptions,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  timeoutMs: number = requestTimeoutMs,
): Promise<unknown> {
  const answer = await fetchOk(options, method, path, AbortSignal.timeout(timeoutMs), body)
  const text = await answer.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** All items of a list; the path has a `?`. */
export async function listPages<Item>(options: RemoteOptions, path: string): Promise<Item[]> {
  const found: Item[] = []
  for (let page = 1; ; page++) {
    // The list envelope of the interface.
    const { objects, page_count } = (await requestJson(
      options,
      'GET',
      `${path}&page=${page}&page_size=${pageSize}`,
    )) as {
      objects: Item[]
      page_count: number
    }
    found.push(...objects)
    if (page >= page_count) return found
  }
}

/** Writes what is at a path into a file, as it comes; `-` is standard output. A file that was cut short does not stay. */
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

/** Does the work of a command; what it throws is told on standard error, and the program ends with 1. */
export async function reportErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(errorMessage(error))
    process.exitCode = 1
  }
}

function causeMessage(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
