import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAction } from '../../metadata/testing/insert-action.ts'
import { TagList } from '../../query/dictionaries/tag-list.ts'
import { ExtractionReads } from '../../query/extraction/extraction-reads.ts'
import { noNotifications } from '../../query/kinds/notifications.ts'
import { storeWith, testEvent } from '../../query/kinds/testing/open-store.ts'
import { openQueryService } from '../../query/life/open.ts'
import { rangeResolver } from '../../query/range/resolver.ts'
import { SqlQueries } from '../../query/user-sql/sql-queries.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

/** 2026-01-01 10:00:00 UTC: a normal hour, then an hour with a slow database. */
const usual = 1_767_261_600
const incident = usual + 3_600
const range = { from: String(incident), to: String(incident + 3_600) }

let store: Awaited<ReturnType<typeof storeWith>>
let server: TestServer
let close: () => Promise<void>

beforeAll(async () => {
  const requests = Array.from({ length: 40 }, (_, index) =>
    testEvent(1 + index, [usual + index * 180], {
      host: `web-${1 + (index % 2)}`,
      program: 'nginx',
      message: `GET /cart answered 200 in ${10 + index} ms`,
    }),
  )
  const timeouts = Array.from({ length: 20 }, (_, index) =>
    testEvent(101 + index, [incident + 1_800 + index * 60], {
      host: 'web-1',
      program: 'shop',
      severity: 3,
      message: `query to db-7 timed out after ${5_000 + index * 10} ms`,
      tags: { Upstream: 'db-7', OrderId: `o${index % 3}` },
    }),
  )
  store = await storeWith([...requests, ...timeouts])
  const resolve = rangeResolver('UTC')
  server = await testServer(({ metadata }) => {
    const queryService = openQueryService({
      store,
      sources: {
        figures: store.figures,
        counts: store.counts,
        tasks: { list: async () => ({ objects: [], itemCount: 0 }) },
        notifications: noNotifications,
      },
      widgets: metadata.widgetQueries,
      timezone: 'UTC',
      log: () => {},
      limits: { answerWaitMs: 30_000 },
    })
    close = () => queryService.close()
    return {
      queryService,
      store,
      tags: new TagList(store, 'UTC'),
      extraction: new ExtractionReads({ store, turns: queryService, resolve }),
      sql: new SqlQueries({ store, resolve, timeoutSeconds: 60 }),
    }
  })
  const { metadata } = server.people
  const filter = [{ field: 'message', op: 'qp', value: '"timed out"' } as const]
  const owner = { userId: 1, managesTriggers: true }
  const { id } = await metadata.triggers.create(owner, { name: 'Slow database', filter, send_webhook: true })
  await insertAction(metadata, {
    trigger_id: id,
    owner_id: 1,
    trigger_name: 'Slow database',
    kind: 'webhook',
    status: 'dead',
    result: 'answered 502',
    event_id: 101,
    host: 'web-1',
  })
})
afterAll(async () => {
  await server.app.close()
  await close()
  await store.close()
})

async function rpc(method: string, params: object) {
  const headers = tokenHeaders('user-admin')
  const payload = { jsonrpc: '2.0', id: 1, method, params }
  const answer = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload })
  return answer.json().result
}

/** The answer of a tool, or its text if it is an error. */
async function ask(name: string, given: object) {
  const { content, isError } = await rpc('tools/call', { name, arguments: given })
  return isError === true ? content[0].text : JSON.parse(content[0].text)
}

