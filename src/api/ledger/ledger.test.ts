import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { noActivity } from '../../metadata/forwarding/forwarders.ts'
import { insertAction } from '../../metadata/testing/insert-action.ts'
import { NodeLinks } from '../nodes/node-links.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

const get = (url: string, who: Parameters<typeof tokenHeaders>[0] = 'user-admin', headers = {}) =>
  server.app.inject({ url, headers: { ...tokenHeaders(who), ...headers } })

test('the ledger shows all and each source', async () => {
  const counts = {
    received: 10,
    stored: 4,
    duplicates: 2,
    dropped: 1,
    out_of_time: 0,
    refused: 2,
    refused_by: { invalid: 2 },
    in_flight: 1,
    turned_away: { overload: 3 },
    udp_dropped: 5,
    frame_errors: 0,
    truncated: 0,
    fields_omitted: 2,
    clock_ahead: 0,
    bytes: 1_000,
    connections: 1,
  }
  expect((await get('/api/ledger')).json()).toEqual({
    is_balanced: true,
    totals: counts,
    sources: [{ source: 'syslog_tcp', last_at: 1767225600, ...counts }],
    bounds: {
      is_open: true,
      windows_evicted: 7,
      spool_bytes: 4_096,
      spool_limit: 1_048_576,
      disk_free: 1_000_000_000,
      disk_floor: 1_000_000,
      refused_held: 0,
      aside_removed: { broken: 2, refused: 0 },
    },
    forwarders: [],
  })
  server.intake.counts = { ...server.intake.counts, received: 11 }
  expect((await get('/api/ledger')).json().is_balanced).toBe(false)
  server.intake.counts = { ...server.intake.counts, received: 10 }
})

test('the ledger shows what became of the events of each forwarder', async () => {
  const draft = { name: 'SIEM', syslog: { host: 'siem.example', port: 514 } }
  const headers = tokenHeaders('user-admin')
  const made = await server.app.inject({ method: 'POST', url: '/api/forwarders', headers, payload: draft })
  expect(made.statusCode).toBe(201)
  const { id } = made.json()
  const activity = { ...noActivity, state: 'behind', waiting: 7 } as const
  const counts = { sent: 40, occurrences: 50, dropped: 3, refused: 2, skipped: 1, held_back: 9 }
  const { forwarders } = server.people.metadata
  await forwarders.claim('runner', true)
  await forwarders.save('runner', id, { position: undefined, hasSkipped: false, counts, activity })
  expect((await get('/api/ledger')).json().forwarders).toEqual([
    { id, name: 'SIEM', sent: 40, dropped: 3, refused: 2, skipped: 1, expired: 0, waiting: 7 },
  ])
  await server.app.inject({ method: 'DELETE', url: `/api/forwarders/${id}`, headers })
})

test('the ledger of several nodes shows all together and each', async () => {
  const own = await server.intake.counters()
  const [source] = own.sources
  if (source === undefined) throw new Error('there is a source')
  const other = { ...own, sources: [source, { ...source, source: 'gelf_udp', lastAt: 5_000_000 }] }
  const told = { counters: JSON.stringify(other), version: '1.2.3', isRemoved: false }
  const seen = { url: 'http://there', ageSeconds: 1, clockSkewMs: 0, ...told }
  const others = [
    { id: 2, name: 'two', ...seen },
    { id: 3, name: 'three', ...seen, ageSeconds: 60 },
    { id: 4, name: 'new', ...seen, counters: null },
    // Of an older version.
    { id: 5, name: 'five', ...seen, counters: JSON.stringify({ state: own.state, stored: 0 }) },
  ]
  const nodes = new NodeLinks(
    {
      self: { id: 1, name: 'one' },
      find: async () => undefined,
      refresh: async () => {},
      others,
      clockSkewMs: 0,
    },
    text => text,
  )
  const several = await testServer({ intake: server.intake, nodes })
  onTestFinished(() => several.app.close())
  const answer = await several.app.inject({ url: '/api/ledger', headers: tokenHeaders('user-admin') })
  const { totals, sources, is_balanced, bounds, nodes: shown } = answer.json()
  const alone = (await get('/api/ledger')).json()
  expect(is_balanced).toBe(true)
  expect(totals).toMatchObject({
    received: 30,
    stored: 12,
    refused_by: { invalid: 6 },
    turned_away: { overload: 9 },
    bytes: 3_000,
  })
  expect(sources).toMatchObject([
    { source: 'gelf_udp', received: 20, last_at: 5 },
    { source: 'syslog_tcp', received: 30, refused_by: { invalid: 6 }, last_at: 1767225600 },
  ])
  expect(bounds).toEqual(alone.bounds)
  expect(shown).toEqual([
    { node: 'one', is_running: true, totals: alone.totals },
    { node: 'two', is_running: true, totals: alone.totals },
    { node: 'three', is_running: false, totals: alone.totals },
    { node: 'five', is_running: true, totals: expect.objectContaining({ received: 0, turned_away: {} }) },
  ])
})

