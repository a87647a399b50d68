import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { PeerNode } from '../../metadata/nodes/directory.ts'
import { Keyring } from '../../metadata/secrets/keyring.ts'
import { gate, testQueryService } from '../../query/life/testing/test-query-service.ts'
import { readerWith } from '../../query/reader.ts'
import { eventually } from '../../testing/until.ts'
import { LiveClient } from '../testing/live-client.ts'
import { annId, type TokenName, tokenHeaders, tokenSecret } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'
import { NodeLinks, nodeHeader } from './node-links.ts'

/** Two nodes that share the first one's users. */
let nodes: {
  server: TestServer
  service: ReturnType<typeof testQueryService>
  port: number
  links: NodeLinks
}[]
const running = new Map<number, PeerNode>()
const keyring = new Keyring(Buffer.alloc(32, 1))

beforeAll(async () => {
  nodes = []
  for (const id of [1, 2]) {
    const service = testQueryService({ answerWaitMs: 20 }, id)
    const [first] = nodes
    const directory = {
      self: { id, name: `node-${id}` },
      find: async (other: number) => running.get(other),
      others: [],
      refresh: async () => {},
      clockSkewMs: 0,
    }
    const links = new NodeLinks(directory, text => keyring.sign(text))
    const server = await testServer({
      queryService: service.queryService,
      nodes: links,
      // The first node knows no proxy: it learns about the other node's clients only from that node.
      ...(id === 2 && { trustedProxies: ['127.0.0.1'] }),
      ...(first && { identity: first.server.people.metadata.identity }),
    })
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const port = portOf(server.app)
    running.set(id, { id, name: `node-${id}`, url: `http://127.0.0.1:${port}` })
    nodes.push({ server, service, port, links })
  }
})
afterAll(async () => {
  for (const { server, service } of nodes) {
    await server.app.close()
    await service.queryService.close()
  }
})

const node = (id: number) => {
  const found = nodes[id - 1]
  if (found === undefined) throw new Error(`there is no node ${id}`)
  return found
}

let asked = 0

/** A query of ann on the first node. */
async function ask() {
  const { identity } = node(1).server.people.metadata
  const ann = await identity.callerOfToken(tokenSecret('user-ann'))
  if (ann === null) throw new Error('Ann has a token')
  const now = Math.floor(Date.now() / 1_000)
  const time_range = { ts_from: now - 3_600, ts_to: now + 3_600 }
  const { query } = await node(1).service.queryService.create(readerWith(ann), 'Counting', {
    time_range,
    // Equal queries share one evaluation.
    label: `${asked++}`,
  })
  return query.query_id ?? ''
}

