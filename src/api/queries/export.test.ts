import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noNotifications } from '../../query/kinds/notifications.ts'
import { storeWith, testEvent } from '../../query/kinds/testing/open-store.ts'
import { openQueryService } from '../../query/life/open.ts'
import type { SnapshotSource } from '../../query/snapshot.ts'
import { batchWith, StandingEvents, storedEvent } from '../../reports/testing/event-stream.ts'
import { openReportRenderer } from '../../reports/worker/renderer.ts'
import { Fault } from '../../schema/fault.ts'
import { proves } from '../testing/conformance/proves.ts'
import { tokenHeaders } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

const from = 1_767_225_600
const events = 250
/** Number of events from hosts that ann may see; the others are from db-1. */
const seen = 200
const headers = tokenHeaders('user-ann')

let server: TestServer
let store: Awaited<ReturnType<typeof storeWith>>
let queryService: ReturnType<typeof openQueryService>
/** Replaces the service's while a test sets it. */
let snapshot: SnapshotSource['snapshot'] | undefined

beforeAll(async () => {
  store = await storeWith(
    Array.from({ length: events }, (_, index) =>
      testEvent(index + 1, [from + index * 10, from + index * 10 + 1.5], {
        host: index % 5 === 4 ? 'db-1' : `fw-${index % 3}`,
        severity: index % 8,
        message: index === 7 ? '=1+1, "quoted"\nsecond line' : `line ${index} Ünïcödé 東京`,
        tags: index % 2 ? { user: 'ann' } : {},
      }),
    ),
  )
  const { figures, counts } = store
  const tasks = { list: async () => ({ objects: [], itemCount: 0 }) }
  queryService = openQueryService({
    store,
    sources: { figures, counts, tasks, notifications: noNotifications },
    timezone: 'UTC',
    log: (_message, error) => expect(error).toBeUndefined(),
    limits: { answerWaitMs: 30_000 },
  })
  const own = queryService.snapshot.bind(queryService)
  queryService.snapshot = (...asked) => (snapshot ?? own)(...asked)
  server = await testServer({ queryService })
  await server.app.listen({ port: 0 })
})
afterAll(async () => {
  await server.app.close()
  await queryService.close()
  await store.close()
})

