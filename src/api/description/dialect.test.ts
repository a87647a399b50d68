import { type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import { inOpenApiDialect } from './dialect.ts'

const rows: [name: string, schema: TSchema, written: object][] = [
  [
    'a value or null',
    Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'Or none' }),
    { type: ['integer', 'null'], minimum: 1, description: 'Or none' },
  ],
  [
    'a reference or null',
    Type.Union([Type.Unsafe({ $ref: '#/components/schemas/Colour' }), Type.Null()]),
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
]
test.each(rows)('%s is written as OpenAPI 3.1 has it', (_name, schema, written) => {
  expect(inOpenApiDialect(schema)).toEqual(written)
})
