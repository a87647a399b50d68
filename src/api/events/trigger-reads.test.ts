import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeWith, testEvent } from '../../query/kinds/testing/open-store.ts'
import type { InMemoryQueryService } from '../../query/life/in-memory-query-service.ts'
import { openQueryService } from '../../query/life/open.ts'
import { EventAdditions } from '../../query/notes/event-additions.ts'
import { readWorkbook } from '../../reports/xlsx/testing/read-workbook.ts'
import { LiveClient } from '../testing/live-client.ts'
import { adminId, annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

const at = 1_767_225_600
let store: Awaited<ReturnType<typeof storeWith>>
let queryService: InMemoryQueryService
let server: TestServer

/**
 * An event matched by two triggers, one of them private. A third one, with a condition, fired on it later.
 */
beforeAll(async () => {
  store = await storeWith([testEvent(42, [at], { triggers: [1, 2] })])
  server = await testServer(({ metadata }) => {
    const notes = new EventAdditions(metadata.notes, metadata.firedTriggers)
    const log = (_message: string, error: unknown) => expect(error).toBeUndefined()
    queryService = openQueryService({ store, notes, timezone: 'UTC', log, limits: { answerWaitMs: 30_000 } })
    return { queryService, store }
  })
  const { db, triggers } = server.people.metadata
  const admin = { userId: adminId, managesTriggers: true }
  const ann = { userId: annId, managesTriggers: false }
  const condition = { kind: 'count', count: 3, seconds: 60 } as const
  await triggers.create(admin, { name: 'Links', filter: [] })
  await triggers.create(admin, { name: 'Secret', filter: [], is_private: true })
  await triggers.create(ann, { name: 'Often', filter: [], condition })
  const fire = { trigger_id: 3, event_id: 42, event_at: at * 1_000_000, fired_at: (at + 1) * 1_000_000 }
  await db.insertInto('trigger_fires').values(fire).execute()
  await server.app.listen({ port: 0 })
})
afterAll(async () => {
  await server.app.close()
  await queryService.close()
  await store.close()
})

type As = Record<string, string>
const range = { time_range: { ts_from: at, ts_to: at + 60 } }

async function ask(headers: As, type: string, params: object = {}) {
  const payload = { type, params: { ...range, ...params } }
  return (await server.app.inject({ method: 'POST', url: '/api/query', headers, payload })).json()
}

async function readQuery(headers: As, parameters: string) {
  const { query_id } = await ask(headers, 'Search')
  const { results } = (
    await server.app.inject({ url: `/api/query/${query_id}${parameters}`, headers })
  ).json()
  return results.events.objects[0]
}

async function readEvent(headers: As, parameters: string) {
  return (await server.app.inject({ url: `/api/events/42${parameters}`, headers })).json()
}

async function exported(headers: As, parameters: string) {
  const { query_id } = await ask(headers, 'Search')
  return server.app.inject({ url: `/api/query/${query_id}/export?${parameters}`, headers })
}

/** The members of an event, by table header. */
function byHeader(header: readonly unknown[], row: readonly unknown[]) {
  const cells = new Map(header.map((name, index) => [name, row[index]]))
  const list = (name: string) => JSON.parse(String(cells.get(name) || '[]'))
  return {
    trigger_ids: list('trigger_ids'),
    triggers_fired_count: Number(cells.get('triggers_fired_count')),
    triggers_fired_data: list('triggers_fired_data'),
  }
}

async function csvRow(headers: As, parameters: string) {
  const { body } = await exported(headers, `ftype=csv&${parameters}`)
  const [header = [], row = []] = body
    .trimEnd()
    .split('\r\n')
    .map(line =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )
  return byHeader(header, row)
}

/** By title: rows omit empty cells, so only the last ones are read. */
async function sheetRow(headers: As, parameters: string) {
  const { rawPayload } = await exported(headers, `ftype=xlsx&${parameters}`)
  const rows = readWorkbook(rawPayload).sheets.flatMap(({ rows }) => rows)
  const header = rows.find(row => row.includes('Triggers')) ?? []
  const row = rows[rows.indexOf(header) + 1] ?? []
  const names = header.slice(header.indexOf('Triggers'))
  const cells = row.slice(row.length - names.length)
  return byHeader(
    ['trigger_ids', 'triggers_fired_count', 'triggers_fired_data'].slice(0, names.length),
    cells,
  )
}

async function liveFrame(headers: As) {
  const { query_id } = await ask(headers, 'Search')
  const client = await LiveClient.open(portOf(server.app), headers)
  client.send(['subscribe', 'query', query_id])
  await client.next()
  const frame = await client.next()
  client.socket.close()
  // A widget-update with the query.
  const [, { data }] = frame as [string, { data: { results: { events: { objects: object[] } } } }]
  return data.results.events.objects[0]
}

const named = { trigger_ids: [1, 2, 3], triggers_fired_count: 3, triggers_fired_data: [] }
const told = (...names: string[]) => ({
  ...named,
  triggers_fired_data: names.map(name =>
    expect.objectContaining({ trigger: { id: expect.any(Number), name } }),
  ),
})

test.each<[read: string, of: (headers: As) => Promise<object>, withData: boolean]>([
  ['a Search, answered at once', async as => (await ask(as, 'Search')).results.events.objects[0], false],
  ['a Search that is read', as => readQuery(as, ''), false],
  ['a Search that is read with data', as => readQuery(as, '?add_trigger_data=true'), true],
  ['a live update', liveFrame, false],
  ['an event', as => readEvent(as, ''), false],
  ['an event with data', as => readEvent(as, '?add_trigger_data=true'), true],
  ['json', async as => (await exported(as, '')).json().objects[0], false],
  ['json with data', async as => (await exported(as, 'add_trigger_data=1')).json().objects[0], true],
  ['csv', as => csvRow(as, ''), false],
  ['csv with data', as => csvRow(as, 'add_trigger_data=true'), true],
  ['xlsx', as => sheetRow(as, ''), false],
  ['xlsx with data', as => sheetRow(as, 'add_trigger_data=true'), true],
])(
  '%s lists what the event set off, without names of private triggers of others',
  async (_read, of, data) => {
    const wanted: [TokenName, string[]][] = [
      ['user-admin', ['Links', 'Secret', 'Often']],
      ['user-ann', ['Links', 'Often']],
    ]
    for (const [token, names] of wanted) {
      expect(await of(tokenHeaders(token))).toMatchObject(data ? told(...names) : named)
    }
  },
)

test('types without events name no triggers', async () => {
  for (const [type, params] of [
    ['LastN', { field: 'host' }],
    ['TopN', { field: 'host' }],
    ['Patterns', {}],
  ] as const)
    expect(JSON.stringify((await ask(tokenHeaders('user-ann'), type, params)).results)).not.toContain(
      'trigger',
    )
})