test('an incident is followed by tools alone', async () => {
  const { tools } = await rpc('tools/list', {})
  expect(tools.map(({ name }: { name: string }) => name)).toContain('sql')

  // What is new, compared with before?
  expect(await ask('patterns', { ...range, sort: 'new' })).toMatchObject({
    messages: 40,
    // Some events in the tests' spool files have no template.
    without_pattern: 6,
    compared_with: { from: '2026-01-01T10:00:00Z', to: '2026-01-01T11:00:00Z', messages: 20 },
    new: 1,
    patterns: [{ pattern: 'query to db-<N> timed out after <N> ms', count: 17, before: 0, is_new: true }, {}],
  })
  const day = { from: String(usual), to: String(incident) }
  const changed = await ask('what_changed', { ...range, limit: 50 })
  expect(changed).toMatchObject({
    events: 40,
    events_before: 20,
    compared_with: [{ to: '2026-01-01T11:00:00Z' }],
  })
  expect(changed.values).toContainEqual({
    ...{ field: 'Upstream', value: 'db-7', count: 20, before: 0 },
    ...{ share: '50 %', share_before: '0 %' },
  })
  // A half hour is compared with the rest of its hour.
  const inside = { from: String(incident + 1_800), to: String(incident + 3_600) }
  const rest = await ask('what_changed', { ...inside, compare_from: range.from, compare_to: range.to })
  expect(rest).toMatchObject({ events: 30, events_before: 10 })

  const first = await ask('patterns', { ...day, sort: 'new' })
  expect(first.not_compared).toContain('There is no data in the time before')
  expect(JSON.stringify(first)).not.toContain('is_new')
  // The previous range has data, which the conditions exclude.
  const slow = await ask('patterns', { ...range, query: 'timed' })
  expect(slow).toMatchObject({ compared_with: { messages: 0 }, new: 1, patterns: [{ is_new: true }] })

  // Since when, and where?
  expect(await ask('count_over_time', { ...range, by: 'host', step: '1800' })).toEqual({
    range: { from: '2026-01-01T11:00:00Z', to: '2026-01-01T12:00:00Z' },
    by: 'host',
    step: 1_800,
    distinct: 2,
    series: [
      {
        value: 'web-1',
        total: 30,
        counts: [
          { from: '2026-01-01T11:00:00Z', count: 5 },
          { from: '2026-01-01T11:30:00Z', count: 25 },
        ],
      },
      {
        value: 'web-2',
        total: 10,
        counts: [
          { from: '2026-01-01T11:00:00Z', count: 5 },
          { from: '2026-01-01T11:30:00Z', count: 5 },
        ],
      },
    ],
  })

  // How slow?
  expect(await ask('extract', { ...range, pattern: 'after (\\d+) ms', limit: 1 })).toMatchObject({
    found: 20,
    distinct: 20,
    values: [{ value: '5000', count: 1 }],
    numbers: { count: 20, min: 5_000, max: 5_190, avg: 5_095 },
    more: expect.stringContaining('19 more values'),
  })

  // A whole event, its id as a number, and what it set off.
  const { events } = await ask('search', { ...range, query: '"timed out"', order: 'oldest', limit: 1 })
  expect(await ask('event_context', { id: Number(events[0].id), before: 1 })).toMatchObject({
    event: { host: 'web-1', tags: { Upstream: 'db-7' } },
  })
  const { triggers } = await ask('triggers', {})
  expect(triggers).toMatchObject([
    { name: 'Slow database', active: true, actions: ['notification', 'webhook'] },
  ])
  expect(await ask('triggers', { id: triggers[0].id })).toMatchObject({
    trigger: { filter: [{ field: 'message', op: 'qp', value: '"timed out"' }] },
    firings: [{ action: 'webhook', status: 'dead', result: 'answered 502', event: '101', host: 'web-1' }],
  })
  const long = ['a', 'b', 'c'].map(letter => ({ field: 'message', value: letter.repeat(3_000) }))
  const patched = await server.app.inject({
    method: 'PATCH',
    url: `/api/triggers/${triggers[0].id}`,
    headers: tokenHeaders('user-admin'),
    payload: { filter: long },
  })
  expect(patched.statusCode).toBe(200)
  const { trigger } = await ask('triggers', { id: triggers[0].id })
  expect([trigger.filter.length, trigger.conditions_left_out]).toEqual([1, 2])
  expect(
    await ask('sql', {
      ...range,
      sql: "SELECT tags['OrderId'] AS o, count() AS n FROM events WHERE o != '' GROUP BY o ORDER BY n DESC, o LIMIT 2",
    }),
  ).toMatchObject({
    columns: ['o', 'n'],
    rows: [
      ['o0', 7],
      ['o1', 7],
    ],
  })
})

