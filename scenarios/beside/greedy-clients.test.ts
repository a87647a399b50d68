import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Description } from '../../src/api/description/openapi.ts'
import { bodiesBeyondBudget, LargestBodies } from '../../src/api/description/testing/largest-bodies.ts'
import { takesRawBody } from '../../src/api/description/testing/raw-bodies.ts'
import { Client } from '../testing/client.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { oomKills } from '../testing/memory-cgroup.ts'
import { anonymousBytes, residentBytes } from '../testing/process-group.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const mebibyte = 1024 ** 2
const json = 'application/json'
const bodyBytes = mebibyte
/** For each list: size of the largest possible page. */
const maxPageBytes = 17 * mebibyte
/** Maximum time that others wait for an answer on an idle machine. */
const idlePingMs = 200
/**
 * Of the main process, without its program and libraries, once the attack is over. It may keep 96 MiB of
 * garbage (telemetry/idle-collector.ts).
 */
const maxAfterwards = 400 * mebibyte
/** For all processes of the service at any time: it runs under a limit of 2 GB (`MemoryMax=2G`). */
const maxOfAll = 2_048 * mebibyte

const millrace = startMillrace({ MILLRACE_RATE_LIMIT: '0', MILLRACE_LOG_LEVEL: 'error' })
let document: Description
/** A user with the usual permissions; a user without permissions. */
let greedy: Client
let nobody: Client
let ingest: string
const sockets: Socket[] = []
/** Peak of resident bytes of all processes, as far as it was sampled. */
let most = 0
const killsBefore = oomKills()

beforeAll(async () => {
  const { client } = millrace
  document = (await (await client.get('/api/schema')).json()) as Description
  greedy = await clientOf('greedy', ['search', 'triggers', 'tasks', 'reports'])
  nobody = await clientOf('nobody', [])
  const token = await client.post('/api/authtokens', { token_type: 'INGEST', description: 'greedy' })
  ingest = ((await token.json()) as { secret_key: string }).secret_key
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

test('the largest faulty bodies of every route', async () => {
  const bodies = new LargestBodies(document)
  const faults: string[] = []
  await others('bodies', async () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const content = operation.requestBody?.content[json]
        if (content === undefined || takesRawBody(operation)) continue
        const own = bodies.of(content.schema ?? {}, bodyBytes).slice(0, 2)
        for (const body of [...own, ...bodiesBeyondBudget(bodyBytes).slice(0, 1)]) {
          const status = await send(nobody, method, path.replaceAll(/\{\w+\}/g, '1'), body.json)
          if (status >= 500) faults.push(`${method} ${path} of ${body.form}: ${status}`)
        }
      }
  })
  expect(faults).toEqual([])
})

test('lists of as many and as large objects as a user may keep', async () => {
  const widgets = Array.from({ length: 30 }, () => ({
    type: 'Search',
    config: {
      title: 'large',
      filter: [{ field: 'host', value: Array.from({ length: 700 }, (_, i) => `host-${i}`) }],
    },
  }))
  let kept = 0
  for (;;) {
    const answer = await greedy.post('/api/dashboards', { title: `large ${kept}`, widgets })
    await answer.arrayBuffer()
    if (answer.status === 409) break
    expect(answer.status).toBe(201)
    kept++
    expect(kept).toBeLessThan(1_000)
  }
  const lists = Object.entries(document.paths).filter(
    ([path, { get }]) =>
      !path.includes('{') && get?.parameters?.some(one => 'name' in one && one.name === 'page_size'),
  )
  expect(lists.length).toBeGreaterThan(10)
  const seen = new Map<string, number>()
  await others(`lists with ${kept} large dashboards`, async () => {
    for (const [path] of lists) {
      const answers = await Promise.all([1, 2, 3].map(() => greedy.get(`${path}?page_size=1000`)))
      for (const answer of answers) {
        const { byteLength } = await answer.arrayBuffer()
        expect([path, answer.status < 500, byteLength <= maxPageBytes]).toEqual([path, true, true])
        seen.set(path, answer.status)
      }
    }
  })
  expect(seen.get('/api/dashboards')).toBe(413)
})

test('bulks of many faulty items whose answers are never read', async () => {
  const body = Buffer.from('{"index":{}}\n1\n'.repeat(500_000))
  await others('bulks', async () => {
    for (let i = 0; i < 14; i++) {
      const asked = request(`${millrace.url}/elasticsearch/_bulk`, {
        method: 'POST',
        headers: { authorization: `token ${ingest}`, 'content-type': 'application/x-ndjson' },
      })
      asked.on('error', () => {})
      asked.on('response', response => {
        sockets.push(response.socket)
        response.pause()
      })
      asked.end(body)
      await Promise.race([once(asked, 'response'), once(asked, 'close')])
    }
  })
  for (const socket of sockets.splice(0)) socket.destroy()
})

