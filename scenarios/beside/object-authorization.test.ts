import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Description } from '../../src/api/description/openapi.ts'
import { SampleBodies } from '../../src/api/description/testing/bodies.ts'
import { Samples } from '../../src/api/description/testing/sample.ts'
import { subscriptionKinds } from '../../src/schema/query/live.ts'
import { isObject, type JsonObject } from '../../src/schema/text/json-object.ts'
import { Attempts, type Request } from '../testing/authorization/attempts.ts'
import { kindOfName, kindOfPath } from '../testing/authorization/id-kinds.ts'
import { changesOf, leakOf, type Suspect } from '../testing/authorization/judge.ts'
import { mcpRequest, otherReads } from '../testing/authorization/other-reads.ts'
import {
  makeOwnedObjects,
  type OwnedObject,
  ownerHost,
  readOwned,
  secret,
} from '../testing/authorization/owned-objects.ts'
import { makeSuspects, type SuspectWithToken } from '../testing/authorization/suspects.ts'
import { Client } from '../testing/client.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace({ MILLRACE_LOG_LEVEL: 'error', MILLRACE_RATE_LIMIT: '0' })
const secrets = [secret, ownerHost]
const requestTimeoutMs = 240_000

let document: Description
let samples: Samples
let objects: OwnedObject[]
let suspects: SuspectWithToken[]
let owner: Client
let before: Map<string, string>

beforeAll(async () => {
  const { client } = millrace
  // The API tests check the description.
  document = (await (await client.get('/api/schema')).json()) as Description
  samples = new Samples(document)
  const people = await makeSuspects(millrace)
  owner = new Client({ url: millrace.url, token: people.owner.token })
  objects = await makeOwnedObjects({
    url: millrace.url,
    owner: people.owner,
    admin: client,
    group: people.ownerGroup,
  })
  await client.sendAndFind([{ message: 'seen by others', host: 'fw-1' }])
  suspects = await people.suspects(
    Number(objects.find(({ kind, isPrivate }) => kind === 'dashboard' && !isPrivate)?.keys[0]),
  )
  before = await readOwned(objects, owner, client)
  for (const [name, text] of before) expect(text, name).toMatch(/^(200|\[)/)
})

describe('the judge', () => {
  const stranger: Suspect = { name: 'a stranger', refusals: [403, 404], isKnown: true }
  const nobody: Suspect = { name: 'nobody', refusals: [401], isKnown: false }
  const path = { operation: 'GET /api/tasks/{id}', names: 'path', isPrivate: true } as const
  test.each([
    [
      'an object of another user',
      path,
      stranger,
      { status: 200, text: '{}' },
      'a stranger: GET /api/tasks/{id} was answered 200 for an object of somebody else',
    ],
    [
      'a text of its in a list',
      { operation: 'GET /api/tasks' },
      stranger,
      { status: 200, text: `[{"title":"${secret}"}]` },
      `a stranger: GET /api/tasks (200) tells ${secret}: [{"title":"${secret}"}]`,
    ],
    [
      'a text of its in a refusal',
      path,
      stranger,
      { status: 404, text: `no ${secret}` },
      `a stranger: GET /api/tasks/{id} (404) tells ${secret}: no ${secret}`,
    ],
    [
      'an answer without credentials',
      { operation: 'GET /api/tasks' },
      nobody,
      { status: 200, text: '' },
      'nobody: GET /api/tasks was answered 200',
    ],
    [
      'an error of the service',
      path,
      stranger,
      { status: 500, text: '' },
      'a stranger: GET /api/tasks/{id} was answered 500',
    ],
    ['a refusal', path, stranger, { status: 404, text: '' }, undefined],
    ['a list without it', { operation: 'GET /api/tasks' }, stranger, { status: 200, text: '[]' }, undefined],
  ])('of %s', (_what, attempt, suspect, answer, leak) => {
    expect(leakOf(attempt, suspect, answer, [secret], false)).toBe(leak)
  })

  test('sees an object that is not what it was, or is gone', () => {
    const was = new Map([
      ['task 1', '200 a'],
      ['task 2', '200 b'],
      ['task 3', '200 c'],
    ])
    const is = new Map([
      ['task 1', '200 a'],
      ['task 2', '200 x'],
      ['task 3', '404'],
    ])
    expect(changesOf(was, is)).toEqual(['task 2 was 200 b\n  and is 200 x', 'task 3 was 200 c\n  and is 404'])
  })

  test('a new identifier is refused until it is said what it names', () => {
    expect(() => kindOfPath('/api/cases/{id}')).toThrow(
      'Nobody said what the parameter of "/api/cases/{id}" names',
    )
    expect(() => kindOfName('GET /api/cases', 'case_id')).toThrow('"GET /api/cases case_id"')
    expect(kindOfName('GET /api/cases', 'title')).toBeUndefined()
  })
})

test('every operation on objects of another user, without the right to them, shows nothing of them and changes nothing', async () => {
  const attempts = new Attempts(document, new SampleBodies(document, samples), objects)
  const leaks: string[] = []
  let asked = 0
  for (const suspect of suspects) {
    for (const attempt of attempts.all()) {
      const answer = await answerTo(suspect, attempt)
      asked++
      const [method = '', path = ''] = attempt.operation.split(' ')
      const isPublic = document.paths[path]?.[method.toLowerCase()]?.security.length === 0
      const leak = leakOf(attempt, suspect, answer, secrets, isPublic)
      if (leak !== undefined) leaks.push(leak)
    }
    const after = await readOwned(objects, owner, millrace.client)
    const changes = changesOf(before, after).filter(
      change => suspect.readsOwned !== true || !change.startsWith('query '),
    )
    leaks.push(...changes.map(change => `${suspect.name}: ${change}`))
  }
  console.log(`${asked} requests of ${suspects.length} callers`)
  expect(leaks.slice(0, 40)).toEqual([])
})

test('every target of the websocket is refused to users who may not see it', async () => {
  const keyOf = (kind: string) => {
    const key = objects.find(one => one.kind === kind && one.isPrivate)?.keys.at(-1)
    if (key === undefined)
      throw new Error(`There is no object of the target "${kind}": make one in owned-objects.ts`)
    return kind === 'query' ? key : Number(key)
  }
  const leaks: string[] = []
  for (const suspect of suspects.filter(({ readsOwned }) => readsOwned !== true))
    for (const kind of subscriptionKinds) {
      const said = await firstOf(suspect, ['subscribe', kind, keyOf(kind)])
      if (secrets.some(secret => said.includes(secret)) || !/^(40[134]|\["error",)/.test(said))
        leaks.push(`${suspect.name}: ${kind}: ${said}`)
    }
  expect(leaks).toEqual([])
})

test('a tail of all hosts shows only the hosts of the user who follows it', async () => {
  const stranger = suspects.find(({ name }) => name === 'a stranger with permissions')
  const address = `${millrace.url.replace('http', 'ws')}/loki/api/v1/tail?query=${encodeURIComponent('{host=~".+"}')}`
  const socket = new WebSocket(address, { headers: { authorization: `token ${stranger?.token}` } })
  let said = ''
  socket.on('message', bytes => {
    said += String(bytes)
  })
  await once(socket, 'open')
  await until('an event of its own host', async () => {
    await millrace.client.send([
      { message: `tail ${secret}`, host: ownerHost },
      { message: 'tail of others', host: 'fw-1' },
    ])
    return said.includes('tail of others')
  })
  socket.terminate()
  expect(secrets.filter(secret => said.includes(secret))).toEqual([])
})

/** The first websocket message in reply to a frame; the status of a refused handshake. */
async function firstOf({ token }: SuspectWithToken, frame: unknown): Promise<string> {
  const headers = token === undefined ? {} : { authorization: `token ${token}` }
  const socket = new WebSocket(`${millrace.url.replace('http', 'ws')}/ws/live-updates`, { headers })
  const refused = new Promise<string>(resolve => {
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy()
      resolve(String(statusCode))
    })
  })
  const said = once(socket, 'open').then(async () => {
    socket.send(JSON.stringify(frame))
    const [bytes] = await once(socket, 'message')
    return String(bytes)
  })
  // After a refusal there is nothing to wait for.
  said.catch(() => {})
  const first = await Promise.race([said, refused])
  socket.terminate()
  return first
}

