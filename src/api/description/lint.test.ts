import { afterAll, describe, expect, test } from 'vitest'
import { describedServer } from './testing/described-server.ts'
import { takesRawBody } from './testing/raw-bodies.ts'

const { server, document, operations } = await describedServer()
afterAll(() => server.app.close())

/** Self-explanatory parameter names. */
const selfEvident = new Set(['id', 'qid', 'ev_id', 'secret_key'])
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

describe.each(operations)('$method $path', ({ method, path, operation }) => {
  const {
    summary,
    description,
    operationId,
    tags,
    parameters = [],
    requestBody,
    responses,
    security,
  } = operation
  const statuses = Object.keys(responses)

  test('has a summary, a name, a section and says who may call it', () => {
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(summary.length).toBeLessThan(100)
    expect(description).toMatch(/\S/)
    expect(operationId).toMatch(/^[a-z]+([A-Z][a-z0-9]*)*$/)
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags))
    expect(tags).toHaveLength(1)
  })

  test('explains its parameters, and declares all in its path', () => {
    for (const { name, description: text } of parameters) {
      if (!selfEvident.has(name)) expect(text, name).toMatch(/\S/)
    }
    const inPath = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
    expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort())
    const names = parameters.map(parameter => `${parameter.in} ${parameter.name}`)
    expect(names).toEqual([...new Set(names)])
  })

  test('answers when all is well, and every error that must be there', () => {
    expect(statuses.filter(status => status < '400')).not.toEqual([])
    expect(statuses).toEqual(expect.arrayContaining(['500', '503']))
    if (security.length > 0) expect(statuses).toEqual(expect.arrayContaining(['401', '429']))
    if (security.length > 0 && path !== '/api/auth') expect(statuses).toContain('403')
    if (/\{\w*id\}|\{secret_key\}/.test(path)) expect(statuses).toContain('404')
    if (parameters.some(parameter => parameter.in === 'query')) expect(statuses).toContain('400')
    if (changing.has(method)) expect(statuses).toEqual(expect.arrayContaining(['400', '413', '415']))
  })

  test('takes a body in all three kinds', () => {
    if (requestBody === undefined || takesRawBody(operation)) return
    expect(Object.keys(requestBody.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
  })
})

test('no two operations have the same name', () => {
  const names = operations.map(({ operation }) => operation.operationId)
  expect(names).toEqual([...new Set(names)])
})

test('a change may conflict where a creation may: with a quota, for instance', () => {
  const conflicts = new Set(
    operations
      .filter(({ operation }) => '409' in operation.responses)
      .map(({ method, path }) => `${method} ${path}`),
  )
  const undeclared = operations
    .filter(({ method }) => method === 'PUT' || method === 'PATCH')
    .map(({ method, path }) => ({
      change: `${method} ${path}`,
      create: `POST ${path.replace(/\/\{\w+\}$/, '')}`,
    }))
    .filter(({ change, create }) => conflicts.has(create) && !conflicts.has(change))
  expect(undeclared).toEqual([])
})

test('POST, PUT and PATCH take a body, but where there is nothing to say', () => {
  const without = operations.filter(
    ({ method, operation }) => /^P/.test(method) && operation.requestBody === undefined,
  )
  expect(without.map(({ path }) => path)).toEqual([
    '/api/logout',
    '/api/searches/{id}/use',
    '/api/reports-schedules/{id}/run',
    '/api/actions/{id}/retry',
    '/api/rules/reload',
    '/api/forwarders/{id}/skip',
    '/api/forwarders/{id}/test',
  ])
})
