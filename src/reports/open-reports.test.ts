import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { Fault } from '../schema/fault.ts'
import type { ShortReport } from '../schema/reports/report.ts'
import { ThreadEndedFault } from './document/job.ts'
import type { Author } from './files/author.ts'
import type { RunningReports } from './open-reports.ts'
import { openTestReports, type TestReports } from './testing/open-testing.ts'

const query = { type: 'TopN', params: { field: 'host', time_range: { preset: 'last_1_hours' } } }
const hour = 3_600
const order = {
  title: 'Hosts',
  format: 'json' as const,
  query,
  dashboardId: null,
  timeRange: null,
  timezone: 'UTC',
  emails: [],
  deliver: 'attachment' as const,
  retention: 30,
}

let opened: TestReports
let reports: RunningReports
let ann: Author
beforeEach(async () => {
  opened = await openTestReports()
  ann = await opened.person('ann')
  reports = await opened.open()
})

const files = () => readdirSync(path.join(opened.folder, 'reports')).sort()
const states = async () => {
  const { objects } = await reports.service.list(ann, {
    offset: 0,
    limit: 100,
    order: [{ field: 'id', descending: false }],
  })
  return objects.map(({ id, status, error }) => [id, status, error?.code ?? null])
}
async function made(body: Parameters<RunningReports['service']['create']>[1]): Promise<ShortReport> {
  const { id } = await reports.service.create(ann, body)
  await reports.idle()
  return reports.service.get(ann, id)
}

