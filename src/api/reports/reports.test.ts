import { beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../testing/conformance/proves.ts'
import { adminId, annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const query = { type: 'TopN', params: { field: 'host' } }
const bobId = 3

let server: TestServer
/** All tests of a describe share one server. */
const startServer = async () => {
  server = await testServer()
  const { groups } = server.people.metadata
  await groups.create({ name: 'reporters', permissions: ['reports'], members: [annId] })
  await groups.create({
    name: 'others',
    permissions: ['reports', 'search', 'manage_reports'],
    hosts: ['edge-*'],
    members: [bobId],
  })
  return () => server.app.close()
}

const call = requestAs(() => server.app, 'user-ann')
const make = async (body: object = {}, token?: TokenName) =>
  (await call('POST', '/api/reports', { format: 'csv', query, ...body }, token)).json()
const titles = async (search: string, token?: TokenName) => {
  const { objects } = (await call('GET', `/api/reports${search}`, undefined, token)).json()
  return objects.map(({ title }: { title: string }) => title).join(' ')
}

describe('reports', () => {
  beforeAll(startServer)

  test('are asked for, made, read and deleted', async () => {
    proves('GET /api/reports/{id} 200', 'DELETE /api/reports/{id} 204')
    const asked = await call('POST', '/api/reports', { format: 'xslx', query, timezone: 'Asia/Tokyo' })
    expect([asked.statusCode, asked.json()]).toMatchObject([
      202,
      { id: 1, title: 'TopN', status: 'PENDING', query_type: 'TopN', owner: { id: annId } },
    ])
    const read = await call('GET', '/api/reports/1')
    expect([read.statusCode, read.json()]).toMatchObject([
      200,
      { id: 1, status: 'SUCCESS', format: 'xslx', timezone: 'Asia/Tokyo', parts: [{ type: 'TopN' }] },
    ])
    expect(read.json().file_name).toMatch(/^TopN .*\.xlsx$/)
    const removed = await call('DELETE', '/api/reports/1/')
    expect([removed.statusCode, removed.body]).toEqual([204, ''])
    expect((await call('GET', '/api/reports/1')).statusCode).toBe(404)
    expect((await call('DELETE', '/api/reports/1')).statusCode).toBe(404)
  })

  test('are asked for by forms, too', async () => {
    const form = new URLSearchParams({ format: 'csv', title: 'By form', query: JSON.stringify(query) })
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/reports',
      headers: { ...tokenHeaders('user-ann'), 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${form}&emails[]=ann@example.com`,
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      { title: 'By form', mail: { status: 'waiting', emails: ['ann@example.com'] } },
    ])
  })

  test('faults of a request are reported by place', async () => {
    const faults = async (body: object) => (await call('POST', '/api/reports', body)).json()
    expect(await faults({ query })).toEqual({ format: ['This field is required.'], code: 'validation' })
    expect(await faults({ format: 'odt', query, emails: ['ann'] })).toEqual({
      format: ['"odt" is not a valid choice.'],
      'emails[0]': ['This value is not valid.'],
      code: 'validation',
    })
    expect(await faults({ format: 'csv', dashboard_id: 99 })).toEqual({
      dashboard_id: ['Invalid pk "99" - object does not exist.'],
      code: 'validation',
    })
    expect(await faults({ format: 'csv', dashboard_id: 99, title: 'Of nothing' })).toEqual({
      dashboard_id: ['Invalid pk "99" - object does not exist.'],
      code: 'validation',
    })
    expect(await faults({ format: 'csv', query: { type: 'Nonsense', params: {} } })).toEqual({
      'query.type': ['"Nonsense" is not a valid choice.'],
      code: 'validation',
    })
    expect(await faults({ format: 'csv' })).toEqual({
      query: ['Give either query or dashboard_id.'],
      code: 'validation',
    })
  })

  test('are listed by page and in order', async () => {
    const { objects: before } = (await call('GET', '/api/reports')).json()
    for (const { id } of before) await call('DELETE', `/api/reports/${id}`)
    proves(
      'GET /api/reports 200',
      'GET /api/reports ordering',
      'GET /api/reports page',
      'GET /api/reports page_size',
    )
    for (const title of ['b', 'A', 'c']) await make({ title })
    await make({ title: 'of-bob' }, 'user-bob')
    const answer = await call('GET', '/api/reports/?page_size=2')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        item_count: 3,
        page_count: 2,
        page_number: 1,
        page_size: 2,
        objects: [{ title: 'c' }, { title: 'A' }],
      },
    ])
    expect(answer.json().objects[0]).not.toHaveProperty('parts')
    expect(await titles('?page_size=2&page=2')).toBe('b')
    expect((await call('GET', '/api/reports?page_size=2&page=3')).json().code).toBe('invalid_page')
    const wanted = { '': 'c A b', '?ordering=title': 'A b c', '?ordering=-title': 'c b A' }
    for (const [search, found] of Object.entries(wanted)) expect(await titles(search)).toBe(found)
    for (const field of ['id', 'created_at', 'finished_at', 'status']) {
      expect(await titles(`?ordering=${field}`)).toBe('b A c')
      expect(await titles(`?ordering=-${field}`)).toBe('c A b')
    }
    expect((await call('GET', '/api/reports?ordering=size')).json()).toEqual({
      ordering: '"size" is not one of id, title, created_at, finished_at, status.',
      code: 'validation',
    })
    // show_all requires manage_reports.
    expect(await titles('?show_all=true')).toBe('c A b')
    expect(await titles('?show_all=true', 'user-bob')).toBe('of-bob c A b')
    expect(await titles('', 'user-bob')).toBe('of-bob')
  })
})

describe('the file of a report', () => {
  let text: string
  let tag: string
  let modified: string
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', search = '') =>
    server.app.inject({
      method,
      url: `/api/reports/1/file${search}`,
      headers: { ...tokenHeaders('user-ann'), ...headers },
    })
  beforeAll(async () => {
    const end = await startServer()
    await make({ title: 'Größte Sender' })
    const answer = await get()
    text = answer.body
    tag = String(answer.headers.etag)
    modified = String(answer.headers['last-modified'])
    return end
  })

  test('is the whole, with its type and its name', async () => {
    proves('GET /api/reports/{id}/file 200')
    const { statusCode, headers, body } = await get()
    const { file_name, file_size } = (await call('GET', '/api/reports/1')).json()
    expect([statusCode, body.length, JSON.parse(body)[0][0]]).toEqual([200, text.length, 'Größte Sender'])
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(file_size),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent(file_name)}`),
    })
  })

  test('is saved under a name that is asked for, with its own extension', async () => {
    proves('GET /api/reports/{id}/file saveas')
    const nameOf = async (saveas: string) =>
      (await get({}, 'GET', `?saveas=${encodeURIComponent(saveas)}`)).headers['content-disposition']
    expect(await nameOf('hosts')).toBe('attachment; filename="hosts.csv"')
    expect(await nameOf('hosts.csv')).toBe('attachment; filename="hosts.csv"')
    expect(await nameOf('../../etc/"x"\r\nset-cookie: a')).toMatch(/^attachment; filename="[^"/\r\n]*\.csv"$/)
  })

  test('is there in parts', async () => {
    const size = Buffer.byteLength(text)
    const bytes = Buffer.from(text)
    const rows: [headers: Record<string, string>, status: number, from: number, to: number][] = [
      [{ range: 'bytes=0-3' }, 206, 0, 3],
      [{ range: 'bytes=5-' }, 206, 5, size - 1],
      [{ range: 'bytes=-2' }, 206, size - 2, size - 1],
      [{ range: `bytes=3-${size + 99}` }, 206, 3, size - 1],
      [{ range: 'bytes=0-1,4-5' }, 200, 0, size - 1],
      [{ range: 'lines=0-1' }, 200, 0, size - 1],
      [{ range: 'bytes=0-3', 'if-range': tag }, 206, 0, 3],
      [{ range: 'bytes=0-3', 'if-range': modified }, 206, 0, 3],
      [{ range: 'bytes=0-3', 'if-range': '"another"' }, 200, 0, size - 1],
    ]
    for (const [headers, status, from, to] of rows) {
      const answer = await get(headers)
      expect([answer.statusCode, answer.rawPayload]).toEqual([status, bytes.subarray(from, to + 1)])
      expect(answer.headers['content-length']).toBe(String(to - from + 1))
      expect(answer.headers['content-range']).toBe(status === 206 ? `bytes ${from}-${to}/${size}` : undefined)
      const head = await get(headers, 'HEAD')
      expect([head.statusCode, head.body]).toEqual([status, ''])
      expect(head.headers['content-length']).toBe(String(to - from + 1))
    }
    const beyond = await get({ range: `bytes=${size}-` })
    expect([beyond.statusCode, beyond.json().code, beyond.headers['content-range']]).toEqual([
      416,
      'range_not_satisfiable',
      `bytes */${size}`,
    ])
  })

  test('is a 406 for a client that cannot read its type', async () => {
    expect((await get({ accept: 'text/csv' })).statusCode).toBe(200)
    for (const accept of ['application/pdf', 'application/json', 'image/png']) {
      expect((await get({ accept })).json().code).toBe('not_acceptable')
    }
  })

  test('is a 409 while it is being made, and when it could not be', async () => {
    server.reports.renderer.gate = new Promise(() => {})
    await make()
    const waiting = await call('GET', '/api/reports/2/file')
    expect([waiting.statusCode, waiting.json()]).toEqual([
      409,
      { detail: 'The report is still being made.', code: 'conflict' },
    ])
  })

  test('is for users who see every host that it may hold events of', async () => {
    const foreign = await call('GET', '/api/reports/1/file', undefined, 'user-bob')
    expect([foreign.statusCode, foreign.json().detail]).toEqual([
      403,
      'It may hold events of hosts that you may not see.',
    ])
    expect((await call('GET', '/api/reports/1/file', undefined, 'user-admin')).statusCode).toBe(200)
    // The owner may have lost them since.
    const { groups } = server.people.metadata
    const searchers = await groups.findByName('searchers')
    await groups.update(searchers?.id ?? 0, { hosts: ['other-*'] })
    server.people.advanceClock(60)
    expect((await get()).statusCode).toBe(403)
  })
})

