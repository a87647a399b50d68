import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Passwords of any length, and passwords that the default minimum length accepts: more than the 3,000 that
 * OWASP ASVS 6.2.4 requires.
 */
const ofAnyLength = 3_000
const ofDefaultLength = 3_500
const defaultLength = 8
const lineLength = 138

/**
 * src/metadata/people/most-common-passwords.ts, so that the service does not need a package of a megabyte.
 */
export function mostCommonPasswords(): string {
  const ranked = dictionary['passwords-common'].map(String)
  const long = ranked.filter(password => password.length >= defaultLength)
  const chosen = new Set([...ranked.slice(0, ofAnyLength), ...long.slice(0, ofDefaultLength)])
  const plain = [...chosen].filter(password => /^[^\s`\\$]+$/.test(password)).sort()
  return `// Written by npm run generate from @zxcvbn-ts/language-common (MIT), a list of leaked passwords by frequency.

/** The most common passwords, in lower case. */
export const mostCommonPasswords: ReadonlySet<string> = new Set(
  \`
  ${lines(plain).join('\n  ')}
  \`
    .trim()
    .split(/\\s+/),
)
`
}

function lines(words: readonly string[]): string[] {
  const made: string[] = []
  for (const word of words) {
    const last = made.at(-1)
    if (last === undefined || last.length + word.length >= lineLength) made.push(word)
    else made[made.length - 1] = `${last} ${word}`
  }
  return made
}