async function made(
  type: string,
  params: object = {},
  asking: Record<string, string> = headers,
): Promise<{ query_id: string; results: never }> {
  const time_range = { ts_from: from, ts_to: from + 3600 }
  const payload = { type, params: { time_range, ...params } }
  const answer = await server.app.inject({ method: 'POST', url: '/api/query', headers: asking, payload })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const exported = (id: string, asked: Record<string, string>, more: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api/query/${id}/export?${new URLSearchParams(asked)}`,
    headers: { ...headers, ...more },
  })

/** Lines of a csv of which no cell has a line end. */
const lines = (text: string) => text.trimEnd().split('\r\n')

describe('a Search', () => {
  test('is json by default: the events part with every match', async () => {
    proves('GET /api/query/{qid}/export 200')
    const { query_id, results } = await made('Search', { page_size: 10 })
    const answer = await exported(query_id, {})
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    const page = answer.json()
    expect(page).toMatchObject({ page_number: 1, page_count: 1, offset: 0, item_count: seen })
    expect(page.objects).toHaveLength(seen)
    expect(page.objects.slice(0, 10)).toEqual((results as { events: { objects: unknown[] } }).events.objects)
  })

  test('as csv has a row an event, in its order, and its dates in the zone asked for', async () => {
    proves('GET /api/query/{qid}/export timezone')
    const { query_id } = await made('Search', { sort: ['first_occurrence'], page_size: 1 })
    const answer = await exported(query_id, { ftype: 'csv', timezone: 'Asia/Tokyo' })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, first, ...rest] = answer.body.split('\r\n')
    expect(head).toBe(
      'id,first_occurrence,first_occurrence_date,last_occurrence,last_occurrence_date,counter,host,program,' +
        'cisco_mnemonic,severity,severity_name,facility,facility_name,status,status_name,type,message,user_tags,' +
        'trigger_ids,triggers_fired_count',
    )
    expect(first).toBe(
      `1,${from},2026/01/01 09:00:00,${from}.5,2026/01/01 09:00:00,2,fw-0,kernel,,0,EMERGENCY,0,KERN,0,UNKNOWN,SYSLOG,line 0 Ünïcödé 東京,,,0`
        .replace(`${from}.5`, `${from + 1}.5`)
        .replace('09:00:00,2,', '09:00:01,2,'),
    )
    expect(rest).toHaveLength(seen)
    expect(answer.body).toContain(`,"'=1+1, ""quoted""\nsecond line",`)
    expect(rest[0]).toMatch(/,"\{""user"":""ann""\}",,0$/)
  })

  test('shows the hosts that its reader sees, and nothing of the query of another user', async () => {
    const admin = tokenHeaders('user-admin')
    const { query_id } = await made('Search', {}, admin)
    const rows = async (id: string, asking: Record<string, string>) =>
      lines((await exported(id, { ftype: 'csv' }, asking)).body).length - 1
    expect(await rows(query_id, admin)).toBe(events)
    const own = await made('Search')
    expect(await rows(own.query_id, {})).toBe(seen)
    // A user who manages queries may read all of them, limited to that user's own hosts.
    expect(await rows(own.query_id, admin)).toBe(events)
    expect((await exported(query_id, {})).statusCode).toBe(404)
  })
})

test.each([
  ['csv', 'text/csv; charset=utf-8', 'ts_from,ts_from_date,ts_to,ts_to_date,count\r\n'],
  ['json', 'application/json; charset=utf-8', '{"query_id":'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ['xslx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK'],
  ['pdf', 'application/pdf', '%PDF-'],
])('an EventRate as %s is %s', async (ftype, type, start) => {
  proves('GET /api/query/{qid}/export ftype')
  const { query_id } = await made('EventRate')
  const answer = await exported(query_id, { ftype, filename: 'rates 東京' }, { accept: type })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
  expect(answer.rawPayload.subarray(0, start.length).toString('latin1')).toBe(start)
  const extension = ftype === 'xslx' ? 'xlsx' : ftype
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="rates _.${extension}"; filename*=UTF-8''rates%20%E6%9D%B1%E4%BA%AC.${extension}`,
  )
})

test('the json of other types is the whole query, the same that GET answers', async () => {
  const { query_id } = await made('TopN', { field: 'host', with_subperiods: true })
  const read = await server.app.inject({ url: `/api/query/${query_id}`, headers })
  expect((await exported(query_id, {})).json()).toEqual(read.json())
})

test('a file has the requested name, or one that says what it is', async () => {
  proves('GET /api/query/{qid}/export filename')
  const { query_id } = await made('TopN', { field: 'host' })
  const name = async (asked: Record<string, string>) =>
    (await exported(query_id, { ftype: 'csv', ...asked })).headers['content-disposition']
  expect(await name({ filename: '../../a"b;c\r\nSet-Cookie: x' })).toBe(
    'attachment; filename="a b;c Set-Cookie x.csv"',
  )
  expect(await name({})).toMatch(/^attachment; filename="Top 5 by host \d{4}-\d\d-\d\d \d{4}\.csv"$/)
  expect(await name({ filename: '..' })).toMatch(/^attachment; filename="Top 5 by host /)
})

describe('is refused', () => {
  test.each([
    [{ ftype: 'exe' }, 'ftype'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
  ])('with %j, naming the parameter', async (asked, parameter) => {
    const { query_id } = await made('TopN')
    const answer = await exported(query_id, asked)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation'])
    expect(answer.json()[parameter]).toEqual(expect.any(String))
  })

  test('for an Accept that excludes the format', async () => {
    const { query_id } = await made('TopN')
    const status = async (ftype: string, accept: string) =>
      (await exported(query_id, { ftype }, { accept })).statusCode
    expect(await status('csv', 'application/json')).toBe(406)
    expect(await status('csv', 'text/*')).toBe(200)
    expect(await status('json', 'text/csv')).toBe(406)
    expect(await status('csv', 'image/png')).toBe(406)
  })

  test('as a HEAD, which would make the whole file', async () => {
    const { query_id } = await made('TopN')
    const answer = await server.app.inject({ method: 'HEAD', url: `/api/query/${query_id}/export`, headers })
    expect(answer.statusCode).toBe(405)
  })

  test('when the query was stopped before it had a result', async () => {
    const { query_id } = await made('TopN')
    snapshot = async (...asked) => {
      const query = await queryService.read(asked[0], asked[1])
      return { query: { ...query, status: 'STOPPED', results: {} }, timezone: 'UTC' }
    }
    const answer = await exported(query_id, {})
    snapshot = undefined
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict'])
  })

  test('when the store fails before the first bytes', async () => {
    const { query_id } = await made('Search')
    standingSearch({
      matching: 1,
      read: () => {
        throw new Fault('storage_unavailable')
      },
    })
    const answer = await exported(query_id, { ftype: 'csv' })
    snapshot = undefined
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'storage_unavailable'])
  })
})

