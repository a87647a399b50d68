import { readFile, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { secretKeyPattern } from '../../schema/people/auth-token.ts'

/** Room for some ten thousand keys. */
const maxFileBytes = 1_000_000

/** The text of a key file, or of standard input. */
export async function readKeyFile(file: string | undefined): Promise<string> {
  if (file === undefined) return await text(process.stdin)
  const { size } = await stat(file)
  if (size > maxFileBytes) throw new Error(`${file} is larger than ${maxFileBytes} bytes.`)
  return await readFile(file, 'utf8')
}

/** A key and its user. */
export interface KeyLine {
  key: string
  user: string | undefined
}

/**
 * Parses lines with a key and a user. Skips empty lines and lines that begin with #. Throws an Error that
 * lists all other lines by number, never by content.
 */
export function readKeyLines(content: string): KeyLine[] {
  const lines = content.split(/\r?\n/).map((line, i) => ({ number: i + 1, words: line.trim().split(/\s+/) }))
  const given = lines.filter(({ words: [first = ''] }) => first !== '' && !first.startsWith('#'))
  const wrong = given.filter(
    ({ words: [key = '', , more] }) => !secretKeyPattern.test(key) || more !== undefined,
  )
  if (wrong.length > 0) {
    const numbers = wrong.slice(0, 10).map(({ number }) => number)
    throw new Error(
      `Expected user- or ingest- and 48 hexadecimal digits in lower case, and a user after a space, in line ${numbers.join(', ')}.`,
    )
  }
  return given.map(({ words: [key = '', user] }) => ({ key, user }))
}
