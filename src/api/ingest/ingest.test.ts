import { afterEach, expect, test } from 'vitest'
import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
afterEach(() => server.app.close())

type Who = Parameters<typeof tokenHeaders>[0]
const now = () => Math.floor(Date.now() / 1000)
const get = async (url: string, who: Who = 'user-admin') =>
  (await server.app.inject({ url, headers: tokenHeaders(who) })).json()
const mark = (host: string, mark: string | null, who: Who = 'user-admin') =>
  server.app.inject({
    method: 'POST',
    url: '/api/ingest/hosts/mark',
    headers: tokenHeaders(who),
    payload: { host, mark },
  })

/** A host that sent every few seconds for days, last `ago` seconds ago. */
const host = (name: string, ago: number): HostActivity => ({
  host: name,
  firstAt: now() - 10 * 86_400,
  lastAt: now() - ago,
  events: 1_000,
  silences: [5],
  day: 1,
  delay: null,
  delayMinutes: 0,
})

/** A server that has been running for an hour, so that silences count. */
async function serverWith(...hosts: HostActivity[]): Promise<void> {
  const { IngestMonitor } = await import('./ingest-monitor.ts')
  const facts = new Map<string, unknown>()
  let started = Date.now() - 3_600_000
  const ingestMonitor = await IngestMonitor.open({
    intake: { counters: () => server.intake.counters(), hosts: async () => hosts },
    facts: { get: async key => facts.get(key), set: async (key, value) => void facts.set(key, value) },
    minSilence: 300,
    warn: () => {},
    now: () => started,
  })
  started = Date.now()
  server = await testServer({ ingestMonitor })
  server.app.addHook('onClose', () => ingestMonitor.close())
}

test('a host that sends to another node is not quiet here', async () => {
  const began = now()
  const { IngestMonitor } = await import('./ingest-monitor.ts')
  const facts = new Map<string, unknown>()
  const open = (id: number, other: number, hosts: HostActivity[]) =>
    IngestMonitor.open({
      intake: { counters: () => server.intake.counters(), hosts: async () => hosts },
      facts: { get: async key => facts.get(key), set: async (key, value) => void facts.set(key, value) },
      minSilence: 300,
      nodeId: id,
      otherNodes: () => [other],
      warn: () => {},
      now: () => Date.now(),
    })
  server = await testServer()
  const here = await open(1, 2, [host('moved', 2_000), host('stays', 3)])
  const there = await open(2, 1, [host('moved', 1)])
  await there.share()
  await here.share()
  const lastAt = async (monitor: typeof here) =>
    (await monitor.sample()).hosts.map(one => [one.host, one.events, one.lastAt > began - 60])
  expect(await lastAt(here)).toEqual([
    ['moved', 2_000, true],
    ['stays', 1_000, true],
  ])
  await there.share()
  expect((await there.sample()).hosts.map(one => one.host)).toEqual(['moved', 'stays'])
  await here.close()
  await there.close()
})

test('a host that sends every few seconds is quiet after five minutes', async () => {
  await serverWith(host('fw-1', 2_000), host('web-1', 3), host('gone-1', 9 * 86_400))
  expect(await get('/api/ingest/health')).toMatchObject({
    level: 'warning',
    hosts: { active: 1, quiet: 1, gone: 1, new: 0 },
    quiet: [{ host: 'fw-1', state: 'quiet', usual_silence: 5 }],
    has_events: true,
    losses: { datagrams: 5, refused: 5, since: expect.any(Number) },
  })
  expect((await get('/api/ingest/hosts')).objects.map((one: { host: string }) => one.host)).toEqual([
    'fw-1',
    'web-1',
    'gone-1',
  ])
  expect((await get('/api/ingest/hosts?search=WEB&ordering=-last_at')).objects).toHaveLength(1)
  expect((await get('/api/ingest/hosts?state=quiet')).objects).toMatchObject([{ host: 'fw-1' }])
})

test('a user who sees some hosts gets no figure that depends on others', async () => {
  await serverWith(host('fw-1', 3), host('web-1', 2_000))
  const health = await get('/api/ingest/health', 'user-ann')
  expect(health).toMatchObject({ level: 'ok', quiet: [], hosts: { active: 1, quiet: 0 }, losses: null })
  expect(health.checks.map(({ name }: { name: string }) => name)).toEqual(['open', 'quiet'])
  expect((await get('/api/ingest/hosts', 'user-ann')).item_count).toBe(1)
  expect((await mark('web-1', 'ignored', 'user-ann')).statusCode).toBe(404)
})

test('a quiet host can be acknowledged, which is shown with the user, and taken back', async () => {
  await serverWith(host('fw-1', 2_000))
  expect((await mark('fw-1', 'acknowledged')).json()).toMatchObject({
    state: 'quiet',
    mark: 'acknowledged',
    marked_by: 'admin',
  })
  expect(await get('/api/ingest/health')).toMatchObject({ hosts: { quiet: 0 }, quiet: [] })
  expect((await mark('fw-1', null)).json()).toMatchObject({ mark: null, marked_by: null })
  expect((await mark('fw-1', 'sleeps')).statusCode).toBe(400)
})

test('figures are measured again after the clock is set back', async () => {
  const { IngestMonitor } = await import('./ingest-monitor.ts')
  server = await testServer()
  let clock = 1_800_000_000_000
  const hosts: HostActivity[] = []
  const monitor = await IngestMonitor.open({
    intake: { counters: () => server.intake.counters(), hosts: async () => [...hosts] },
    facts: { get: async () => undefined, set: async () => {} },
    minSilence: 300,
    warn: () => {},
    now: () => clock,
  })
  server.app.addHook('onClose', () => monitor.close())
  expect((await monitor.sample()).hosts).toEqual([])
  hosts.push(host('fw-1', 3))
  clock += 1_000
  expect((await monitor.sample()).hosts).toEqual([])
  clock -= 3_600_000
  expect((await monitor.sample()).hosts).toHaveLength(1)
})
