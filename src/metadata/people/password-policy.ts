import { fieldFault } from '../../schema/fault.ts'
import { mostCommonPasswords } from './most-common-passwords.ts'

/**
 * Words of the most common leaked passwords, in lower case. Attackers try them first, with
 * digits and signs around them.
 */
const commonWords: ReadonlySet<string> = new Set(
  `abc abcd access admin administrator alexander america amanda andrea andrew angel angela angels anthony apple arsenal asd asdf ashley august austin
  awesome azerty babygirl bailey banana barcelona barney baseball basketball batman beautiful benjamin bigdaddy bigdog biteme blahblah blink boomer
  booboo bubbles buster butterfly carlos caroline champion changeit changeme changethis charles charlie charlotte cheese chelsea chicago chicken chocolate
  christian christopher cisco coffee computer cookie corvette cowboy cowboys creative crystal dallas daniel danielle database david december default
  demo dennis diamond digital dolphin dolphins dragon eagles eduard edward elephant elizabeth eminem enable enter explorer falcon family ferrari fender
  firebird firewall flower flowers football forever freedom friend friends fuckoff fuckyou garfield gateway george ginger golfer goodluck google guest
  guitar hallo hammer hannah harley heather hello helpme hockey hunter iceman iloveu iloveyou install internet jackson jasmine jasper jennifer jeremy
  jessica johnny jonathan jordan joseph joshua junior justin killer kimberly kitten knight lakers lasvegas lauren letmein liverpool login logger london
  lovely loveme lover loveyou maggie magic manager manchester marina marlboro martin master matrix matthew maverick maxwell melissa mercedes merlin
  metallica michael michelle mickey midnight millrace minecraft monitor monkey monster morgan mountain mustang mypassword naruto natasha nathan network
  newyork nicholas nicole nintendo november october oliver operator orange packers pakistan pass passme passport password passwort patrick peaches peanut
  pepper phantom phoenix player please pokemon porsche princess private purple pussy qazwsx qwe qwer qwert qwerty rabbit rachel raiders rainbow ranger
  rangers rebecca redskins richard robert rocket root samantha samsung scooter scorpion secret secure security september server service shadow shannon
  silver skywalker slipknot snoopy soccer sophie sparky spiderman spring starwars steelers steven success summer sunday sunshine superman superuser
  support switch sydney syslog system taylor temp temporary tennis test tester testing thomas thunder tiffany tigger tigers toor trinity trouble trustno
  unknown user username vagrant vampire victor victoria viking voyager warrior welcome whatever william williams winner winston winter wizard xavier yamaha
  yankees yellow zaq zxc zxcvbn zxcvbnm`.split(/\s+/),
)

/** Rows of keys, and other sequences of characters that people type as passwords. */
const keyboardWalks: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfv',
  '147258369',
  '123qweasdzxc',
]

/** A common word with at most this many other characters around it is still common. */
const maxAround = 6
/** Maximum length of a part that is repeated, as in abcabcabc. */
const maxPeriod = 4

/** The letters that digits and signs stand for in p@ssw0rd. */
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
    const reason = password === undefined ? undefined : this.refusal(password)
    if (reason !== undefined) throw fieldFault('password', reason)
  }
}

/** Whether attackers would try the password among the first. */
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

/** Whether a text is one to four characters, repeated. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= maxPeriod && 2 * period <= text.length; period++) {
    if (text.slice(period) === text.slice(0, -period)) return true
  }
  return false
}

/** Whether a text is part of a keyboard walk, in either direction. */
function isWalk(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return keyboardWalks.some(walk => walk.includes(text) || walk.includes(backwards))
}

/** Whether a text is one of the words, once or twice, between a few characters that are not letters. */
function isWordOf(words: ReadonlySet<string>, text: string): boolean {
  const word = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
  if (text.length - word.length > maxAround) return false
  const half = word.slice(0, word.length / 2)
  return words.has(word) || (word === half + half && words.has(half))
}

/** Replaces digits and signs between letters by the letters that they stand for: `p@ssw0rd` by `password`. */
function withLetters(text: string): string {
  return text.replace(/(?<=\p{L}.*)[013457@$!](?=.*\p{L})/gu, character => letterOf[character] ?? character)
}