describe('schedules', () => {
  beforeAll(startServer)

  test('schedules are made, changed, run, replaced and deleted', async () => {
    const draft = {
      title: 'Daily',
      format: 'pdf',
      query,
      schedule_type: 'c',
      schedule: { cron: { minute: '0', hour: '6', day_of_week: 'mon-fri' } },
      timezone: 'Europe/Berlin',
      emails: ['ann@example.com'],
    }
    const made = await call('POST', '/api/reports-schedules/', draft)
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { ...draft, id: 1, is_active: true, owner: { id: annId }, dashboard_id: null, last_report: null },
    ])
    expect(new Date(made.json().next_run_at * 1000).getUTCMinutes()).toBe(0)
    const paused = await call('PUT', '/api/reports-schedules/1', { ...draft, is_active: false })
    expect([paused.statusCode, paused.json()]).toMatchObject([200, { is_active: false, next_run_at: null }])
    const named = await call('PATCH', '/api/reports-schedules/1', { title: 'Early', retention: 7 })
    expect(named.json()).toMatchObject({ title: 'Early', retention: 7, schedule: draft.schedule })

    const run = await call('POST', '/api/reports-schedules/1/run')
    expect([run.statusCode, run.json()]).toMatchObject([
      202,
      { title: 'Early', schedule_id: 1, format: 'pdf' },
    ])
    await server.reports.idle()
    expect(await titles('?schedule_id=1')).toBe('Early')
    expect(await titles('?schedule_id=2')).toBe('')
    expect((await call('GET', '/api/reports-schedules')).json()).toMatchObject({
      item_count: 1,
      objects: [{ id: 1, last_report: { id: run.json().id, status: 'SUCCESS' } }],
    })
    const ofOthers = '/api/reports-schedules?show_all=true&ordering=-next_run_at,title'
    expect((await call('GET', ofOthers, undefined, 'user-bob')).json().item_count).toBe(1)

    expect((await call('DELETE', '/api/reports-schedules/1')).statusCode).toBe(204)
    expect((await call('GET', '/api/reports-schedules/1')).statusCode).toBe(404)
    // Its reports remain, without a schedule.
    expect((await call('GET', `/api/reports/${run.json().id}`)).json()).toMatchObject({ schedule_id: null })
  })

  test('faults of a schedule are reported by place', async () => {
    const body = {
      title: 'x',
      format: 'csv',
      query,
      schedule_type: 'c',
      schedule: { cron: { minute: '61' } },
    }
    expect((await call('POST', '/api/reports-schedules', body)).json()).toEqual({
      'schedule.cron.minute': ['expected 0 to 59: *, lists (1,2), ranges (1-5) and steps (*/2, 1-5/2)'],
      code: 'validation',
    })
    const strange = { ...body, schedule: { cron: { seconds: '1' } }, retention: 0, schedule_type: 'x' }
    expect((await call('POST', '/api/reports-schedules', strange)).json()).toEqual({
      'schedule.cron.seconds': ['There is no such field.'],
      retention: ['Ensure this value is greater than or equal to 1.'],
      schedule_type: ['"x" is not a valid choice.'],
      code: 'validation',
    })
  })

  test('a user without search asks nothing by reports either', async () => {
    const { groups } = server.people.metadata
    await groups.update((await groups.findByName('searchers'))?.id ?? 0, { permissions: [] })
    server.people.advanceClock(60)
    const answer = await call('POST', '/api/reports', { format: 'csv', query })
    expect([answer.statusCode, answer.json().detail]).toEqual([403, 'Reports are for who may search, too.'])
    expect(adminId).toBe(1)
  })
})
