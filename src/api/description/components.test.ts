import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Components } from './components.ts'

const Colour = Type.Object({ name: Type.String() }, { $id: 'Colour' })

describe('a shape is written as OpenAPI 3.1 has it', () => {
  const rows: [name: string, shape: TSchema, written: object][] = [
    [
      'a value or null',
      Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'Or none' }),
      { type: ['integer', 'null'], minimum: 1, description: 'Or none' },
    ],
    [
      'a named shape or null',
      Type.Union([Colour, Type.Null()]),
      { anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'null' }] },
    ],
    [
      'a word or null',
      Type.Union([Type.Literal('a'), Type.Null()]),
      { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
    ],
    ['literals', Type.Union([Type.Literal('a'), Type.Literal('b')]), { type: 'string', enum: ['a', 'b'] }],
    ['words', Type.Enum(['a', 'b'], { default: 'a' }), { type: 'string', enum: ['a', 'b'], default: 'a' }],
    [
      'a record',
      Type.Record(Type.String(), Type.Integer()),
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    [
      'a tuple',
      Type.Tuple([Type.Literal('ping'), Type.Integer()]),
      {
        type: 'array',
        prefixItems: [{ type: 'string', const: 'ping' }, { type: 'integer' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'what is for forms',
      Type.String({ 'x-control': 'field-picker', title: 'Field' }),
      { type: 'string', title: 'Field' },
    ],
    [
      'a reference with words of its own',
      Type.Unsafe({ $ref: 'Colour#', description: 'Of the line' }),
      { $ref: '#/components/schemas/Colour', description: 'Of the line' },
    ],
  ]
  test.each(rows)('%s', (_name, shape, written) => {
    expect(new Components({ Colour }).schema(shape, 'answered')).toEqual(written)
  })
})

test('a member with a default may be left out of what is sent, and is always there in an answer', () => {
  const Query = Type.Object({ page: Type.Integer({ default: 1 }), name: Type.String() }, { $id: 'Query' })
  const components = new Components({})
  components.schema(Query, 'answered')
  expect(components.schemas.Query).toMatchObject({ required: ['page', 'name'] })
  components.schema(Query, 'sent')
  expect(components.schemas.Query).toMatchObject({ required: ['name'] })
  components.schema(Query, 'answered')
  expect(components.schemas.Query).toMatchObject({ required: ['name'] })
})

test('a shape may hold itself', () => {
  const Tree = {
    $id: 'Tree',
    type: 'object',
    properties: { branches: { type: 'array', items: { $ref: 'Tree#' } } },
  }
  const components = new Components({ Tree })
  expect(components.schema({ $ref: 'Tree#' }, 'sent')).toEqual({ $ref: '#/components/schemas/Tree' })
  expect(components.schemas.Tree).toEqual({
    type: 'object',
    properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  })
})

test('a reference to nothing is refused by name', () => {
  expect(() => new Components({}).schema({ $ref: 'Nowhere#' }, 'sent')).toThrow(
    'no shape has the $id Nowhere',
  )
})
