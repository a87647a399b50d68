import type { Command } from 'commander'

const requestMillis = 60_000

/** A running Millrace, as commands that speak its interface reach it. */
export interface RemoteOptions {
  url: string
  token?: string
}

/** Adds the options by which a command finds a running Millrace. */
export function remotely(command: Command): Command {
  return command
    .option('--url <url>', 'a running Millrace', process.env.MILLRACE_URL ?? 'http://127.0.0.1:8080')
    .option('--token <token>', 'a USER token; better in MILLRACE_TOKEN, where no list of processes shows it')
}

/** The answer to one request, as JSON; undefined for an empty one. Throws an Error that says what the service said. */
export async function ask(
  { url, token = process.env.MILLRACE_TOKEN }: RemoteOptions,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  if (token === undefined || token === '') throw new Error('Give a USER token by MILLRACE_TOKEN or --token.')
  const answer = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `token ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(requestMillis),
  }).catch(error => {
    throw new Error(`${url} does not answer: ${reasonOf(error)}`)
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 2_000)}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Does the work of a command; what it throws is told on standard error, and the program ends with 1. */
export async function orComplain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
