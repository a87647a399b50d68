import { Validator } from '@seriousme/openapi-schema-validator'
import { type TSchema, Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { isObject } from '../../schema/text/json-object.ts'
import { pathOf } from './names.ts'
import { inOpenApiDialect } from './openapi-dialect.ts'
import { describedServer } from './testing/described-server.ts'
import { ShapeChecks } from './testing/schema-checks.ts'

const { server, document, operations } = await describedServer()
afterAll(() => server.app.close())

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone({ ...document }))
  expect(result).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the description has the version of the program', () => expect(document.info.version).toBe('1.2.3'))

test('every reference leads somewhere', () => {
  const wanted = [...JSON.stringify(document).matchAll(/"(#\/components\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(wanted.length).toBeGreaterThan(100)
  const found = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document)
  expect([...new Set(wanted)].filter(reference => !isObject(found(reference)))).toEqual([])
})

test('every named shape and answer is used', () => {
  const text = JSON.stringify(document)
  const { schemas, responses } = document.components
  const unused = [
    ...Object.keys(schemas).filter(name => !text.includes(`"#/components/schemas/${name}"`)),
    ...Object.keys(responses).filter(name => !text.includes(`"#/components/responses/${name}"`)),
  ]
  // Only the text mentions the websocket's frames.
  expect(unused).toEqual(['LiveClientFrame', 'LiveServerFrame'])
})

test('examples are of the shape that they stand in', () => {
  const checks = new ShapeChecks(document)
  const withExamples = Object.entries(document.components.schemas).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? examples.map(example => [name, example] as const) : [],
  )
  expect(withExamples.length).toBeGreaterThanOrEqual(2)
  for (const [name, example] of withExamples) {
    expect(checks.faults({ $ref: `#/components/schemas/${name}` }, example), name).toEqual([])
  }
})

test('shapes have nothing in them that is for the validator or for forms', () => {
  expect(JSON.stringify(document)).not.toMatch(/"(\$id|x-control|additionalItems|nullable|~\w+)":/)
})

/**
 * Parts of pages, browser redirects, second addresses, set-up requests of shippers for another service, and
 * Loki's read interface, which Loki documents.
 */
const leftOut = [
  /^GET \/api\/docs\/./,
  /^GET \/api\/login\/oidc(\/callback)?$/,
  /^GET \/incoming\/openapi\.json$/,
  /^\w+ \/elasticsearch(\/\{path\})?$/,
  /^GET \/ready$/,
  /^PUT \/elasticsearch\//,
  /^\w+ \/elasticsearch\/(\{index\}\/)?_(count|refresh)$/,
  /^(GET|POST) \/loki\/api\/v1\/(?!push)/,
  /^OPTIONS \/services\//,
  /^\w+ \/services\/.*\/(1\.0|ack)$/,
]

test('the routes of the server are the operations of the description', () => {
  const routes = routesOf(server.app.printRoutes({ commonPrefix: false }))
  const inServer = routes.filter(route => !leftOut.some(kind => kind.test(route)))
  const inDocument = operations.map(({ method, path }) => `${method} ${path}`)
  expect(inServer.length).toBeGreaterThan(40)
  expect(inDocument.sort()).toEqual(inServer.sort())
})

/** Routes such as `GET /api/tasks/{id}`, from the router's printed tree; without HEAD. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, branch = '', part = '', methods = ''] = /^([│├└─ ]*)(\S*) \(([A-Z, ]+)\)$/.exec(line) ?? []
    if (part === '') return []
    const depth = branch.length / 4
    above[depth] = part
    const url = above
      .slice(0, depth + 1)
      .join('')
      .replace(/([^/])\*$/, '$1/*')
    return methods
      .split(', ')
      .filter(method => method !== 'HEAD')
      .map(method => `${method} ${pathOf(url)}`)
  })
}

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