describe('a report', () => {
  test('is made in the background, of the window of the moment in which it was asked for', async () => {
    const waiting = await reports.service.create(ann, { format: 'json', query, title: 'Loud: hosts' })
    expect(waiting).toMatchObject({ id: 1, status: 'PENDING', progress: 0, file_name: null, mail: null })
    await reports.idle()
    const now = opened.clock.seconds
    const to = Math.ceil(now / 60) * 60
    const report = await reports.service.get(ann, 1)
    expect(report).toMatchObject({
      status: 'SUCCESS',
      progress: 100,
      title: 'Loud: hosts',
      format: 'json',
      query_type: 'TopN',
      dashboard_id: null,
      schedule_id: null,
      data_hash: 'ab'.repeat(32),
      error: null,
      finished_at: now,
      expires_at: now + 30 * 86_400,
      parts: [{ title: 'Loud: hosts', type: 'TopN', ts_from: to - hour, ts_to: to }],
    })
    expect(report.file_name).toMatch(/^Loud hosts 2026-\d\d-\d\d \d{4}\.json$/)
    const file = await reports.service.file(ann, 1)
    expect(readFileSync(file.path, 'utf8')).toHaveLength(report.file_size ?? 0)
    expect(file.path).toBe(path.join(opened.folder, 'reports', '1.json'))
    // With the hosts of the report's owner.
    expect(opened.source.asked).toMatchObject([{ hosts: ['fw-*'], type: 'TopN' }])
    expect(file.hosts).toEqual(['fw-*'])
  })

  test('of a dashboard has all widgets in the order of the grid, and says of one that failed why', async () => {
    const [dashboard] = await opened.metadata.dashboards.create({ ...ann, check: () => {} }, [
      {
        title: 'Firewalls',
        config: { time_range: { preset: 'last_1_hours' } },
        widgets: [
          { type: 'EventRate', config: { title: 'below', row: 2, col: 0 } },
          { type: 'TopN', config: { title: 'right', row: 0, col: 3 } },
          {
            type: 'LastN',
            config: { title: 'left', row: 0, col: 0, time_range: { preset: 'last_2_hours' } },
          },
        ],
      },
    ])
    opened.source.failing.set('TopN', new Fault('query_timeout'))
    const report = await made({ format: 'csv', dashboard_id: dashboard?.id ?? 0 })
    expect(report).toMatchObject({ status: 'SUCCESS', title: 'Firewalls', dashboard_id: dashboard?.id })
    expect(report.file_name).toMatch(/^Firewalls .*\.zip$/)
    expect(report.parts?.map(({ title, error }) => [title, error?.code])).toEqual([
      ['left', undefined],
      ['right', 'query_timeout'],
      ['below', undefined],
    ])
    const lengths = report.parts?.map(({ ts_from, ts_to }) => ((ts_to ?? 0) - (ts_from ?? 0)) / hour)
    expect(lengths).toEqual([2, 1, 1])
    const other = await made({
      format: 'pdf',
      dashboard_id: dashboard?.id ?? 0,
      time_range: { ts_from: 100, ts_to: 200 },
    })
    expect(other.parts?.map(({ ts_from, ts_to }) => [ts_from, ts_to])).toEqual(Array(3).fill([100, 200]))
    await opened.metadata.dashboards.remove({ ...ann }, dashboard?.id ?? 0)
    await expect(made({ format: 'pdf', dashboard_id: dashboard?.id ?? 0 })).rejects.toMatchObject({
      fields: { dashboard_id: ['Invalid pk "1" - object does not exist.'] },
    })
  })

  test('whose query fails is a failure that says why, and has no file', async () => {
    opened.source.failing.set('TopN', new Fault('query_memory'))
    const report = await made({ format: 'csv', query })
    const detail = 'The query needed more memory than allowed; narrow its range or filter.'
    expect(report).toMatchObject({
      status: 'FAILURE',
      error: { code: 'query_memory', detail },
      file_name: null,
      parts: [{ type: 'TopN', error: { code: 'query_memory' } }],
    })
    await expect(reports.service.file(ann, report.id)).rejects.toMatchObject({
      code: 'conflict',
      detail: `The report could not be made: ${detail}`,
    })
    expect(files()).toEqual([])
  })

  test('waits while too many documents are being made', async () => {
    opened.renderer.refusals.push(new Fault('overloaded', { retryAfter: 0.001 }))
    expect(await made({ format: 'json', query })).toMatchObject({ status: 'SUCCESS' })
    // Without a delay for another attempt it does not wait.
    opened.renderer.refusals.push(new Fault('overloaded'))
    expect(await made({ format: 'json', query })).toMatchObject({ error: { code: 'overloaded' } })
    // A document that ended its thread would end the next one, too.
    opened.renderer.refusals.push(new ThreadEndedFault(new Error('out of memory')))
    expect(await made({ format: 'json', query })).toMatchObject({ error: { code: 'overloaded' } })
    opened.renderer.refusals.push(new Fault('overloaded', { retryAfter: 60 }))
    await reports.close()
    reports = await opened.open({ timeoutSeconds: 0.01 })
    expect(await made({ format: 'json', query })).toMatchObject({ error: { code: 'report_timeout' } })
  })

  test('waits for a store that does not answer for a moment', async () => {
    const down = () => new Fault('storage_unavailable')
    opened.source.refusals.push(down(), down())
    expect(await made({ format: 'json', query })).toMatchObject({ status: 'SUCCESS' })
    opened.source.refusals.push(down(), down(), down())
    expect(await made({ format: 'json', query })).toMatchObject({ error: { code: 'storage_unavailable' } })
  })

  test('for which the disk has no room is a failure that says so', async () => {
    symlinkSync('/dev/full', path.join(opened.folder, 'reports', '1.json.1.part'))
    const report = await made({ format: 'json', query })
    expect(report).toMatchObject({ status: 'FAILURE', error: { code: 'disk_full' } })
    expect(files()).toEqual([])
  })

  test('larger than one person may hold is a failure that says so', async () => {
    await reports.close()
    reports = await opened.open({ limits: { owner: 100, all: 1e9, minFreeBytes: 0 } })
    const title = 'x'.repeat(90)
    expect(await made({ format: 'json', query, title })).toMatchObject({
      status: 'FAILURE',
      error: { code: 'report_too_large', detail: 'The file of a report has at most 100 bytes.' },
    })
    expect(files()).toEqual([])
  })

  test('leaves the disk the room that others need', async () => {
    await reports.close()
    reports = await opened.open({ limits: { owner: 1e9, all: 1e9, minFreeBytes: 2 ** 60 } })
    expect(await made({ format: 'json', query })).toMatchObject({ error: { code: 'disk_full' } })
    expect(files()).toEqual([])
  })

  test('is removed at once where a newer one takes the room for files', async () => {
    await reports.close()
    reports = await opened.open({ limits: { owner: 300, all: 1e9, minFreeBytes: 0 } })
    for (let count = 0; count < 4; count++) await made({ format: 'json', query })
    expect(files()).toEqual(['3.json', '4.json'])
    expect((await states()).map(([id]) => id)).toEqual([3, 4])
  })

  test('that takes too long is a failure', async () => {
    await reports.close()
    reports = await opened.open({ timeoutSeconds: 0.01 })
    opened.renderer.gate = new Promise(() => {})
    expect(await made({ format: 'json', query })).toMatchObject({
      status: 'FAILURE',
      error: { code: 'report_timeout', detail: 'The report took longer than 0.01 seconds.' },
    })
    expect(files()).toEqual([])
  })

  test('is made with what its owner may do when it is made', async () => {
    const admin = await opened.person('other', ['manage_users'])
    expect(admin.userId).toBe(2)
    const { groups, users } = opened.metadata
    const group = await groups.findByName('ann')
    await reports.close()
    await opened.metadata.reports.reports.create(ann.userId, order)
    await groups.update(group?.id ?? 0, { permissions: ['search'] })
    reports = await opened.open()
    await reports.idle()
    await groups.update(group?.id ?? 0, { permissions: ['reports', 'search'] })
    await users.update(ann.userId, { is_active: false })
    await opened.metadata.reports.reports.create(ann.userId, order)
    await reports.tick()
    await reports.idle()
    expect(await states()).toEqual([
      [1, 'FAILURE', 'owner_permissions'],
      [2, 'FAILURE', 'owner_disabled'],
    ])
    expect(opened.source.asked).toEqual([])
  })

  test('goes with its file when it is deleted, with its owner, and when it is past its time', async () => {
    await made({ format: 'json', query })
    await made({ format: 'json', query })
    expect(files()).toEqual(['1.json', '2.json'])
    await reports.service.remove(ann, 1)
    expect(files()).toEqual(['2.json'])
    opened.clock.seconds += 30 * 86_400 - 1
    await reports.tick()
    expect(files()).toEqual(['2.json'])
    opened.clock.seconds += 1
    await reports.tick()
    expect([files(), await states()]).toEqual([[], []])
    await made({ format: 'json', query })
    await opened.metadata.users.remove(ann.userId)
    await reports.tick()
    expect(files()).toEqual([])
  })

  test('is not removed by a clock that was set a year ahead', async () => {
    let passed = 0
    const others = await opened.open({ monotonic: () => passed })
    await others.service.create(ann, { format: 'json', query })
    await others.idle()
    const pass = async (minutes: number, set = 0) => {
      opened.clock.seconds += minutes * 60 + set
      passed += minutes * 60_000
      await others.tick()
    }
    await pass(61)
    await pass(1, 365 * 86_400)
    await pass(59)
    await pass(0, -365 * 86_400)
    await pass(61)
    expect(files()).toEqual(['1.json'])
    await pass(0, 365 * 86_400)
    await pass(60)
    expect(files()).toEqual([])
  })

  test('that is deleted while it is made ends', async () => {
    const begun = Promise.withResolvers<void>()
    opened.renderer.onStarted = begun.resolve
    opened.renderer.gate = new Promise(() => {})
    await reports.service.create(ann, { format: 'json', query })
    await begun.promise
    await expect(reports.service.file(ann, 1)).rejects.toMatchObject({
      detail: 'The report is still being made.',
    })
    await reports.service.remove(ann, 1)
    await reports.idle()
    expect([files(), await states()]).toEqual([[], []])
  })

  test('waits for its turn in a queue that has an end', async () => {
    const gate = Promise.withResolvers<void>()
    opened.renderer.gate = gate.promise
    for (let count = 0; count < 20; count++) await reports.service.create(ann, { format: 'json', query })
    await expect(reports.service.create(ann, { format: 'json', query })).rejects.toMatchObject({
      code: 'conflict',
      detail: 'A user has at most 20 reports that are not finished.',
    })
    gate.resolve()
    await reports.idle()
    expect(new Set((await states()).map(([, status]) => status))).toEqual(new Set(['SUCCESS']))
  })
})

