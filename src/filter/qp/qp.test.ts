import { describe, expect, it } from 'vitest'
import type { Predicate } from '../predicate/predicate.ts'
import { parseQuery } from './parser.ts'
import { toPredicate } from './to-predicate.ts'

/**
 * Writes a predicate in one line: `[a b]` is a phrase, `~` precedes a token with wildcards, `!`, `&` and `|`
 * are not, and, or. Parentheses enclose each `and` and `or`.
 */
function line(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'phrase':
      return `[${predicate.tokens.map(token => (token.wild ? `~${token.text}` : token.text)).join(' ')}]`
    case 'not':
      return `!${line(predicate.of)}`
    case 'all':
      return `(${predicate.of.map(line).join(' & ')})`
    case 'some':
      return `(${predicate.of.map(line).join(' | ')})`
    default:
      throw new Error(`a message search never means ${predicate.kind}`)
  }
}

function read(text: string): string {
  try {
    return line(toPredicate(parseQuery(text)))
  } catch (error) {
    return String(error)
  }
}

const refused = (sentence: string) => `QuerySyntaxError: expected ${sentence}`
const operand = 'a word, a phrase or "("'

describe('words and phrases', () => {
  it.each([
    ['error', '[error]'],
    ['  Error\t', '[error]'],
    ['x', '[x]'],
    ['"disk full"', '[disk full]'],
    ['"Disk, FULL!"', '[disk full]'],
    ['"one"', '[one]'],
    ['198.51.100.77', '[198 51 100 77]'],
    ['00:1b:44:11:3a:b7', '[00 1b 44 11 3a b7]'],
    ['00-1B-44-11-3A-B7', '[00 1b 44 11 3a b7]'],
    ['%ASA-6-302013', '[asa 6 302013]'],
    ['%ASA-6-302013:', '[asa 6 302013]'],
    ['/opt/x', '[opt x]'],
    ['/var/log/app_1.log', '[var log app 1 log]'],
    ['C:\\Windows\\x.exe', '[c windows x exe]'],
    ['user=root,uid=0', '[user root uid 0]'],
    ['a-b', '[a b]'],
    ['a!b', '[a b]'],
    ['a--', '[a]'],
    ['2001:db8::1', '[2001 db8 1]'],
    ['https://x.example/?q=1', '[https x example ~?q 1]'],
    ["can't", '[can t]'],
    ['登录失败', '[登 录 失 败]'],
    ['"登录 失败"', '[登 录 失 败]'],
    ['ÄRGER größe', '([ärger] & [größe])'],
    ['ОШИБКА', '[ошибка]'],
    ['ΟΔΟΣ', '[οδοσ]'],
    ['οδος', '[οδος]'],
    ['a\u3000b', '([a] & [b])'],
    ['“a b”', '([a] & [b])'],
  ])('%j means %s', (text, want) => {
    expect(read(text)).toBe(want)
  })
})

describe('wildcards', () => {
  it.each([
    ['fail*', '[~fail*]'],
    ['*ed', '[~*ed]'],
    ['*ab*', '[~*ab*]'],
    ['gr?y', '[~gr?y]'],
    ['GR?Y', '[~gr?y]'],
    ['**a***', '[~*a*]'],
    ['*', '[~*]'],
    ['?', '[~?]'],
    ['172.29.*', '[172 29 ~*]'],
    ['172.29.1*', '[172 29 ~1*]'],
    ['*.example.org', '[~* example org]'],
    ['/opt/*/bin', '[opt ~* bin]'],
    ['%ASA-?-3020*', '[asa ~? ~3020*]'],
    ['"172.29.*"', '[172 29]'],
    ['"what?"', '[what]'],
    ['!lab-*', '![lab ~*]'],
    ['größ*', '[~größ*]'],
    ['登录*', '[登 录]'],
    ['*登录*', '[登 录]'],
    ['登*录', '[登 录]'],
    ['登?', '[登 ~?]'],
    ['登abc*', '[登 ~abc*]'],
    ['登-*', '[登 ~*]'],
  ])('%j means %s', (text, want) => {
    expect(read(text)).toBe(want)
  })
})