/** Makes a Search read its events from here. */
function standingSearch(
  events: NonNullable<Awaited<ReturnType<SnapshotSource['snapshot']>>['events']>,
): void {
  snapshot = async (reader, id) => ({ query: await queryService.read(reader, id), timezone: 'UTC', events })
}

const manyRows = batchWith(Array.from({ length: 10_000 }, (_, index) => storedEvent(index + 1)))

test('a cut is announced before the first row: csv and json only where a bound is set', async () => {
  const { query_id } = await made('Search')
  standingSearch(new StandingEvents([manyRows], 1_234_567))
  const capped = async (format: string, from = server) => {
    const url = `/api/query/${query_id}/export?ftype=${format}`
    return (await from.app.inject({ url, headers })).headers['x-rows-capped']
  }
  expect([await capped('csv'), await capped('json')]).toEqual([undefined, undefined])
  const renderer = openReportRenderer({ log: () => {}, exportMax: 9_000 })
  const bounded = await testServer({ queryService, renderer })
  expect(await capped('csv', bounded)).toBe('1234567')
  const json = await bounded.app.inject({ url: `/api/query/${query_id}/export`, headers })
  expect(json.headers['x-rows-capped']).toBe('1234567')
  expect(json.json()).toMatchObject({ page_size: 9_000, item_count: 1_234_567 })
  expect(json.json().objects).toHaveLength(9_000)
  await bounded.app.close()
  await renderer.close()
  // Printed formats have fewer rows.
  standingSearch(new StandingEvents([manyRows], 2_001))
  const [sheet, paper] = [
    await exported(query_id, { ftype: 'csv' }),
    await exported(query_id, { ftype: 'pdf' }),
  ]
  snapshot = undefined
  expect([sheet, paper].map(({ headers }) => headers['x-rows-capped'])).toEqual([undefined, '2001'])
  const whole = await exported(query_id, { ftype: 'csv' })
  expect(whole.headers['x-rows-capped']).toBeUndefined()
})

test('an export that breaks off is no whole answer', async () => {
  const { query_id } = await made('Search')
  const begun = Promise.withResolvers<void>()
  standingSearch({
    matching: 20_000,
    async *read() {
      yield { ...manyRows, bytes: manyRows.bytes.slice() }
      await begun.promise
      throw new Fault('storage_unavailable')
    },
  })
  const port = portOf(server.app)
  const request = get({ port, path: `/api/query/${query_id}/export?ftype=csv`, headers })
  const [response] = await once(request, 'response')
  begun.resolve()
  const ended = once(response.resume(), 'end')
  await expect(ended).rejects.toMatchObject({ code: 'ECONNRESET' })
  snapshot = undefined
  expect(response.statusCode).toBe(200)
})

test('reading ends when the client goes', async () => {
  const { query_id } = await made('Search')
  const ended = Promise.withResolvers<void>()
  standingSearch({
    matching: 1_000_000,
    async *read(_limit, signal) {
      try {
        for (;;) {
          signal.throwIfAborted()
          yield { ...manyRows, bytes: manyRows.bytes.slice() }
        }
      } finally {
        ended.resolve()
      }
    },
  })
  const port = portOf(server.app)
  const request = get({ port, path: `/api/query/${query_id}/export?ftype=csv`, headers })
  const [response] = await once(request, 'response')
  await once(response, 'readable')
  request.destroy()
  response.on('error', () => {})
  await ended.promise
  snapshot = undefined
})
