import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import { type QueryType, queryTypeNamed, queryTypes } from '../../schema/query/query.ts'
import { systemMetrics } from '../../schema/query/system.ts'
import type { Figure, FigureKind } from '../../schema/store/figure.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { rowsOf, spoolFile } from '../../storage/testing/spool-file.ts'
import { eventually } from '../../testing/until.ts'
import { noNotifications } from '../kinds/notifications.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import type { Reader } from '../query-service.ts'
import { openQueryService } from './open.ts'
import { anna, ben } from './testing/test-query-service.ts'
import { WidgetBoard } from './testing/widget-board.ts'

const day = 86_400
/** One in the afternoon. Opening a store drops figures of a month ago. */
const start = (Math.floor(Date.now() / 1000 / day) - 4) * day + 13 * 3_600
const minute = { ts_from: start, ts_to: start + 60 }
const quarters = { ...minute, step: 15 }
const limited: Reader = { ...anna, userId: 3, hosts: ['fw-*'] }

let store: SqlStore
beforeAll(async () => {
  store = await storeWith([
    testEvent(1, [start - 2, start - 1, start]),
    testEvent(2, [start + 10]),
    testEvent(3, [start + 3_599, start + 3_600]),
    testEvent(4, [start + 7_200]),
  ])
  const row = (kind: FigureKind, series: string, second: number, ...values: number[]): Figure => ({
    second: start + second,
    kind,
    series,
    values,
  })
  await store.figures.append(
    [
      row('System_CPU', 'totals', 9, 10, 0, 20, 0, 0, 0, 0, 170),
      row('System_CPU', 'totals', 14, 30, 0, 40, 0, 0, 0, 0, 130),
      row('System_CPU', 'totals', 59, 1, 0, 2, 0, 0, 0, 0, 197),
      row('System_CPU', 'totals', 60, 99, 0, 0, 0, 0, 0, 0, 101),
      row('System_CPU', '0', 9, 5, 0, 0, 0, 0, 0, 0, 95),
      row('System_Memory', '', 9, 4, 3, 2, 1),
      row('System_DF', 'root', 9, 70, 10, 20),
      row('System_DF', 'var-log', 9, 1, 2, 3),
      row('System_IOPS', 'totals', 9, 5, 6),
      row('System_IOPS', 'dm-6', 9, 1, 2),
      row('System_Network', 'totals', 9, 1, 2, 3, 4, 5, 6),
      row('System_NetworkErrors', 'lo', 9, 1, 2, 3, 4),
      row('ingest', '', 0, 5, 10, 0),
      row('ingest', '', 14, 1, 0, 2),
      row('ingest', '', 59, 7, 0, 1),
      row('ingest', '', 60, 100, 100, 100),
    ],
    false,
  )
})
afterAll(async () => await store.close())

async function opened(widgets = new WidgetBoard()) {
  const { metadata, clock } = await openTemporaryMetadata()
  clock.seconds = Math.floor(Date.now() / 1000)
  const { figures, counts } = store
  const sources = { figures, counts, tasks: metadata.tasks, notifications: noNotifications }
  const queryService = openQueryService({
    store,
    sources,
    widgets,
    timezone: 'UTC',
    log: (_message, error) => expect(error).toBeUndefined(),
    // Waits for answers even on a busy machine.
    limits: { answerWaitMs: 30_000 },
  })
  const ask = async (type: string, params: object, reader: Reader = anna) => {
    const { query } = await queryService.create(reader, type, params)
    expect(query).toMatchObject({ status: 'SUCCESS' })
    return query
  }
  return { queryService, ask, metadata, clock }
}

const cpu = (user: number, system: number, idle: number) => ({
  usage_user: user,
  usage_nice: 0,
  usage_system: system,
  usage_irq: 0,
  usage_softirq: 0,
  usage_iowait: 0,
  usage_steal: 0,
  usage_idle: idle,
})

