import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Condition } from '../../../schema/filter/condition.ts'
import { QueryRequest } from '../../../schema/query/query.ts'
import { SearchParams } from '../../../schema/query/search.ts'
import { FormBody } from '../bodies/form.ts'
import { coerce } from './coerce.ts'

const integer = Type.Integer()
const boolean = Type.Boolean()
const words = Type.Array(Type.String())
const nullable = Type.Union([Type.Number(), Type.Null()])

const cases: [name: string, schema: TSchema, text: unknown, value: unknown][] = [
  ['an integer', integer, '7', 7],
  ['a negative integer', integer, '-7', -7],
  ['no integer', integer, '7.5', '7.5'],
  ['no integer: hexadecimal', integer, '0x10', '0x10'],
  ['no integer: empty', integer, '', ''],
  ['a decimal', Type.Number(), '1.5e3', 1500],
  ['no number', Type.Number(), 'NaN', 'NaN'],
  ['true', boolean, 'True', true],
  ['1', boolean, '1', true],
  ['off', boolean, 'off', false],
  ['no boolean', boolean, '2', '2'],
  ['text that looks like a number', Type.String(), '7', '7'],
  ['a list by commas', words, 'a,b', ['a', 'b']],
  ['a list of integers by commas', Type.Array(integer), '1,2', [1, 2]],
  ['a list of one', words, 'a', ['a']],
  ['an empty list', words, '', []],
  ['a list as JSON', words, '["a,b"]', ['a,b']],
  ['an object as JSON', Type.Object({ a: integer }), '{"a": "3"}', { a: 3 }],
  ['broken JSON', Type.Object({}), '{a}', '{a}'],
  ['nothing where null is allowed', nullable, '', null],
  ['a number where null is allowed', nullable, '4', 4],
  ['text where text is allowed', Type.Union([Type.Number(), Type.String()]), '4', '4'],
  ['a literal', Type.Union([Type.Literal(1), Type.Literal('x')]), '1', 1],
  ['indexed keys as a list', words, { 0: 'a', 1: 'b' }, ['a', 'b']],
  ['unknown members', Type.Object({ a: integer }), { a: '1', b: '1' }, { a: 1, b: '1' }],
  [
    'a value of a condition stays text',
    Condition,
    { field: 'severity', value: '3' },
    { field: 'severity', value: '3' },
  ],
  [
    'a list as a value of a condition',
    Condition,
    { field: 'host', value: { 0: 'a', 1: 'b' }, ignore_case: '0' },
    { field: 'host', value: ['a', 'b'], ignore_case: false },
  ],
]

describe('text becomes what the schema expects', () => {
  test.each(cases)('%s', (_name, schema, text, value) => {
    expect(coerce(schema, text)).toEqual(value)
  })

  test('params are read by the type beside them, whatever a member is called', () => {
    const form = { type: 'TopN', params: { limit: '7', constructor: '7' }, constructor: { type: 'integer' } }
    expect(coerce(QueryRequest, form)).toEqual({ ...form, params: { limit: 7, constructor: '7' } })
    expect(coerce(QueryRequest, { ...form, type: 'constructor' })).toEqual({ ...form, type: 'constructor' })
  })

  test('named shapes are followed', () => {
    expect(coerce({ $ref: 'Count#' }, '3', { Count: integer })).toBe(3)
  })

  test('params of a Search in bracketed keys', () => {
    const form = new FormBody(
      new URLSearchParams(
        'page=2&sort[]=-counter&sort[]=host&filter[0][field]=host&filter[0][value]=fw-1&time_range[preset]=today&with_archive=1',
      ),
    )
    expect(coerce(SearchParams, form.value)).toEqual({
      page: 2,
      sort: ['-counter', 'host'],
      filter: [{ field: 'host', value: 'fw-1' }],
      time_range: { preset: 'today' },
      with_archive: true,
    })
  })
})