test('no other way to events shows the hosts of another user', async () => {
  const event = objects.find(({ kind }) => kind === 'event')?.keys[0] ?? ''
  const leaks: string[] = []
  const found: string[] = []
  for (const suspect of suspects.filter(({ readsOwned }) => readsOwned !== true)) {
    const requests = otherReads(document, samples, await toolsOf(suspect), event)
    for (const request of requests) {
      const { status, text } = await finished(suspect, await answerTo(suspect, request))
      const leak = leakOf(request, suspect, { status, text }, secrets, false)
      if (leak !== undefined) leaks.push(leak)
      if (text.includes('fw-1')) found.push(`${suspect.name}: ${request.operation}`)
    }
  }
  expect(leaks).toEqual([])
  // They do read events, but only of their own host.
  expect(found.filter(one => one.startsWith('a stranger')).length).toBeGreaterThan(8)
})

/** The tools of the assistant API that a caller may use. */
async function toolsOf(suspect: SuspectWithToken): Promise<JsonObject[]> {
  const { text } = await answerTo(suspect, mcpRequest('tools/list', {}))
  const body: unknown = JSON.parse(text.split('\n\n').at(-1) ?? '')
  const result = isObject(body) ? body.result : undefined
  return isObject(result) && Array.isArray(result.tools) ? result.tools.filter(isObject) : []
}

/** Reads a query that continues in the background until it has ended. */
async function finished(suspect: SuspectWithToken, answer: { status: number; text: string }) {
  const id = /"query_id":"([^"]+)"/.exec(answer.text)?.[1]
  if (answer.status !== 202 || id === undefined) return answer
  return await until('the answer to a query', async () => {
    const now = await answerTo(suspect, {
      operation: 'GET /api/query/{qid}',
      method: 'GET',
      path: `/api/query/${id}`,
    })
    return !now.text.includes('IN_PROGRESS') && now
  })
}

async function answerTo(
  { token }: SuspectWithToken,
  { method, path, body }: Request,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(millrace.url + path, {
    method,
    headers: {
      accept: 'application/json, text/event-stream, */*',
      ...(token !== undefined && { authorization: `token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return { status: answer.status, text: `${headers}\n\n${await answer.text()}` }
}