describe('figures of the host', () => {
  test('a period has the average of its samples, totals the sum of the periods that have some', async () => {
    const { ask } = await opened()
    const { results } = await ask('System_CPU', { time_range: quarters })
    const period = (i: number) => ({ ts_from: start + 15 * i, ts_to: start + 15 * i + 15 })
    const none = { count: 2, sum: 0, min: 0, max: 0, avg: 0, last: 0, last_ts: start + 45 }
    const of = (sum: number, min: number, max: number, last: number) => ({
      ...none,
      ...{ sum, min, max, avg: sum / 2, last },
    })
    expect(results).toEqual({
      details: [
        { ...period(0), ...cpu(20, 30, 150) },
        { ...period(1), ...cpu(0, 0, 0) },
        { ...period(2), ...cpu(0, 0, 0) },
        { ...period(3), ...cpu(1, 2, 197) },
      ],
      totals: {
        usage_user: of(21, 1, 20, 1),
        usage_nice: none,
        usage_system: of(32, 2, 30, 2),
        usage_irq: none,
        usage_softirq: none,
        usage_iowait: none,
        usage_steal: none,
        usage_idle: of(347, 150, 197, 197),
      },
    })
  })

  const selected: [type: QueryType, params: object, values: Record<string, number>][] = [
    ['System_CPU', { cpu: 0 }, { usage_user: 5 }],
    ['System_CPU', { cpu: 'cpu0', host: 'logs' }, { usage_user: 5 }],
    ['System_CPU', { cpu: 'cpu-total' }, { usage_user: 20 }],
    ['System_Memory', { host: 'logs' }, { used: 4, buffered: 3, cached: 2, free: 1 }],
    ['System_Memory', { node: 'nobody' }, { used: 0, buffered: 0, cached: 0, free: 0 }],
    ['System_DF', {}, { used: 70, reserved: 10, free: 20 }],
    ['System_DF', { fs: 'var-log' }, { used: 1, reserved: 2, free: 3 }],
    ['System_IOPS', {}, { reads: 5, writes: 6 }],
    ['System_IOPS', { disk: 'dm-6' }, { reads: 1, writes: 2 }],
    ['System_Network', {}, { 'if_packets.tx': 1, 'if_octets.rx': 4, 'if_errors.rx': 6 }],
    ['System_NetworkErrors', { interface: 'lo' }, { drop_in: 1, drop_out: 2, err_in: 3, err_out: 4 }],
  ]
  test.each(selected)('%s %j', async (type, params, values) => {
    // proves 'Query type System_CPU', 'Query type System_Memory', 'Query type System_DF'
    // proves 'Query type System_IOPS', 'Query type System_Network', 'Query type System_NetworkErrors'
    const { ask } = await opened()
    const { results } = await ask(type, { ...params, time_range: quarters })
    expect(results).toMatchObject({ details: [values, {}, {}, {}] })
  })

  test('without samples every metric is there and known of no period', async () => {
    const { ask } = await opened()
    for (const type of ['System_CPU', 'System_IOPS'] as const) {
      const { results } = await ask(type, { time_range: { ts_from: 999_960, ts_to: 1_000_020, step: 60 } })
      const none = { count: 0, sum: 0, min: null, max: null, avg: null, last: null, last_ts: null }
      const metrics = systemMetrics[type]
      expect(results).toEqual({
        details: [
          { ts_from: 999_960, ts_to: 1_000_020, ...Object.fromEntries(metrics.map(name => [name, 0])) },
        ],
        totals: Object.fromEntries(metrics.map(name => [name, none])),
      })
    }
  })

  test('no step shorter than the time between samples is chosen, but one may be asked for', async () => {
    const { ask } = await opened()
    const periods = async (time_range: object) => {
      const { results } = await ask('System_Memory', { time_range })
      return 'details' in results && Array.isArray(results.details) ? results.details.length : undefined
    }
    expect(await periods(minute)).toBe(6)
    expect(await periods({ ...minute, step: 5 })).toBe(12)
    expect(await periods({ ts_from: start, ts_to: start + 3_600 })).toBe(60)
    expect(await periods({ ts_from: start, ts_to: start })).toBe(0)
  })

  test('a sample that is taken while the query is watched is shown', async () => {
    const { queryService, ask } = await opened()
    const { query_id } = await ask('System_DF', { fs: 'live', time_range: { preset: 'last_1_hours' } })
    let told = ''
    const stop = queryService.watch(
      anna,
      String(query_id),
      ({ text }) => {
        told = text
      },
      () => {},
    )
    const second = Math.floor(Date.now() / 1000)
    await store.figures.append([{ second, kind: 'System_DF', series: 'live', values: [11, 22, 33] }], false)
    await eventually(() => JSON.parse(told).results.totals.free).toMatchObject({ count: 1, last: 33 })
    stop()
    await queryService.close()
  })
})

