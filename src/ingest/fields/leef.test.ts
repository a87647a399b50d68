import { expect, it } from 'vitest'
import { fieldsOf } from './testing/fields-of.ts'

const acme = {
  deviceVendor: 'Acme',
  deviceProduct: 'Gate',
  deviceVersion: '1.2',
  deviceEventClassId: 'LOGIN_FAIL',
}
const one = 'LEEF:1.0|Acme|Gate|1.2|LOGIN_FAIL|'
const two = 'LEEF:2.0|Acme|Gate|1.2|LOGIN_FAIL|'
const both = { ...acme, src: '192.0.2.7', usrName: 'bob b' }

it.each<[name: string, message: string, fields: Record<string, string>]>([
  ['1.0', `${one}src=192.0.2.7\tusrName=bob b`, both],
  ['1.0 without attributes', one, acme],
  ['1.0 with pipes in a value', `${one}src=192.0.2.7\tmsg=a|b`, { ...acme, src: '192.0.2.7', msg: 'a|b' }],
  ['1.0 with a caret in a value', `${one}src=192.0.2.7\tmsg=^|b`, { ...acme, src: '192.0.2.7', msg: '^|b' }],
  ['2.0 with a delimiter', `${two}^|src=192.0.2.7^usrName=bob b`, both],
  ['2.0 with its number', `${two}0x5E|src=192.0.2.7^usrName=bob b`, both],
  ['2.0 with its short number', `${two}x5e|src=192.0.2.7^usrName=bob b`, both],
  ['2.0 with the number of a tab', `${two}x09|src=192.0.2.7\tusrName=bob b`, both],
  ...['\\x5e', '\\u005E', '%5E', 'U+005E', '0X5E', '"^"', "'^'", ' ^ '].map(
    named =>
      [`2.0 with ${named}`, `${two}${named}|src=192.0.2.7^usrName=bob b`, both] as [
        string,
        string,
        typeof both,
      ],
  ),
  ['2.0 with a tab by its name', `${two}tab|src=192.0.2.7\tusrName=bob b`, both],
  ['2.0 with the number of a character of two bytes', `${two}0x00A6|src=192.0.2.7¦usrName=bob b`, both],
  ['2.0 with an empty delimiter', `${two}|src=192.0.2.7\tusrName=bob b`, both],
  ['2.0 without the part of the delimiter', `${two}src=192.0.2.7\tusrName=bob b`, both],
  [
    '2.0 without the part of the delimiter, and a pipe',
    `${two}src=192.0.2.7\tmsg=a|b`,
    { ...acme, src: '192.0.2.7', msg: 'a|b' },
  ],
  [
    '2.0 whose delimiter is a space',
    `${two}x20|src=192.0.2.7 act=ok`,
    { ...acme, src: '192.0.2.7', act: 'ok' },
  ],
  ['tabs that a relay has escaped', `${one}src=192.0.2.7#011usrName=bob b`, both],
  ['tabs that are written out', `${one}src=192.0.2.7\\tusrName=bob b`, both],
  ['equals signs in a value', `${one}url=http://h/?a=b\tx=`, { ...acme, url: 'http://h/?a=b' }],
  ['invalid attributes', `${one}nothing\t=x\tsrc=192.0.2.7\t\t`, { ...acme, src: '192.0.2.7' }],
  ['a pipe in the header', `LEEF:1.0|Ac\\|me|Gate|1.2|LOGIN_FAIL|`, { ...acme, deviceVendor: 'Ac|me' }],
  ['behind other text', `gate-1 ${one}src=192.0.2.7`, { ...acme, src: '192.0.2.7' }],
])('%s', (_, message, fields) => {
  expect(fieldsOf(message)).toEqual(fields)
})

it('the parser of syslog may have taken LEEF for the program', () => {
  expect(fieldsOf(two.slice(5), { program: 'LEEF' })).toEqual(acme)
})

it.each([
  ['a header that is too short', 'LEEF:1.0|Acme|Gate|1.2'],
  ['no version', 'LEEF:|Acme|Gate|1.2|x|src=1'],
])('no LEEF: %s', (_, message) => {
  expect(fieldsOf(message, { formats: ['leef'] })).toEqual({})
})
