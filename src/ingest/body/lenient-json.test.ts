import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLenientJson } from './lenient-json.ts'

test.each<[name: string, text: string, value: unknown]>([
  ['a raw control character', '{"message": "a\u0001b\u001b[31mc"}', { message: 'a\u0001b\u001b[31mc' }],
  ['raw tab, newline and NUL', '["a\tb\nc\r\u0000"]', ['a\tb\nc\r\u0000']],
  ['in a name', '{"a\u0002": 1}', { 'a\u0002': 1 }],
  ['between values', '[\t1,\n "\u0007" ]', [1, '\u0007']],
  ['behind escapes', '["\\"\u0001", "\\\\", "\u0002"]', ['"\u0001', '\\', '\u0002']],
  ['behind a backslash', '["a\\\u0001b"]', ['a\\\u0001b']],
  [
    'integers beyond 2^53 as text',
    '{"a": 12345678901234567890, "b": [-9007199254740993, 9007199254740991], "c": 1e3, "d": "1234567890123456789"}',
    {
      a: '12345678901234567890',
      b: ['-9007199254740993', 9_007_199_254_740_991],
      c: 1_000,
      d: '1234567890123456789',
    },
  ],
  ['one alone', '12345678901234567890', '12345678901234567890'],
  ['one beside a raw control character', '[9007199254740993,"\u0001"]', ['9007199254740993', '\u0001']],
  ['a byte order mark', '\ufeff{"a": 1}', { a: 1 }],
])('%s', (_, text, value) => expect(parseLenientJson(text)).toEqual(value))

test.each(['{"a": \u0001}', '["a\u0001]', '{', '["\\'])('is no JSON: %j', text => {
  expect(() => parseLenientJson(text)).toThrow(SyntaxError)
})

test('any value whose control characters are raw is the same value', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\t', '\0', '\u001b', 'ö', '{', '}') })
  fc.assert(
    fc.property(fc.dictionary(text, text), value => {
      const raw = JSON.stringify(value).replace(
        /(\\\\)|\\(?:u00([01].)|([ntrbf]))/g,
        (whole, slashes, hex, letter) => {
          if (slashes !== undefined) return whole
          return hex === undefined
            ? JSON.parse(`"\\${letter}"`)
            : String.fromCharCode(Number.parseInt(hex, 16))
        },
      )
      expect(parseLenientJson(raw)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
