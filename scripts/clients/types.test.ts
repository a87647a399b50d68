import { expect, test } from 'vitest'
import { pythonTypes } from './python-types.ts'
import { typescriptTypes } from './typescript-types.ts'

const id = { type: 'integer' }
const task = { $ref: '#/components/schemas/Task' }

test.each<[schema: object, typescript: string, python: string]>([
  [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"', 'Literal["a", "b"]'],
  [{ const: true }, 'true', 'Literal[True]'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number | null', 'float | None'],
  [{ type: ['integer', 'null'] }, 'number | null', 'int | None'],
  [{ type: 'array', items: task }, 'Array<Task>', 'list[Task]'],
  [{ type: 'array' }, 'Array<unknown>', 'list[Any]'],
  [{ type: 'object', patternProperties: { '^.*$': id } }, 'Record<string, number>', 'dict[str, int]'],
  [
    { type: 'object', additionalProperties: { type: 'boolean' } },
    'Record<string, boolean>',
    'dict[str, bool]',
  ],
  [{ type: 'object', maxProperties: 0 }, 'Record<string, never>', 'dict[str, Any]'],
  [{}, 'unknown', 'Any'],
])('%j', (schema, typescript, python) => {
  const { one, two } = typesOf({ X: schema })
  expect(one).toContain(`export type X = ${typescript}\n`)
  expect(two).toContain(`X: TypeAlias = ${JSON.stringify(python)}\n`)
})

test('objects: what may be left out, names that are no words, and objects within', () => {
  const { one, two } = typesOf({
    X: {
      type: 'object',
      description: 'A */ thing',
      required: ['id', 'x-at', 'in'],
      properties: {
        id: { ...id, description: 'Which' },
        note: { type: 'string' },
        'x-at': { type: 'number' },
        in: { type: ['object', 'null'], properties: { of: task } },
      },
    },
  })
  expect(one).toContain(
    [
      '/** A *\\/ thing */',
      'export type X = {',
      '  /** Which */',
      '  id: number',
      '  note?: string',
      '  "x-at": number',
      '  in: {',
      '    of?: Task',
      '  } | null',
      '}',
      '',
    ].join('\n'),
  )
  expect(two).toContain(
    [
      'X_in = TypedDict("X_in", {',
      '    "of": "NotRequired[Task]",',
      '})',
      'X = TypedDict("X", {',
      '    "id": "int",',
      '    "note": "NotRequired[str]",',
      '    "x-at": "float",',
      '    "in": "X_in | None",',
      '})',
      '',
    ].join('\n'),
  )
})

test('operations: parameters, bodies and answers by path and method', () => {
  const error = { description: 'Not found', content: { 'application/json': { schema: task } } }
  const answer = { description: 'Done', content: { 'text/csv': { schema: { type: 'string' } } } }
  const operation = {
    operationId: 'x',
    summary: 'Do it',
    tags: [],
    security: [],
    parameters: [
      { name: 'id', in: 'path' as const, required: true, schema: id },
      { name: 'page', in: 'query' as const, required: false, schema: id },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: task } } },
    responses: {
      200: answer,
      204: { description: 'No body' },
      404: { $ref: '#/components/responses/NotFound' },
    },
  }
  const types = typescriptTypes({
    ...description({}, { NotFound: error }),
    paths: { '/x/{id}': { post: operation } },
  })
  expect(types).toContain(
    'type AnswerNotFound = { headers: Record<string, unknown>; content: { "application/json": Task } }',
  )
  expect(types.slice(types.indexOf('export interface paths'))).toBe(`export interface paths {
  "/x/{id}": {
    /** Do it */
    post: {
      parameters: { query?: {
        page?: number
      }; header?: never; path: {
        id: number
      }; cookie?: never }
      requestBody: { content: { 'application/json': Task } }
      responses: {
        200: { headers: Record<string, unknown>; content: { "text/csv": string } }
        204: { headers: Record<string, unknown>; content?: never }
        404: AnswerNotFound
      }
    }
  }
}
`)
})

function typesOf(schemas: Record<string, object>): { one: string; two: string } {
  const given = description(schemas, {})
  return { one: typescriptTypes(given), two: pythonTypes(given) }
}

function description(
  schemas: Record<string, object>,
  responses: Parameters<typeof typescriptTypes>[0]['components']['responses'],
) {
  return {
    openapi: '3.1.1',
    info: { title: '', version: '', description: '', license: { name: '', identifier: '' } },
    servers: [],
    tags: [],
    paths: {},
    components: {
      schemas: { ...schemas } as Record<string, Record<string, unknown>>,
      responses,
      securitySchemes: {},
    },
  }
}
