import { afterAll, expect, test } from 'vitest'
import { isObject } from '../../schema/text/json-object.ts'
import { tokenHeaders } from '../testing/people.ts'
import type { SchemaObject } from './openapi.ts'
import { SampleBodies } from './testing/bodies.ts'
import { type DescribedOperation, describedServer } from './testing/described-server.ts'
import { OperationClient } from './testing/operation-client.ts'
import { takesRawBody } from './testing/raw-bodies.ts'

const { server, document, operations } = await describedServer()
const caller = new OperationClient(server, document)
afterAll(() => server.app.close())

/** The members of an object's schema; of a choice, the members of all its objects. */
function membersOf(schema: SchemaObject | undefined): Map<string, SchemaObject> {
  if (schema === undefined) return new Map()
  if (typeof schema.$ref === 'string')
    return membersOf(document.components.schemas[schema.$ref.replace('#/components/schemas/', '')])
  const branches = [schema.oneOf ?? schema.anyOf ?? []].flat().filter(isObject)
  const own = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return new Map([
    ...branches.flatMap(branch => [...membersOf(branch)]),
    ...own.flatMap(([name, member]) => (isObject(member) ? [[name, member] as const] : [])),
  ])
}

const bodies = new SampleBodies(document, caller.samples)
const json = 'application/json'
const changing = operations.filter(
  ({ path, operation }) =>
    path.startsWith('/api/') && operation.requestBody !== undefined && !takesRawBody(operation),
)

/** Members of the answer that the body does not accept. */
function shownOnly({ operation }: DescribedOperation): Map<string, SchemaObject> {
  const taken = membersOf(operation.requestBody?.content[json]?.schema)
  const [answer] = ['200', '201', '202'].flatMap(status => operation.responses[status] ?? [])
  const shown =
    answer !== undefined && 'content' in answer ? membersOf(answer.content?.[json]?.schema) : new Map()
  return new Map([...shown].filter(([name]) => !taken.has(name)))
}

const resources = changing.filter(described => shownOnly(described).size > 0)

test('resources are made, replaced and changed by bodies of some kinds', () => {
  const paths = new Set(resources.map(({ path }) => path.split('/')[2]))
  expect([...paths].sort()).toEqual([
    'actions',
    'archive',
    'archive-restore-logs',
    'authtokens',
    'dashboards',
    'events',
    'forwarders',
    'groups',
    'ingest',
    'legal-holds',
    'login',
    'mailer',
    'notifications',
    'page-settings',
    'query',
    'reports',
    'reports-schedules',
    'retention',
    'rules',
    'searches',
    'silences',
    'sql',
    'tasks',
    'triggers',
    'users',
    'widgets',
  ])
})

test.each(resources)('$method $path refuses what it shows and a body cannot set', async described => {
  for (const [name, member] of shownOnly(described)) {
    const body = bodies.of(described.method.toLowerCase(), described.path, json, false)
    const value = caller.samples.of(member, true)
    const payload = JSON.stringify({ ...(isObject(body) ? body : {}), [name]: value })
    const headers = { ...tokenHeaders('user-admin'), 'content-type': json }
    const answer = await caller.call(described, { headers, payload })
    expect([answer.statusCode, answer.json()], answer.body).toEqual([
      400,
      { [name]: ['There is no such field.'], code: 'validation' },
    ])
  }
})
