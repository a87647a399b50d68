import { expect, test } from 'vitest'
import { Fault } from '../schema/fault.ts'
import { openLog } from '../telemetry/log.ts'
import { buildIntakeServer } from './intake-server.ts'
import { openPeople, tokenHeaders } from './testing/people.ts'
import { RecordingIntake } from './testing/stub-sources.ts'

test('events are received with the tokens of the metadata, and everything else is answered with the fault', async () => {
  const log = openLog('silent')
  const people = await openPeople(log)
  const intake = new RecordingIntake()
  const app = await buildIntakeServer({
    log,
    identity: people.metadata.identity,
    intake,
    rateLimit: 0,
    trustedProxies: [],
    maxBodyBytes: 1_000,
    maxTokenPercent: 50,
    minRate: 0,
    fault: () => new Fault('storage_unavailable', { detail: 'ClickHouse is away.', retryAfter: 2 }),
  })
  app.addHook('onClose', () => people.close())
  const headers = tokenHeaders('ingest-1')
  const statusOf = async (url: string, more: object = {}) =>
    (await app.inject({ method: 'POST', url, headers, payload: '{"events": []}', ...more })).statusCode
  expect(await statusOf('/incoming')).toBe(200)
  expect(await statusOf('/incoming/raw/app')).toBe(200)
  expect(await statusOf('/api/events')).toBe(200)
  expect(intake.submissions).toHaveLength(3)
  expect(await statusOf('/loki/api/v1/push')).not.toBe(503)
  expect(intake.shipments).toHaveLength(1)
  expect(await statusOf('/incoming', { headers: {} })).toBe(401)
  expect(await statusOf('/incoming', { headers: { authorization: 'token wrong' } })).toBe(401)
  expect(await statusOf('/incoming', { payload: 'x'.repeat(1_001) })).toBe(413)
  expect(intake.submissions).toHaveLength(3)
  for (const [method, url] of [
    ['GET', '/ping'],
    ['GET', '/'],
    ['POST', '/api/query'],
    ['PUT', '/incoming'],
  ] as const) {
    const answer = await app.inject({ method, url })
    expect([url, answer.statusCode, answer.json(), answer.headers['retry-after']]).toMatchObject([
      url,
      503,
      { code: 'storage_unavailable', detail: 'ClickHouse is away.' },
      '2',
    ])
  }
  await app.close()
})
