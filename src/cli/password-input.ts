import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { randomPassword } from '../metadata/secrets/password.ts'

/**
 * A new password: asked for twice without echo on a terminal, else the first line of standard input. Never an argument,
 * which everybody on the machine could read.
 */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
    if (line === '') throw new Error('Expected the password as the first line of standard input.')
    return line
  }
  const password = await askHidden('New password: ')
  if (password === '') throw new Error('A password may not be empty.')
  if ((await askHidden('Once more: ')) !== password) throw new Error('The two are not the same.')
  return password
}

/** A made-up password, which is printed. */
export function generatePassword(): string {
  const password = randomPassword()
  console.log(`password ${password}`)
  return password
}

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