test('metrics are what Prometheus reads', async () => {
  const { metadata } = server.people
  await insertAction(metadata, { due_at: metadata.clock() - 90_000_000 })
  await insertAction(metadata, { status: 'dead', due_at: null })
  const answer = await get('/metrics', 'user-admin', {
    accept: 'text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = answer.body.split('\n')
  for (const line of [
    '# TYPE millrace_events_received_total counter',
    'millrace_info{version="1.2.3"} 1',
    'millrace_events_received_total{source="syslog_tcp"} 10',
    'millrace_events_refused_total{source="syslog_tcp",reason="invalid"} 2',
    'millrace_turned_away_total{source="syslog_tcp",reason="overload"} 3',
    'millrace_udp_dropped_total{source="syslog_tcp"} 5',
    'millrace_events_in_flight{source="syslog_tcp"} 1',
    'millrace_ledger_imbalance{source="syslog_tcp"} 0',
    'millrace_ingest_open 1',
    '# TYPE millrace_dedup_windows_evicted_total counter',
    'millrace_dedup_windows_evicted_total 7',
    'millrace_spool_bytes 4096',
    'millrace_spool_limit_bytes 1048576',
    'millrace_spool_aside_removed_total{folder="broken"} 2',
    'millrace_kept_bytes{kind="tasks"} 0',
    'millrace_actions{status="pending"} 1',
    'millrace_actions{status="running"} 0',
    'millrace_actions{status="dead"} 1',
  ]) {
    expect(lines).toContain(line)
  }
  const [, overdue] = /^millrace_actions_overdue_seconds (.*)$/m.exec(answer.body) ?? []
  expect(Number(overdue)).toBeGreaterThanOrEqual(90)
  expect(answer.body).toMatch(/^process_cpu_seconds_total /m)
  // Every line is a comment or a sample.
  expect(
    lines.filter(line => !/^$|^# (HELP|TYPE) \w+ |^\w+(\{[^}]*\})? -?[\d.e+-]+$| Nan$/.test(line)),
  ).toEqual([])
})

test.each([
  ['Bearer', (token: string) => token],
  ['Basic', (token: string) => Buffer.from(`prometheus:${token}`).toString('base64')],
])('collectors may send the token as %s', async (scheme, format) => {
  const token = (tokenHeaders('user-admin').authorization ?? '').replace(/^token /i, '')
  const headers = { authorization: `${scheme} ${format(token)}` }
  expect((await server.app.inject({ url: '/metrics', headers })).statusCode).toBe(200)
})

test('metrics tell of the embedded engine, also while it starts again', async () => {
  const eventEngine = { residentBytes: 500_000_000, memoryLimit: 900_000_000, starts: 1 }
  const embedded = await testServer({ eventEngine })
  onTestFinished(() => embedded.app.close())
  const read = async () => {
    const { body } = await embedded.app.inject({ url: '/metrics', headers: tokenHeaders('user-admin') })
    return body.split('\n').filter(line => line.startsWith('millrace_engine_'))
  }
  const limit = 'millrace_engine_memory_limit_bytes 900000000'
  expect(await read()).toEqual([
    'millrace_engine_resident_bytes 500000000',
    limit,
    'millrace_engine_starts_total 1',
  ])
  Object.assign(eventEngine, { residentBytes: undefined, starts: 2 })
  expect(await read()).toEqual(['millrace_engine_resident_bytes 0', limit, 'millrace_engine_starts_total 2'])
})

test('neither is for users who see the events of some hosts only', async () => {
  expect((await get('/api/ledger', 'user-bob')).statusCode).toBe(403)
  expect((await get('/metrics', 'user-bob')).statusCode).toBe(403)
})

test('metrics are not there unless they are asked for', async () => {
  const without = await testServer({ metrics: false })
  const answer = await without.app.inject({ url: '/metrics', headers: tokenHeaders('user-admin') })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().detail).toBe('Metrics are off; MILLRACE_METRICS=token turns them on.')
  await without.app.close()
})