test('connections that send nothing more, answers that are never read, and websockets', async () => {
  await others('slow sockets', async () => {
    const { hostname, port } = new URL(millrace.url)
    const head = (line: string, token: string, rest = '') =>
      `${line} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${json}\r\nAuthorization: token ${token}\r\n${rest}\r\n`
    const open = async (text: string) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      sockets.push(socket)
      await Promise.race([once(socket, 'connect'), once(socket, 'close')])
      socket.pause().write(text)
    }
    for (let i = 0; i < 300; i++)
      await open(head('POST /api/login', 'none', 'Content-Length: 8000\r\n') + 'x'.repeat(7_000))
    for (let i = 0; i < 5; i++)
      await open(head('POST /incoming', ingest, 'Content-Length: 60000000\r\n') + 'x'.repeat(1_000_000))
    for (let i = 0; i < 40; i++)
      await open(head('GET /api/dashboards?page_size=60', greedy.headers.authorization?.slice(6) ?? ''))
    const outcomes = await Promise.all(Array.from({ length: 120 }, () => handshake(greedy)))
    expect(outcomes.filter(Boolean)).toHaveLength(100)
    // A sender with another token is served.
    expect(await millrace.client.send([{ message: 'others are served' }])).toBe(200)
  })
  for (const socket of sockets.splice(0)) socket.destroy()
})

test('the memory held for them is free again', async () => {
  const before = memory('VmRSS')
  console.log(
    `resident: ${figure(before)} MiB, at most ${figure(memory('VmHWM'))} MiB; of all processes at most ${figure(most)} MiB`,
  )
  expect(most).toBeLessThan(maxOfAll)
  const since = performance.now()
  await until('memory', async () => anonymousBytes(millrace.pid) < maxAfterwards)
  const seconds = (performance.now() - since) / 1_000
  console.log(`resident ${figure(memory('VmRSS'))} MiB after ${seconds.toFixed(1)} s`)
  if (isIdleMachine) expect(seconds).toBeLessThan(10)
  // The engine would be started again without a word.
  expect(oomKills()).toBe(killsBefore)
})

/** Runs `work` while others get answers. */
async function others(what: string, work: () => Promise<void>): Promise<void> {
  let [longest, pings, isOver] = [0, 0, false]
  const pinged = (async () => {
    while (!isOver) {
      const since = performance.now()
      const answer = await millrace.client.get('/ping')
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
      longest = Math.max(longest, performance.now() - since)
      pings++
      most = Math.max(most, residentBytes(millrace.pid))
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await pinged
  console.log(
    `${what}: ${pings} pings, the longest ${Math.round(longest)} ms, resident ${figure(memory('VmRSS'))} MiB`,
  )
  expect(pings).toBeGreaterThan(1)
  if (isIdleMachine) expect(longest).toBeLessThan(idlePingMs)
}

async function send(client: Client, method: string, path: string, body: string): Promise<number> {
  const answer = await fetch(client.url + path, {
    method: method.toUpperCase(),
    headers: { ...client.headers, 'content-type': json },
    body,
    signal: AbortSignal.timeout(240_000),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Whether a websocket can be opened. */
async function handshake({ url, headers }: Client): Promise<boolean> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live-updates`, { headers: { ...headers } })
  const opened = await once(socket, 'open').then(
    () => true,
    () => false,
  )
  // It is closed with the service.
  if (opened) socket.on('error', () => {})
  return opened
}

async function clientOf(username: string, permissions: readonly string[]): Promise<Client> {
  const { client } = millrace
  const made = async (path: string, body: unknown) => {
    const answer = await client.post(path, body)
    expect([path, answer.status]).toEqual([path, 201])
    // The shape of these routes, which the API tests check.
    return (await answer.json()) as { id: number; secret_key: string }
  }
  const group = await made('/api/groups', { name: username, permissions, hosts: ['*'] })
  const { id } = await made('/api/users', {
    username,
    password: 'a pass phrase of somebody',
    groups: [group.id],
  })
  const token = await made('/api/authtokens', { token_type: 'USER', user: id })
  return new Client({ url: millrace.url, token: token.secret_key })
}

/** Memory of the main process, bytes: now, or the peak since its start. */
function memory(of: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${millrace.pid}/status`, 'utf8')
  const line = status.split('\n').find(one => one.startsWith(`${of}:`)) ?? ''
  return Number.parseInt(line.slice(of.length + 1), 10) * 1024
}

function figure(bytes: number): number {
  return Math.round(bytes / mebibyte)
}
