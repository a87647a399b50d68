import { expect, it } from 'vitest'
import { fieldsOf } from './testing/fields-of.ts'

it.each<[name: string, message: string, fields: Record<string, string>]>([
  [
    'texts, numbers and truth',
    '{"a":"x","b":1.5,"c":true,"d":false,"e":0}',
    { a: 'x', b: '1.5', c: 'true', d: 'false', e: '0' },
  ],
  ['nothing is no field', '{"a":null,"b":"","c":{},"d":[],"e":1}', { e: '1' }],
  [
    'objects inside',
    '{"user":{"name":"bob","id":{"n":7}},"x":1}',
    { 'user.name': 'bob', 'user.id.n': '7', x: '1' },
  ],
  [
    'lists',
    '{"ips":["192.0.2.1","192.0.2.2"],"mixed":[1,null,"a",{"b":1}]}',
    { ips: '192.0.2.1, 192.0.2.2', mixed: '1, a' },
  ],
  ['escapes', '{"p":"C:\\\\x","q":"say \\"hi\\"","u":"\\u00fc\\n"}', { p: 'C:\\x', q: 'say "hi"', u: 'ü\n' }],
  [
    'names with other characters',
    '{"Event ID":1,"@timestamp":"t","a/b":2,"$x ":3}',
    { Event_ID: '1', timestamp: 't', a_b: '2', x: '3' },
  ],
  [
    'long numbers as they are written',
    '{"id":12345678901234567890,"n":1,"f":1e2}',
    { id: '12345678901234567890', n: '1', f: '100' },
  ],
  [
    'long numbers beside a raw control character',
    '{"id":12345678901234567890,"a":"x\u001by"}',
    { id: '12345678901234567890', a: 'x\u001by' },
  ],
  ['behind a cookie', '@cee: {"a":"x"}', { a: 'x' }],
  ['white space around', ' \t{"a":"x"} ', { a: 'x' }],
  [
    'a member that is called __proto__',
    '{"__proto__":"x","constructor":"y"}',
    JSON.parse('{"__proto__":"x","constructor":"y"}'),
  ],
  ['nine objects deep', `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`, {}],
  ['eight objects deep', `${'{"a":'.repeat(8)}1${'}'.repeat(8)}`, { 'a.a.a.a.a.a.a.a': '1' }],
])('%s', (_, message, fields) => {
  expect(fieldsOf(message)).toEqual(fields)
})

it.each([
  ['a list', '[{"a":1}]'],
  ['two objects', '{"a":1}{"b":2}'],
  ['cut off', '{"a":1,"b":"x'],
  ['text before', 'got {"a":1}'],
  ['as deep as it gets', `${'{"a":'.repeat(100_000)}1`],
])('no JSON object: %s', (_, message) => {
  expect(fieldsOf(message)).toEqual({})
})