describe('a process that is ended in the middle', () => {
  /** The state after a kill: a claimed report with half a file. */
  async function interrupted(): Promise<void> {
    await opened.metadata.reports.queue.claim('somebody who is gone')
    writeFileSync(path.join(opened.folder, 'reports', '1.json.1.part'), '[')
  }

  test('leaves reports that are made once more, and given up the second time', async () => {
    await reports.close()
    await opened.metadata.reports.reports.create(ann.userId, order)
    await interrupted()
    await opened.metadata.reports.queue.reclaim({ isOnlyProcess: true })
    expect(await states()).toEqual([[1, 'PENDING', null]])
    await interrupted()
    reports = await opened.open()
    await reports.idle()
    expect([files(), await states()]).toEqual([[], [[1, 'FAILURE', 'interrupted']]])
    expect(opened.renderer.jobs).toEqual([])
  })

  test('leaves nothing half', async () => {
    await reports.close()
    await opened.metadata.reports.reports.create(ann.userId, order)
    await interrupted()
    writeFileSync(path.join(opened.folder, 'reports', '77.csv'), 'of a report that is gone')
    writeFileSync(path.join(opened.folder, 'reports', 'README'), 'somebody else’s')
    reports = await opened.open()
    await reports.idle()
    expect([files(), await states()]).toEqual([['1.json', 'README'], [[1, 'SUCCESS', null]]])
    expect(JSON.parse(readFileSync(path.join(opened.folder, 'reports', '1.json'), 'utf8'))).toHaveLength(1)
  })

  test('of another process is noticed once its lease is over', async () => {
    await reports.close()
    await opened.metadata.reports.reports.create(ann.userId, order)
    await interrupted()
    reports = await opened.open({ isOnlyProcess: false })
    await reports.tick()
    expect(await states()).toEqual([[1, 'IN_PROGRESS', null]])
    // Half a file is kept, since another process may still write it.
    expect(files()).toEqual(['1.json.1.part'])
    opened.clock.seconds += 31
    await reports.tick()
    await reports.tick()
    await reports.idle()
    expect([files(), await states()]).toEqual([['1.json'], [[1, 'SUCCESS', null]]])
  })

  test('or stopped for so long that it loses its own report, makes it again and only then continues', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    opened.renderer.onStarted = begun.resolve
    opened.renderer.gate = gate.promise
    await reports.service.create(ann, order)
    await begun.promise
    // The claim ends before it is renewed.
    opened.clock.seconds += 31
    await opened.metadata.reports.queue.reclaim({ isOnlyProcess: false })
    const { promise, resolve } = Promise.withResolvers<void>()
    opened.renderer.onStarted = resolve
    await reports.tick()
    await promise
    expect(opened.renderer.jobs).toHaveLength(2)
    expect(await states()).toEqual([[1, 'IN_PROGRESS', null]])
    gate.resolve()
    await reports.idle()
    expect([files(), await states()]).toEqual([['1.json'], [[1, 'SUCCESS', null]]])
  })

  test('or stopped for longer than its lease keeps what it makes, and makes it once', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    opened.renderer.onStarted = begun.resolve
    opened.renderer.gate = gate.promise
    await reports.service.create(ann, order)
    await begun.promise
    for (let times = 0; times < 3; times++) {
      opened.clock.seconds += 3_600
      await reports.tick()
      await reports.tick()
    }
    gate.resolve()
    await reports.idle()
    expect(opened.renderer.jobs).toHaveLength(1)
    expect([files(), await states()]).toEqual([['1.json'], [[1, 'SUCCESS', null]]])
  })

  test('before it has begun gives back what it has just taken on', async () => {
    opened.renderer.gate = new Promise(() => {})
    await reports.service.create(ann, { format: 'json', query })
    await reports.close()
    expect([files(), await states()]).toEqual([[], [[1, 'PENDING', null]]])
  })

  test('in order gives back what it makes', async () => {
    const begun = Promise.withResolvers<void>()
    opened.renderer.onStarted = begun.resolve
    opened.renderer.gate = new Promise(() => {})
    await reports.service.create(ann, { format: 'json', query })
    await begun.promise
    await reports.close()
    expect([files(), await states()]).toEqual([[], [[1, 'PENDING', null]]])
    expect(existsSync(path.join(opened.folder, 'reports'))).toBe(true)
  })
})
