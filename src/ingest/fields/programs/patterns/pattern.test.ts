import { describe, expect, it, test } from 'vitest'
import { blankEvent } from '../../../event/blank-event.ts'
import { FieldsDraft } from './fields-draft.ts'
import { Pattern } from './pattern.ts'

/** The fields that a text has by a pattern; undefined if it has another form. */
function read(pattern: string, text: string): Record<string, string> | undefined {
  const draft = new FieldsDraft()
  const event = blankEvent('h', 0)
  if (!new Pattern(pattern).read(text, 0, draft)) return undefined
  draft.addTo(event)
  return { ...event.tags }
}

test.each([
  ['word', 'u {user.name} e', 'u ann e', 'ann'],
  ['a word has no space', 'u {user.name} e', 'u a b e', undefined],
  ['a word is not empty', 'u {user.name} e', 'u  e', undefined],
  ['text ends at the first literal', 'u {user.name:text} e*', 'u a e b e', 'a'],
  ['the longest text ends at the last literal', 'u {user.name:longest} e', 'u a e b e', 'a e b'],
  ['text may be empty', 'u "{user.name:text}"', 'u ""', ''],
  ['IPv4', 'f {user.name:address} e', 'f 192.0.2.7 e', '192.0.2.7'],
  ['IPv6 before a port', 'f {user.name:address}:{:number}', 'f 2001:db8::7:443', '2001:db8::7'],
  ['IPv6 in brackets', 'f {user.name:address}:{:number}', 'f [2001:db8::7]:443', '2001:db8::7'],
  ['an address with a zone', 'f {user.name:address}', 'f fe80::1%eth0', 'fe80::1%eth0'],
  ['no address', 'f {user.name:address}', 'f (x)', undefined],
  ['number', 'n {user.name:number} e', 'n -12.5 e', '-12.5'],
  ['a number without its plus', 'n {user.name:number}', 'n +12', '12'],
  ['no number', 'n {user.name:number}', 'n 1a', undefined],
  ['seconds become milliseconds', 'n {user.name:seconds}s', 'n 0.0123s', '12.3'],
  ['a clock becomes milliseconds', 'n {user.name:clock} e', 'n 1:02:03.5 e', '3723500'],
  ['lower case', 'p {user.name:lower}', 'p TCP', 'tcp'],
  ['white space may follow', 'p {user.name}', 'p x \r\n', 'x'],
  ['other text may not follow', 'p {user.name}', 'p x y', undefined],
  ['any text may follow a star', 'p {user.name} *', 'p x y', 'x'],
  ['another beginning', 'p {user.name}', 'q x', undefined],
])('%s', (_, pattern, text, wanted) => {
  const found = read(pattern, text)
  expect(found && (found['user.name'] ?? '')).toBe(wanted)
})

describe('a pattern that cannot be read names itself', () => {
  test.each([
    ['{no.such.field}', 'no.such.field is not a field'],
    ['{user.name:noun}', 'is not a capture'],
    ['{user.name', 'is not a capture'],
    ['{user.name}{source.address}', 'expected text between two captures'],
  ])('%s', (pattern, fault) => expect(() => new Pattern(pattern)).toThrow(fault))

  it('a constant of an unknown field', () => {
    const constants: Record<string, string> = { unknown: 'x' }
    expect(() => new Pattern('a', constants)).toThrow('a: unknown is not a field')
  })
})
