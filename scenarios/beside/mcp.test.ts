import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programFile } from '../testing/program.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
/**
 * Clients of a user who sees hosts fw-*, with a read-only token: over HTTP, and over standard input and
 * output.
 */
const clients: Record<'http' | 'stdio', Client> = {
  http: new Client({ name: 'scenario', version: '1' }),
  stdio: new Client({ name: 'scenario', version: '1' }),
}
const transports = ['http', 'stdio'] as const
const start = Math.floor(Date.now() / 1_000) - 600
const range = { from: String(start - 60), to: String(start + 300) }

async function made(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await millrace.client.post(path, body)
  expect(answer.status, path).toBe(201)
  // An object of the API, whose shape the API tests check.
  return (await answer.json()) as Record<string, unknown>
}

/** The answer of a tool: one JSON text. */
async function ask(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given })
  // Tools return one text.
  const [{ text }] = content as [{ text: string }]
  expect(isError, text).toBeUndefined()
  return { text, ...JSON.parse(text) }
}

beforeAll(async () => {
  await made('/api/triggers', { name: 'Failures', filter: [{ field: 'message', op: 'qp', value: 'failed' }] })
  const { id } = await made('/api/users', { username: 'reader' })
  const permissions = ['search', 'notifications']
  await made('/api/groups', { name: 'firewalls', permissions, hosts: ['fw-*'], members: [id] })
  const { secret_key } = await made('/api/authtokens', { user: id, read_only: true })
  const token = String(secret_key)
  // Events of a host that the user sees and of one that the user does not see, equal except for host and
  // time.
  const events = Array.from({ length: 40 }, (_, n) => {
    const host = n % 2 === 0 ? 'fw-1' : 'secret-9'
    const message = `login ${n} failed for ${host}`
    return { ts: start + n, host, program: `sshd-${host}`, message, user_tags: { [`tag-${host}`]: `v${n}` } }
  })
  await millrace.client.sendAndFind(events)
  const headers = { authorization: `Bearer ${token}` }
  await clients.http.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', millrace.url), { requestInit: { headers } }),
  )
  const env = { ...process.env, MILLRACE_URL: millrace.url, MILLRACE_TOKEN: token }
  const words = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  await clients.stdio.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [programFile, 'mcp'],
      env: Object.fromEntries(words),
    }),
  )
  await until('the hosts and the alert', async () => {
    const hosts = await ask(clients.http, 'list_hosts')
    const alerts = await ask(clients.http, 'list_alerts')
    return hosts.found > 0 && alerts.found > 0
  })
})
afterAll(async () => {
  for (const name of transports) await clients[name].close()
})

test.each(transports)('each tool answers a reader of some hosts about these, over %s', async name => {
  const client = clients[name]
  const found = await ask(client, 'search', { ...range, query: 'failed', limit: 3 })
  expect(found).toMatchObject({ found: 20, occurrences: 20, more: 'Page 1 of 7; the next one is page 2.' })
  expect(found.events.map(({ message }: { message: string }) => message)).toEqual([
    'login 38 failed for fw-1',
    'login 36 failed for fw-1',
    'login 34 failed for fw-1',
  ])
  const counts = await ask(client, 'count_over_time', { ...range, step: 10 })
  expect(counts).toMatchObject({ total: 20, step: 10 })
  expect(
    counts.counts.map(({ count }: { count: number }) => count).reduce((a: number, b: number) => a + b),
  ).toBe(20)
  const top = await ask(client, 'top_values', { ...range, field: 'program', by: 'host' })
  expect(top).toMatchObject({
    distinct: 1,
    values: [{ value: 'sshd-fw-1', count: 20, by: [{ value: 'fw-1', count: 20 }] }],
  })
  const kinds = await ask(client, 'patterns', range)
  expect(kinds).toMatchObject({
    messages: 20,
    patterns: [{ pattern: 'login <N> failed for fw-<N>', count: 20 }],
  })
  const around = await ask(client, 'event_context', { id: found.events[1].id, before: 2, all_hosts: true })
  expect(around).toMatchObject({
    event: { message: 'login 36 failed for fw-1', tags: { 'tag-fw-1': 'v36' } },
    before: [{ message: 'login 32 failed for fw-1' }, { message: 'login 34 failed for fw-1' }],
    after: [{ message: 'login 38 failed for fw-1' }],
  })
  const fields = await ask(client, 'list_fields', range)
  expect(fields).toMatchObject({ events: 20, tags: [{ name: 'tag-fw-1', count: 20 }] })
  const hosts = await ask(client, 'list_hosts')
  expect(hosts).toMatchObject({ found: 1, hosts: [{ host: 'fw-1', events: 20 }] })
  const health = await ask(client, 'ingest_health')
  expect(health.checks.map((check: { name: string }) => check.name)).toEqual(['open', 'quiet'])
  const alerts = await ask(client, 'list_alerts')
  expect(alerts).toMatchObject({ found: 1, alerts: [{ trigger: 'Failures', unread: 20 }] })
  for (const { text } of [found, counts, top, kinds, around, fields, hosts, health, alerts]) {
    expect(text).not.toContain('secret-9')
  }
})

test('the administrator sees both hosts, and the longest answer of a tool is bounded', async () => {
  const client = new Client({ name: 'scenario', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${millrace.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', millrace.url), { requestInit }))
  const long = Array.from({ length: 12 }, (_, n) => ({
    ts: start + 100 + n,
    host: 'fw-2',
    message: `long ${n} ${'word '.repeat(1_900)}`,
  }))
  await millrace.client.sendAndFind(long)
  expect((await ask(client, 'top_values', range)).distinct).toBe(3)
  const found = await ask(client, 'search', { ...range, host: 'fw-2', message_length: 10_000 })
  expect(found.found).toBe(12)
  expect(found.events).toHaveLength(5)
  expect(found.more).toContain('Only 5 of 12 events fit')
  expect(found.text.length).toBeLessThan(70_000)
  await client.close()
})