test('ProcessingStats counts by the moment of receipt', async () => {
  // proves 'Query type ProcessingStats'
  const { ask } = await opened()
  const { results } = await ask('ProcessingStats', { time_range: { ...minute, step: 30 } })
  expect(results).toEqual({
    totals: { new: 13, duplicates: 10, oot: 3, total: 26, ...minute },
    details: [
      { new: 6, duplicates: 10, oot: 2, ts_from: start, ts_to: start + 30 },
      { new: 7, duplicates: 0, oot: 1, ts_from: start + 30, ts_to: start + 60 },
    ],
  })
})

describe('StorageStats', () => {
  test.each([
    [start + 5, start + 6, start, start + 3_600, { new: 2, duplicates: 1, total: 3 }],
    [start, start + 3_600, start, start + 3_600, { new: 2, duplicates: 1, total: 3 }],
    [start - 1, start + 3_601, start - 3_600, start + 7_200, { new: 3, duplicates: 3, total: 6 }],
  ])('%d to %d is counted from %d to %d', async (ts_from, ts_to, from, to, counts) => {
    // proves 'Query type StorageStats'
    const { ask } = await opened()
    const { results } = await ask('StorageStats', { time_range: { ts_from, ts_to } })
    expect(results).toMatchObject({ totals: { ...counts, ts_from: from, ts_to: to } })
  })

  test('all time changes while it is watched, wherever events come', async () => {
    const { queryService, ask } = await opened()
    const { query_id, results } = await ask('StorageStats', { time_range: minute })
    const before = JSON.parse(JSON.stringify(results)).all_time
    let told = ''
    const stop = queryService.watch(
      anna,
      String(query_id),
      ({ text }) => {
        told = text
      },
      () => {},
    )
    await store.append(spoolFile(rowsOf(testEvent(50, [start + 2 * day, start + 2 * day + 1]))))
    await eventually(() => JSON.parse(told).results).toMatchObject({
      totals: { total: 3 },
      all_time: { new: before.new + 1, duplicates: before.duplicates + 1, total: before.total + 2 },
    })
    stop()
    await queryService.close()
  })
})

describe('Tasks', () => {
  async function inhabited() {
    const { ask, queryService, metadata, clock } = await opened()
    const person = async (username: string, ...permissions: string[]): Promise<Reader> => {
      const { id } = await metadata.users.create({ username })
      return { ...anna, userId: id, permissions: new Set(permissions) as Reader['permissions'] }
    }
    const eve = await person('eve', 'tasks')
    const bob = await person('bob', 'tasks')
    const boss = await person('boss', 'tasks', 'manage_tasks')
    const { tasks } = metadata
    const viewer = ({ userId }: Reader) => ({ userId, managesTasks: false })
    const add = async (owner: Reader, title: string, more: object = {}) => {
      clock.seconds++
      return await tasks.create(viewer(owner), { title, ...more })
    }
    await add(eve, 'plain')
    await add(eve, 'for bob', { assigned_to: bob.userId, due: clock.seconds - 10 })
    await add(bob, 'of bob', { assigned_to: bob.userId })
    await add(boss, 'closed', { status: 'closed', assigned_to: eve.userId })
    const titles = async (reader: Reader, params: object) => {
      const { results } = await ask('Tasks', params, reader)
      return Array.isArray(results)
        ? results.map(task => Value.Parse(queryTypes.Tasks.results, [task])[0]?.title)
        : []
    }
    return { titles, queryService, ask, eve, bob, boss, add, clock }
  }

  test('a reader sees what it may see, newest first, as its params want', async () => {
    // proves 'Query type Tasks'
    const { titles, eve, bob, boss } = await inhabited()
    const cases: [reader: Reader, params: object, titles: string[]][] = [
      [eve, {}, ['closed', 'for bob', 'plain']],
      [boss, {}, ['closed', 'of bob', 'for bob', 'plain']],
      [eve, { sort: ['created_at'] }, ['plain', 'for bob', 'closed']],
      [eve, { sort: 'created_at', is_open: true }, ['plain', 'for bob']],
      [eve, { is_overdue: true }, ['for bob']],
      [eve, { target: 'assigned_to_me' }, ['closed']],
      [bob, { target: 'assigned_to_me', assigned_to: [bob.userId, 99] }, ['of bob', 'for bob']],
      [bob, { target: 'assigned_to_me', assigned_to: [eve.userId] }, []],
      [bob, { target: 'assigned_to_me', assigned_to: [] }, []],
      [eve, { assigned_to: [] }, ['plain']],
      [boss, { assigned_to: [eve.userId] }, ['closed']],
      [eve, { time_range: { preset: 'last_1_minutes' } }, ['closed', 'for bob', 'plain']],
    ]
    for (const [reader, params, wanted] of cases) expect(await titles(reader, params)).toEqual(wanted)
  })

  test('one query shows each reader its own, and what changes while it is read', async () => {
    const { ask, queryService, eve, boss, add } = await inhabited()
    const { query_id } = await ask('Tasks', {}, eve)
    const manager = { ...boss, managesQueries: true }
    const seen = async (reader: Reader) => {
      const { results } = await queryService.read(reader, String(query_id))
      return Array.isArray(results) ? results.length : undefined
    }
    expect(await seen(eve)).toBe(3)
    await eventually(() => seen(manager)).toBe(4)
    await add(eve, 'new')
    await eventually(() => seen(eve)).toBe(4)
    await eventually(() => seen(manager)).toBe(5)
    await queryService.close()
  })
})

