import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { readInput } from '../command/read-input.ts'

/**
 * Reads a new password: on a terminal twice without echo, otherwise the first line of standard input. Never
 * from an argument, which all users of the machine can read.
 */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const line = await firstLine()
    if (line === '') throw new Error('Expected the password as the first line of standard input.')
    return line
  }
  const password = await askHidden('New password: ')
  if (password === '') throw new Error('A password may not be empty.')
  if ((await askHidden('Once more: ')) !== password) throw new Error('The two are not the same.')
  return password
}

/** Reads a secret: without echo on a terminal, otherwise the first line of standard input. */
export async function readSecretLine(question: string): Promise<string> {
  const secret = process.stdin.isTTY ? await askHidden(question) : await firstLine()
  if (secret === '')
    throw new Error('Expected a secret, on a terminal or as the first line of standard input.')
  return secret
}

/** Maximum bytes read from standard input; secrets are far shorter. */
const maxSecretBytes = 64 * 1024

async function firstLine(): Promise<string> {
  const [line = ''] = (await readInput('-', maxSecretBytes)).split(/\r?\n/, 1)
  return line
}

/** Asks on a terminal without echo. The question goes to standard error, so that it is visible in a pipe. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await asking.question('')
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}
