import { fieldFault } from '../../schema/fault.ts'
import { commonWords, keyboardWalks } from './common-passwords.ts'
import { mostCommonPasswords } from './most-common-passwords.ts'

/** Characters around a common word that do not make the password less common. */
const maxAround = 6
/** Length of a repeated part: abcabcabc. */
const maxPeriod = 4

const letterOf: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Rules for new passwords. Existing passwords stay valid. */
export class PasswordPolicy {
  readonly #minLength: number
  readonly #ownWords: ReadonlySet<string>

  /**
   * `minLength` in characters; `ownWords`: names of the organisation, its products and places, which are no
   * better than common words.
   */
  constructor(minLength = 8, ownWords: readonly string[] = []) {
    this.#minLength = minLength
    this.#ownWords = new Set(ownWords.map(word => word.normalize('NFKC').toLowerCase()))
  }

  /** Why a password is refused; undefined when it is accepted. */
  refusal(password: string): string | undefined {
    if ([...password].length < this.#minLength)
      return `Ensure this field has at least ${this.#minLength} characters.`
    return isCommon(password, this.#ownWords) ? 'This password is too common.' : undefined
  }

  /** Throws validation for a refused password. */
  check(password: string | undefined): void {
    const sentence = password === undefined ? undefined : this.refusal(password)
    if (sentence !== undefined) throw fieldFault('password', sentence)
  }
}

/** Whether attackers try it first. */
function isCommon(password: string, ownWords: ReadonlySet<string>): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const plain = withLetters(text)
  return (
    mostCommonPasswords.has(text) ||
    isRepeated(text) ||
    isWalk(text) ||
    [commonWords, ownWords].some(words => isWordOf(words, text) || isWordOf(words, plain))
  )
}

/** One to four characters, repeated. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= maxPeriod && 2 * period <= text.length; period++) {
    if (text.slice(period) === text.slice(0, -period)) return true
  }
  return false
}

function isWalk(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return keyboardWalks.some(walk => walk.includes(text) || walk.includes(backwards))
}

/** One of the words, once or twice, between a few characters that are not letters. */
function isWordOf(words: ReadonlySet<string>, text: string): boolean {
  const word = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
  if (text.length - word.length > maxAround) return false
  const half = word.slice(0, word.length / 2)
  return words.has(word) || (word === half + half && words.has(half))
}

/** Replaces digits and signs between letters by the letters that they stand for: p@ssw0rd. */
function withLetters(text: string): string {
  return text.replace(/(?<=\p{L}.*)[013457@$!](?=.*\p{L})/gu, character => letterOf[character] ?? character)
}