async function read(at: number, path: string, token: TokenName = 'user-ann', init: RequestInit = {}) {
  const answer = await fetch(`http://127.0.0.1:${node(at).port}${path}`, {
    ...init,
    headers: { ...tokenHeaders(token), ...init.headers },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

test('a query is read, stopped and removed through any node', async () => {
  const id = await ask()
  expect(id).toMatch(/^[0-9a-f]{32}\.1$/)
  const there = await read(2, `/api/query/${id}`)
  const { body } = await read(1, `/api/query/${id}`)
  expect(there).toMatchObject({ status: 200, body })
  expect(body).toMatchObject({ query_id: id, status: 'SUCCESS' })
  for (const [type, body] of [
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'type=Search&params[page_size]=5&params[sort][]=-id'],
  ]) {
    const stop = { method: 'POST', headers: { 'content-type': type ?? '' }, body: body ?? '' }
    const stopped = await read(2, `/api/query/${id}/stop`, 'user-ann', stop)
    expect(stopped).toMatchObject({ status: 200, body: { query_id: id } })
  }
  expect(await read(2, `/api/query/${id}/remove`, 'user-admin')).toMatchObject({ status: 200 })
  expect(await read(2, `/api/query/${id}`, 'user-admin')).toMatchObject({ status: 404 })
  expect(node(1).service.queryService.activity.queries).toBe(0)
})

test('a page of results, a file and an error come from the node that has the query', async () => {
  const id = await ask()
  for (const path of [
    `/api/query/${id}?page=2`,
    `/api/query/${id}/export?ftype=csv`,
    `/api/query/${id}?page=0`,
  ]) {
    const answers = await Promise.all(
      [1, 2].map(async at => {
        const answer = await fetch(`http://127.0.0.1:${node(at).port}${path}`, {
          headers: tokenHeaders('user-ann'),
        })
        return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
      }),
    )
    expect(answers[1]).toEqual(answers[0])
  }
})

test('a query of another user is not there, on any node', async () => {
  const id = await ask()
  expect(await read(2, `/api/query/${id}`, 'user-bob')).toMatchObject({ status: 403 })
  expect(await read(2, `/api/query/${'0'.repeat(32)}.1`)).toMatchObject({
    status: 404,
    body: { detail: 'Not found.' },
  })
  expect(await read(2, `/api/query/${id}`, 'ingest-1')).toMatchObject({ status: 403 })
})

test('a query of a node that has ended is not there, and has to be asked again', async () => {
  const detail = 'The node that had this query does not answer; ask it again.'
  const lost = { status: 404, body: { code: 'not_found', detail } }
  expect(await read(1, `/api/query/${'0'.repeat(32)}.9`)).toMatchObject(lost)
  const closed = createServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  running.set(9, { id: 9, name: 'node-9', url: `http://127.0.0.1:${port}` })
  onTestFinished(() => void running.delete(9))
  expect(await read(1, `/api/query/${'0'.repeat(32)}.9`)).toMatchObject(lost)
  const client = await LiveClient.open(node(1).port, tokenHeaders('user-ann'))
  onTestFinished(() => client.socket.terminate())
  client.send(['subscribe', 'query', `${'0'.repeat(32)}.9`])
  expect(await client.next()).toEqual(['error', expect.objectContaining({ code: 'not_found', detail })])
})

test('a session does through another node what its page may do, and only that', async () => {
  const { identity } = node(1).server.people.metadata
  const { cookie } = await identity.login('admin', 'secret', '127.0.0.1')
  const session = { cookie: `millrace_session=${cookie}` }
  const get = async (id: string, headers: Record<string, string>) =>
    (
      await fetch(`http://127.0.0.1:${node(2).port}/api/query/${id}/remove`, {
        headers: { ...session, ...headers },
      })
    ).status
  const id = await ask()
  expect(await get(id, { 'sec-fetch-site': 'cross-site' })).toBe(403)
  const forged = keyring.sign('something else')
  expect(
    await get(id, { 'sec-fetch-site': 'cross-site', [nodeHeader]: `1.${Date.now()}.${forged} 127.0.0.1` }),
  ).toBe(403)
  expect(await get(id, { 'sec-fetch-site': 'same-origin' })).toBe(200)
})

test('a node knows the client that another one forwards', async () => {
  const id = await ask()
  const { tokens, audit } = node(1).server.people.metadata
  const viewer = { userId: annId, managesUsers: false }
  const { secret_key } = await tokens.create(viewer, { networks: ['192.0.2.7'] })
  const get = (address: string) =>
    fetch(`http://127.0.0.1:${node(2).port}/api/query/${id}`, {
      headers: { authorization: `token ${secret_key}`, 'x-forwarded-for': address },
    })
  expect((await get('192.0.2.8')).status).toBe(403)
  expect((await get('192.0.2.7')).status).toBe(200)
  const path = `/api/query/${id}/export`
  const headers = node(2).links.headersFor('GET', path, '192.0.2.9')
  expect((await read(1, path, 'ingest-1', { headers })).status).toBe(403)
  const { objects } = await audit.list({}, { offset: 0, limit: 1 })
  expect(objects).toMatchObject([{ action: 'export', result: 'refused', address: '192.0.2.9' }])
})

test('a refusal of another node is in the audit log of that node only', async () => {
  const refusing = createHttpServer((_request, response) => response.writeHead(403).end('{}'))
  await once(refusing.listen(0, '127.0.0.1'), 'listening')
  const { port } = refusing.address() as AddressInfo
  running.set(7, { id: 7, name: 'node-7', url: `http://127.0.0.1:${port}` })
  onTestFinished(() => {
    running.delete(7)
    refusing.close()
  })
  const { audit } = node(1).server.people.metadata
  const refusals = async () => (await audit.list({ result: 'refused' }, { offset: 0, limit: 1 })).itemCount
  const before = await refusals()
  expect((await read(1, `/api/query/${'0'.repeat(32)}.7/export`)).status).toBe(403)
  expect(await refusals()).toBe(before)
})

test('a request that each of two nodes passes to the other goes round once', async () => {
  const id = `${'0'.repeat(32)}.8`
  running.set(8, { id: 8, name: 'node-8', url: `http://127.0.0.1:${node(1).port}` })
  onTestFinished(() => void running.delete(8))
  expect(await read(2, `/api/query/${id}`)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
})

describe('a live query of another node', () => {
  async function watch() {
    const { kind, store } = node(1).service
    const held = gate()
    kind.work = held.work
    const id = await ask()
    const client = await LiveClient.open(node(2).port, tokenHeaders('user-ann'))
    onTestFinished(() => client.socket.terminate())
    client.send(['subscribe', 'query', id])
    expect(await client.next()).toEqual(lists([id]))
    const update = (data: object) => [
      'widget-update',
      { widget_id: null, dashboard_id: null, data: expect.objectContaining({ query_id: id, ...data }) },
    ]
    expect(await client.next()).toEqual(update({ status: 'IN_PROGRESS' }))
    kind.work = async () => {}
    held.open()
    const until = async (wanted: object) => {
      for (;;) {
        const frame = await client.next()
        if (isDeepStrictEqual(frame, wanted)) return
        const [name, { data }] = frame as [string, { data: object }]
        expect(name).toBe('widget-update')
        if (Object.entries(wanted).every(([key, value]) => Reflect.get(data, key) === value)) return
      }
    }
    await until({ status: 'SUCCESS' })
    return { id, client, until, kind, store }
  }
  const lists = (query: string[]) => ['subscription-update', { query, widget: [], dashboard: [] }]

  test('is sent as far as it is, as it changes, and when it is over', async () => {
    const { id, client, kind, store } = await watch()
    const now = Math.floor(Date.now() / 1_000)
    kind.events.push(now)
    store.touch(now)
    let data: { results?: { count?: number } } = {}
    while (data.results?.count !== 1) {
      const [, update] = (await client.next()) as [string, { data: typeof data }]
      data = update.data
    }
    const { body } = await read(1, `/api/query/${id}`)
    expect(data).toEqual(body)
    await read(1, `/api/query/${id}/remove`)
    expect(await client.next()).toEqual(lists([]))
  })

  test('is left there when no client watches it here', async () => {
    const { id, client } = await watch()
    client.send(['unsubscribe', 'query', id])
    expect(await client.next()).toEqual(lists([]))
    const watched = () =>
      node(1)
        .service.queryService.summaries(10)
        .filter(({ isWatched }) => isWatched).length
    await eventually(watched).toBe(0)
    client.send(['subscribe', 'query', id])
    expect(await client.next()).toEqual(lists([id]))
    await client.next()
    expect(watched()).toBe(1)
    client.socket.terminate()
    await eventually(watched).toBe(0)
  })

  test.each([
    ['the only one there', false],
    ['one of two', true],
  ])('is left and watched again in one turn, as %s', async (_name, hasOther) => {
    const { id, client } = await watch()
    const other = hasOther ? [await ask()] : []
    for (const one of other) client.send(['subscribe', 'query', one])
    for (let times = 0; times < 3; times++) {
      client.send(['unsubscribe', 'query', id])
      client.send(['subscribe', 'query', id])
    }
    client.send(['ping'])
    const frames: unknown[] = []
    while (!isDeepStrictEqual(frames.at(-1), ['pong'])) frames.push(await client.next())
    expect(frames.filter(frame => (frame as string[])[0] === 'error')).toEqual([])
    expect(frames.findLast(frame => (frame as string[])[0] === 'subscription-update')).toEqual(
      lists([...other, id]),
    )
    const { kind, store } = node(1).service
    const now = Math.floor(Date.now() / 1_000)
    kind.events.push(now)
    store.touch(now)
    let data: { query_id?: string; results?: { count?: number } } = {}
    while (data.query_id !== id || data.results?.count !== kind.events.length) {
      const [, update] = (await client.next()) as [string, { data: typeof data }]
      data = update.data
    }
  })
})