test('notifications are an empty list, by both names of the type', async () => {
  // proves 'Query type Notifications'
  const { ask } = await opened()
  const reader: Reader = { ...anna, permissions: new Set(['notifications']) }
  const named = await ask('Notification', { sort: 'Oldest unread first' }, reader)
  expect(named).toMatchObject({
    type: 'Notifications',
    results: [],
    params: { sort: ['unread_since'], time_range_field: 'updated_at', with_events: false, filter: [] },
  })
  const imported = { sort: '-unread_since', time_range_field: 'unread_since' }
  expect((await ask('Notifications', imported, reader)).results).toEqual([])
})

const everyHost = [
  'StorageStats',
  'ProcessingStats',
  'System_CPU',
  'System_Memory',
  'System_DF',
  'System_IOPS',
  'System_Network',
  'System_NetworkErrors',
] as const

describe('rights of the caller', () => {
  test.each([...everyHost, 'Tasks', 'Notifications'])('%s is not for a reader of some hosts', async type => {
    const { queryService } = await opened()
    const denied = { code: 'permission_denied' }
    await expect(queryService.create(limited, type, {})).rejects.toMatchObject(denied)
    expect(() => queryService.validate(limited, type, {})).toThrow(expect.objectContaining(denied))
    const all: Reader = { ...anna, permissions: new Set(['tasks', 'notifications']) }
    const { query } = await queryService.create(all, type, {})
    const id = String(query.query_id)
    const manager = { ...limited, managesQueries: true }
    for (const act of ['read', 'stop', 'recalculate', 'remove'] as const) {
      await expect(queryService[act](manager, id)).rejects.toMatchObject(denied)
    }
    expect(() =>
      queryService.watch(
        manager,
        id,
        () => {},
        () => {},
      ),
    ).toThrow(expect.objectContaining(denied))
    await queryService.close()
  })

  test('a widget of it shows such a reader that it is not for them, and others what there is', async () => {
    const board = new WidgetBoard()
    const { queryService } = await opened(board)
    board.setDashboard(1, anna.userId, { isPublic: true })
    const widget = board.setWidget(1, 1, 'System_CPU', { time_range: quarters })
    const told: string[] = []
    const show =
      (who: string) =>
      ({ text }: { text: string }) => {
        const { status, error } = JSON.parse(text)
        told.push(`${who} ${error?.code ?? status}`)
      }
    queryService.watchWidget(limited, widget, show('limited'), () => {})
    queryService.watchWidget(ben, widget, show('ben'), () => {})
    await eventually(() => told).toContain('limited permission_denied')
    await eventually(() => told).toContain('ben SUCCESS')
    expect(told).not.toContain('limited SUCCESS')
    await expect(queryService.read(limited, widget.queryId)).rejects.toMatchObject({
      code: 'permission_denied',
    })
    await queryService.close()
  })
})

test('results of every type have the shape that is declared', async () => {
  const { ask } = await opened()
  const reader: Reader = { ...anna, permissions: new Set(['tasks', 'notifications']) }
  for (const name of Object.keys(queryTypes)) {
    const type = queryTypeNamed(name)
    if (type === undefined) throw new Error(`${name} is not a query type`)
    const { results, params } = await ask(type, {}, reader)
    expect([type, [...Value.Errors(queryTypes[type].results, results)]]).toEqual([type, []])
    expect([type, [...Value.Errors(queryTypes[type].params, params)]]).toEqual([type, []])
    // Filling in defaults again changes nothing.
    expect((await ask(type, params, reader)).params).toEqual(params)
  }
})
