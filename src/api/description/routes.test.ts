import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import type { App } from '../http/app.ts'
import type { SchemaObject } from './openapi.ts'
import { descriptionRoutes } from './routes.ts'

/** The components in the description of one route with this body and this answer. */
async function componentsOf(
  shared: readonly TSchema[],
  answer: TSchema,
  body?: TSchema,
): Promise<Record<string, SchemaObject>> {
  const app: App = Fastify().withTypeProvider<TypeBoxTypeProvider>()
  await descriptionRoutes(app, '1.2.3')
  for (const schema of shared) app.addSchema(schema)
  const schema = { ...(body === undefined ? {} : { body }), response: { 200: answer } }
  app.post('/api/tasks', { schema }, async () => ({}))
  await app.ready()
  const document = (await app.inject('/api/schema')).json()
  await app.close()
  return document.components.schemas
}

const Colour = Type.Object({ name: Type.String() }, { $id: 'Colour' })
const toColour = Type.Unsafe({ $ref: 'Colour#' })

test('a record has additional members', async () => {
  const schemas = await componentsOf([], Type.Record(Type.String(), Type.Integer(), { $id: 'Counts' }))
  expect(schemas.Counts).toEqual({ type: 'object', additionalProperties: { type: 'integer' } })
})

test('a schema with a name is a reference wherever it stands, on its own or within another one', async () => {
  const Line = Type.Object({ colour: Colour, other: toColour }, { $id: 'Line' })
  const schemas = await componentsOf([Colour], Line, Type.Array(Line))
  const reference = { $ref: '#/components/schemas/Colour' }
  expect(schemas.Line).toMatchObject({ properties: { colour: reference, other: reference } })
  expect(schemas.CreateTaskBody).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Line' } })
})

test('a member with a default may be left out of what is sent, and is always there in an answer', async () => {
  const Query = Type.Object({ page: Type.Integer({ default: 1 }), name: Type.String() }, { $id: 'Query' })
  const answered = await componentsOf([], Query)
  expect(answered.Query).toMatchObject({ required: ['page', 'name'] })
  const both = await componentsOf([], Query, Query)
  expect(both.Query).toMatchObject({ required: ['name'] })
})

test('a schema may hold itself', async () => {
  const Tree = Type.Unsafe({
    $id: 'Tree',
    type: 'object',
    properties: { branches: { type: 'array', items: { $ref: 'Tree#' } } },
  })
  const schemas = await componentsOf([Tree], Type.Unsafe({ $ref: 'Tree#' }))
  expect(schemas.Tree).toEqual({
    type: 'object',
    properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  })
})