describe('operators', () => {
  it.each([
    ['a b', '([a] & [b])'],
    ['a AND b', '([a] & [b])'],
    ['a and b And c', '([a] & [b] & [c])'],
    ['a | b', '([a] | [b])'],
    ['a|b|c', '([a] | [b] | [c])'],
    ['a OR b or c', '([a] | [b] | [c])'],
    ['a !b', '([a] & ![b])'],
    ['a -b', '([a] & ![b])'],
    ['a NOT b', '([a] & ![b])'],
    ['a AND NOT b', '([a] & ![b])'],
    ['a | -b', '([a] | ![b])'],
    ['a OR NOT b', '([a] | ![b])'],
    ['-a', '![a]'],
    ['not a', '![a]'],
    ['!a !b', '(![a] & ![b])'],
    ['!!a', '!![a]'],
    ['--verbose', '!![verbose]'],
    ['NOT NOT a', '!![a]'],
    ['NOT -a', '!![a]'],
    ['-rw-r--r--', '![rw r r]'],
    ['"--verbose"', '[verbose]'],
    ['!"a b"', '![a b]'],
    ['-"a b" c', '(![a b] & [c])'],
    ['a b | c d', '(([a] & [b]) | ([c] & [d]))'],
    ['a | b c', '([a] | ([b] & [c]))'],
    ['a | b AND c | d', '([a] | ([b] & [c]) | [d])'],
    ['NOT a b', '(![a] & [b])'],
    ['NOT a | b', '(![a] | [b])'],
    ['(a | b) c', '(([a] | [b]) & [c])'],
    ['a (b c)', '([a] & ([b] & [c]))'],
    ['(((a)))', '[a]'],
    ['!(a | b)', '!([a] | [b])'],
    ['-(a)', '![a]'],
    ['NOT(a)', '![a]'],
    ['NOT"a"', '![a]'],
    ['(fail* | denied) !test', '(([~fail*] | [denied]) & ![test])'],
    ['a(b)c', '([a] & [b] & [c])'],
    ['a"b c"d', '([a] & [b c] & [d])'],
    ['"a""b"', '([a] & [b])'],
    ['"AND"', '[and]'],
    ['a "or" b', '([a] & [or] & [b])'],
    ['"not a"', '[not a]'],
    ['android', '[android]'],
    ['not-found', '[not found]'],
    ['or*', '[~or*]'],
    ['and/or', '[and or]'],
    ['"a | b"', '[a b]'],
    ['"(a)"', '[a]'],
    ['"!a -b"', '[a b]'],
  ])('%j means %s', (text, want) => {
    expect(read(text)).toBe(want)
  })
})

describe('expressions that cannot be read', () => {
  it.each([
    ['', `${operand} at position 0`],
    ['   ', `${operand} at position 3`],
    ['AND', `${operand} at position 0`],
    ['or a', `${operand} at position 0`],
    ['a AND', `${operand} at position 5`],
    ['a AND AND b', `${operand} at position 6`],
    ['a OR', `${operand} at position 4`],
    ['a ||b', `${operand} at position 3`],
    ['| a', `${operand} at position 0`],
    ['NOT', `${operand} at position 3`],
    ['a NOT | b', `${operand} at position 6`],
    ['-and', `${operand} at position 1`],
    ['()', `${operand} at position 1`],
    ['a ( )', `${operand} at position 4`],
    [')', `${operand} at position 0`],
    ['a)', 'a word, an operator or the end at position 1'],
    ['(a', '")" at position 2'],
    ['((a b) | c', '")" at position 10'],
    ['(a AND)', `${operand} at position 6`],
    ['"a b', 'a closing quotation mark (") at position 4'],
    ['a "', 'a closing quotation mark (") at position 3'],
    [') "a', `${operand} at position 0`],
    ['!', `${operand} at position 1`],
    ['!!', `${operand} at position 2`],
    ['---', `${operand} at position 3`],
    ['a - b', `${operand} right after the "-" at position 3`],
    ['! a', `${operand} right after the "!" at position 1`],
    ['"..."', 'a phrase with at least one letter or digit at position 0'],
    ['""', 'a phrase with at least one letter or digit at position 0'],
    ['a "*"', 'a phrase with at least one letter or digit at position 2'],
    ['a ... b', 'a word with at least one letter or digit at position 2'],
    ['a => b', 'a word with at least one letter or digit at position 2'],
    ['a && b', 'a word with at least one letter or digit at position 2'],
    ['_', 'a word with at least one letter or digit at position 0'],
    ['👍', 'a word with at least one letter or digit at position 0'],
    ['登录 | ', `${operand} at position 5`],
    ['"👍👍" 𐐀 )', 'a phrase with at least one letter or digit at position 0'],
    ['𐐀𐐀 )', 'a word, an operator or the end at position 3'],
    ['a'.repeat(10_001), 'at most 10000 characters at position 10000'],
    ['a '.repeat(1_001), 'at most 1000 terms at position 2000'],
    [`${'('.repeat(101)}a${')'.repeat(101)}`, 'at most 100 levels of nesting at position 100'],
    ['('.repeat(9_999), 'at most 100 levels of nesting at position 100'],
    ['!'.repeat(9_999), 'at most 100 levels of nesting at position 100'],
  ])('%j: expected %s', (text, want) => {
    expect(read(text)).toBe(refused(want))
  })

  it('names position and expectation apart', () => {
    const seen = { error: undefined as unknown }
    try {
      parseQuery('登录 |')
    } catch (error) {
      seen.error = error
    }
    expect(seen.error).toMatchObject({ position: 4, expected: operand })
  })
})

describe('the limits themselves are allowed', () => {
  it.each([
    ['characters', 'a'.repeat(10_000)],
    ['characters beyond the first plane', '𐐀'.repeat(10_000)],
    ['terms', 'a '.repeat(1_000)],
    ['negations side by side', '!a '.repeat(1_000)],
    ['groups side by side', '(a) '.repeat(1_000)],
    ['nesting', `${'(!'.repeat(50)}a${')'.repeat(50)}`],
  ])('%s', (_name, text) => {
    expect(read(text)).not.toContain('QuerySyntaxError')
  })
})

it('knows where its nodes stand, in characters', () => {
  expect(parseQuery('登 -(a | "b c")')).toMatchObject({
    kind: 'and',
    start: 0,
    end: 13,
    of: [
      { kind: 'term', start: 0, end: 1 },
      {
        kind: 'not',
        start: 2,
        end: 13,
        of: {
          kind: 'or',
          start: 4,
          end: 13,
          of: [
            { start: 4, end: 5 },
            { start: 8, end: 13, quoted: true },
          ],
        },
      },
    ],
  })
})