test('arguments that are wrong are answered with what is right', async () => {
  const wrong: [tool: string, given: object, said: (string | RegExp)[]][] = [
    [
      'top_values',
      { field: 'upstraem' },
      ['no field or tag "upstraem"', 'Did you mean Upstream?', 'OrderId'],
    ],
    ['top_values', { field: 'host', by: 'hots' }, ['Did you mean host']],
    ['count_over_time', { by: 'ORDERID' }, ['Did you mean OrderId?']],
    ['extract', { pattern: 'a', field: 'order' }, ['Did you mean OrderId']],
    ['search', { filter: [{ field: 'severty', op: 'ne', value: 3 }] }, ['Did you mean severity']],
    ['patterns', { filter: [{ field: 'ut_Upstrea', value: 'x' }] }, ['no field or tag']],
    ['what_changed', { compare_to: '1767261600' }, ['`compare_to` needs `compare_from`.']],
    ['what_changed', { compare_from: 'noon' }, ['`compare_from` is "noon"']],
    ['patterns', { sort: 'newest' }, ['sort: must be one of count, new, growth']],
    ['search', { order: 'up' }, ['order: must be one of newest, oldest']],
    [
      'search',
      { filter: [{ field: 'host', op: 'is', value: 'x' }] },
      [/filter\.0\.op: must be one of eq, ne, /],
    ],
    ['search', { hots: 'x' }, ['hots: there is no such argument, only query, host,']],
    ['extract', { pattern: 'took (' }, ['"pattern"', 'RE2']],
    ['sql', { sql: 'SELECT * FROM secrets' }, ['sql_refused']],
  ]
  for (const [tool, given, said] of wrong) {
    const answer = await ask(tool, { ...range, ...given })
    expect(answer).toBeTypeOf('string')
    for (const text of said) expect(answer).toMatch(text)
  }
  expect(
    await ask('statistics', {
      ...range,
      functions: ['distinct', 'count'],
      field: 'Upstream',
      group_by: ['program'],
    }),
  ).toMatchObject({ distinct_groups: 2, groups: [{ group: ['shop'], distinct: 1, count: 20 }, {}] })
  expect(await ask('statistics', { ...range, functions: ['avg'] })).toMatch('expected a field')
  // Existing tags, by either name, and a range without events, in which every name is accepted.
  expect(await ask('top_values', { ...range, field: 'ut_Upstream' })).toMatchObject({ distinct: 1 })
  const empty = { from: '1000', to: '2000', field: 'Upstream' }
  expect(await ask('top_values', empty)).toMatchObject({ distinct: 0 })
})

test('conditions in a query are read as in the search box, and the answer says how', async () => {
  expect(
    await ask('search', { ...range, query: 'timed host:web-1 severity<=3 upstream:db-7', limit: 1 }),
  ).toMatchObject({
    found: 20,
    conditions: [
      { field: 'host', op: 'eq', value: 'web-1' },
      { field: 'severity', op: 'le', value: 3 },
      { field: 'Upstream', op: 'eq', value: 'db-7' },
    ],
  })
  expect(await ask('top_values', { ...range, query: '-program:shop' })).toMatchObject({ distinct: 2 })
  expect(await ask('count_over_time', { ...range, query: 'program:shop' })).toMatchObject({ total: 20 })
  expect(await ask('count_over_time', { ...range, query: 'program:shop', by: 'host' })).toMatchObject({
    series: [{ value: 'web-1', total: 20 }],
    conditions: [{ field: 'program' }],
  })
  expect(await ask('patterns', { ...range, query: 'program:nginx' })).toMatchObject({ messages: 20 })
  expect(await ask('extract', { ...range, query: 'program:shop', pattern: 'after' })).toMatchObject({
    found: 20,
  })
  const words = await ask('search', { ...range, query: 'timed', limit: 1 })
  expect([words.found, 'conditions' in words, 'notes' in words]).toEqual([20, false, false])
})

test('a word of a query that is a host or program finds its events, and the answer says so', async () => {
  const named = await ask('count_over_time', { ...range, query: 'program:shop' })
  expect(await ask('count_over_time', { ...range, query: 'shop' })).toMatchObject({
    total: named.total,
    conditions: [{ any: [{ field: 'message' }, { field: 'program', value: 'shop' }] }],
    notes: ['shop is also searched as a program. In quotation marks it is only a word.'],
  })
  expect(await ask('count_over_time', { ...range, query: '"shop"' })).toMatchObject({ total: 0 })
})

test('a name in a query that is similar to a field is an error, another one is text', async () => {
  const typo = await ask('search', { ...range, query: 'hst:web-1' })
  expect(typo).toContain('There is no field or tag "hst" in this range. Did you mean host')
  expect(typo).toContain('To search for the text, put it in quotation marks: "hst:web-1".')
  expect(await ask('search', { ...range, query: 'zzzzzzzz:timed' })).toMatchObject({
    found: 0,
    notes: ['zzzzzzzz:timed is searched as text in messages: there is no field or tag zzzzzzzz.'],
  })
  expect(await ask('search', { ...range, query: '"hst:web-1"' })).toMatchObject({ found: 0 })
  expect(await ask('search', { ...range, query: '(a' })).toContain('expected \\")\\" at position 2')
  expect(await ask('search', { ...range, query: 'x | stats count by host' })).toContain(
    'not the command "stats" of another product',
  )
})
