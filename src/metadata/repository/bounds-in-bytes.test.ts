import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Editor } from '../dashboards/editor.ts'
import { maxPageBytes } from '../lists/page-bytes.ts'
import type { ListOptions, ListResult } from '../lists/select-page.ts'
import type { Metadata, MetadataOptions } from '../open.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

type Table =
  | 'dashboards'
  | 'widgets'
  | 'triggers'
  | 'silences'
  | 'report_schedules'
  | 'tasks'
  | 'event_notes'
  | 'saved_searches'

/** A kind of object that users keep: creates or updates an object with a text, and lists the objects. */
interface Kind {
  table: Table
  create(metadata: Metadata, userId: number, text: string): Promise<{ id: number }>
  update(metadata: Metadata, userId: number, id: number, text: string): Promise<unknown>
  list?(metadata: Metadata, userId: number, options: ListOptions<never>): Promise<ListResult<object>>
}

const editor = (userId: number): Editor => ({
  userId,
  managesDashboards: false,
  managesWidgets: false,
  check: () => {},
})
const triggerViewer = (userId: number) => ({ userId, managesTriggers: false })
const taskViewer = (userId: number) => ({ userId, managesTasks: false })
const searchViewer = (userId: number) => ({ userId, managesQueries: false })
const reportViewer = (userId: number) => ({ userId, managesReports: false })
const writer = (userId: number) => ({ userId, managesQueries: false })
const match = (value: string) => [{ field: 'message', op: 'eq' as const, value }]
const schedule = (text: string) => ({
  content: {
    spec: {
      title: 't',
      format: 'pdf' as const,
      query: { type: 'Search', params: { text } },
      dashboardId: null,
      timeRange: null,
      timezone: 'UTC',
      emails: [],
      deliver: 'link' as const,
      retention: 1,
    },
    scheduleType: 'a' as const,
    schedule: { adhoc: true as const },
    isActive: false,
  },
  nextRunAt: null,
})

const kinds: Kind[] = [
  {
    table: 'dashboards',
    create: async ({ dashboards }, userId, text) => {
      const [made] = await dashboards.create(editor(userId), [{ title: 't', config: { text } }])
      return { id: made?.id ?? 0 }
    },
    update: ({ dashboards }, userId, id, text) =>
      dashboards.update(editor(userId), id, { config: { title: 't', text } }),
    list: ({ dashboards }, userId, options) => dashboards.list(editor(userId), options),
  },
  {
    table: 'widgets',
    create: async ({ dashboards }, userId, text) => {
      const [made] = await dashboards.create(editor(userId), [{ title: 't' }])
      return dashboards.addWidget(editor(userId), made?.id ?? 0, { type: 'TopN', config: { text } })
    },
    update: ({ widgets }, userId, id, text) => widgets.update(editor(userId), id, { config: { text } }),
    list: ({ widgets }, userId, options) => widgets.list(editor(userId), options),
  },
  {
    table: 'triggers',
    create: ({ triggers }, userId, text) =>
      triggers.create(triggerViewer(userId), { name: 't', filter: match(text) }),
    update: ({ triggers }, userId, id, text) =>
      triggers.update(triggerViewer(userId), id, { filter: match(text) }),
    list: ({ triggers }, userId, options) => triggers.list(triggerViewer(userId), options),
  },
  {
    table: 'silences',
    create: ({ silences }, userId, text) =>
      silences.create(triggerViewer(userId), { name: 's', comment: 'c', ends_at: 2e9, filter: match(text) }),
    update: ({ silences }, userId, id, text) =>
      silences.update(triggerViewer(userId), id, { filter: match(text) }),
    list: ({ silences }, userId, options) => silences.list(triggerViewer(userId), options),
  },
  {
    table: 'report_schedules',
    create: ({ reports }, userId, text) => reports.schedules.create(userId, schedule(text)),
    update: async ({ reports: { schedules } }, userId, id, text) => {
      const viewer = reportViewer(userId)
      await schedules.update(viewer, await schedules.getStored(viewer, id), schedule(text))
    },
    list: ({ reports }, userId, options) => reports.schedules.list(reportViewer(userId), options),
  },
  {
    table: 'tasks',
    create: ({ tasks }, userId, description) => tasks.create(taskViewer(userId), { title: 't', description }),
    update: ({ tasks }, userId, id, description) => tasks.update(taskViewer(userId), id, { description }),
    list: ({ tasks }, userId, options) => tasks.list(taskViewer(userId), options),
  },
  {
    table: 'event_notes',
    create: ({ notes }, userId, text) => notes.create(userId, { id: 7, ts: 1 }, text),
    update: ({ notes }, userId, id, text) => notes.update(writer(userId), 7, id, text),
  },
  {
    table: 'saved_searches',
    create: ({ savedSearches }, userId, description) =>
      savedSearches.create(searchViewer(userId), { title: 't', description }),
    update: ({ savedSearches }, userId, id, description) =>
      savedSearches.update(searchViewer(userId), id, { description }),
    list: ({ savedSearches }, userId, options) => savedSearches.list(searchViewer(userId), options),
  },
]

async function openWithUsers(quotas: Pick<MetadataOptions, 'userQuota' | 'totalQuota'> = {}) {
  const { metadata } = await openTemporaryMetadata(quotas)
  const { id: ann } = await metadata.users.create({ username: 'ann' })
  const { id: bob } = await metadata.users.create({ username: 'bob' })
  return { metadata, ann, bob }
}

describe.each(kinds)('$table', ({ table, create, update, list }) => {
  test('of one user take a bounded number of bytes', async () => {
    const { metadata, ann, bob } = await openWithUsers({ userQuota: 100_000 })
    const tooMuch = {
      code: 'conflict',
      detail: expect.stringMatching(/^The .* of a user take at most 97 KiB\.$/),
    }
    const first = await create(metadata, ann, 'x'.repeat(70_000))
    await expect(create(metadata, ann, 'x'.repeat(70_000))).rejects.toMatchObject(tooMuch)
    await expect(update(metadata, ann, first.id, 'x'.repeat(101_000))).rejects.toMatchObject(tooMuch)
    await update(metadata, ann, first.id, 'x'.repeat(80_000))
    await create(metadata, bob, 'x'.repeat(70_000))
    expect(await countOf(metadata, table)).toBe(2)
  })

  test('of all users take a bounded number of bytes together', async () => {
    const { metadata, ann, bob } = await openWithUsers({ totalQuota: 150_000 })
    const tooMuch = {
      code: 'conflict',
      detail: expect.stringMatching(
        /^The .* of all users together take at most 146 KiB \(MILLRACE_TOTAL_QUOTA\): delete some, or ask an administrator for more\.$/,
      ),
    }
    const first = await create(metadata, ann, 'x'.repeat(70_000))
    const { id } = await create(metadata, bob, 'x'.repeat(70_000))
    await expect(create(metadata, bob, 'x'.repeat(20_000))).rejects.toMatchObject(tooMuch)
    await expect(update(metadata, bob, id, 'x'.repeat(90_000))).rejects.toMatchObject(tooMuch)
    expect(await countOf(metadata, table)).toBe(2)
    await update(metadata, bob, id, 'x'.repeat(60_000))
    await metadata.db.deleteFrom(table).where('id', '=', first.id).execute()
    await update(metadata, bob, id, 'x'.repeat(90_000))
  })

  test('are counted byte by byte, whatever changes them', async () => {
    const { metadata, ann, bob } = await openWithUsers()
    const kept = async () => (await metadata.keptSizes()).find(({ kind }) => kind === table)?.bytes ?? 0
    const make = async (userId: number) => {
      const { id } = await create(metadata, userId, 'x')
      await update(metadata, userId, id, 'ä'.repeat(1_000))
      return id
    }
    const first = await make(ann)
    const one = await kept()
    expect(one).toBeGreaterThanOrEqual(2_000)
    await update(metadata, ann, first, 'ä'.repeat(3_000))
    expect(await kept()).toBe(one + 4_000)
    await make(bob)
    const last = await make(bob)
    expect(await kept()).toBe(3 * one + 4_000)
    const undone = metadata.db.transaction().execute(async transaction => {
      await transaction.deleteFrom(table).where('id', '=', last).execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await kept()).toBe(3 * one + 4_000)
    await metadata.db.deleteFrom(table).where('id', '=', last).execute()
    expect(await kept()).toBe(2 * one + 4_000)
    await metadata.users.remove(ann)
    // Notes stay when their author is deleted.
    expect(await kept()).toBe(table === 'event_notes' ? 2 * one + 4_000 : one)
    await metadata.db.deleteFrom(table).execute()
    expect(await kept()).toBe(0)
  })

  test.runIf(list !== undefined && (isInFiles || table === 'triggers'))(
    'of a page that is too large are not answered, but fewer are',
    async () => {
      const { metadata, ann } = await openWithUsers()
      await create(metadata, ann, 'x'.repeat(250_000))
      const { id: _, ...row } = await metadata.db.selectFrom(table).selectAll().executeTakeFirstOrThrow()
      for (let copies = 0; copies < 70; copies += 10) {
        // The row was read from this table.
        const rows = Array.from({ length: 10 }, () => row as never)
        await metadata.db.insertInto(table).values(rows).execute()
      }
      const page = (limit: number, offset = 0) => list?.(metadata, ann, { offset, limit })
      const refusal = await page(1_000)?.catch(error => error)
      expect(refusal).toMatchObject({ code: 'answer_too_large', status: 413 })
      const pageSize = Number(/page_size=(\d+)/.exec(refusal.detail)?.[1])
      expect(pageSize).toBeGreaterThan(60)
      const answer = await page(pageSize)
      expect([answer?.objects.length, answer?.itemCount]).toEqual([pageSize, 71])
      expect(JSON.stringify(answer?.objects).length).toBeLessThan(maxPageBytes)
      expect((await page(pageSize, pageSize))?.objects).toHaveLength(71 - pageSize)
    },
  )
})

test.each([{ userQuota: 100_000 }, { totalQuota: 100_000 }])(
  'beyond %j a user may keep less',
  async quotas => {
    const { metadata, ann } = await openWithUsers(quotas)
    const { tasks } = metadata
    const { id } = await tasks.create(taskViewer(ann), { title: 't' })
    await metadata.db
      .updateTable('tasks')
      .set({ description: 'x'.repeat(200_000) })
      .execute()
    await tasks.update(taskViewer(ann), id, { description: 'x'.repeat(150_000) })
    await expect(tasks.update(taskViewer(ann), id, { description: 'x'.repeat(150_001) })).rejects.toThrow()
  },
)

test('a kind may take more than a number of 32 bits', async () => {
  const { metadata, ann } = await openWithUsers({ totalQuota: 2 ** 40 })
  const bytes = 2 ** 33
  await sql`update kept_bytes set bytes = ${bytes} where kind = 'tasks'`.execute(metadata.db)
  await metadata.tasks.create(taskViewer(ann), { title: 't' })
  const sizes = await metadata.keptSizes()
  expect(sizes.find(({ kind }) => kind === 'tasks')?.bytes).toBe(bytes + 1)
})

test('files of rules take a bounded number of bytes together', async () => {
  const { metadata } = await openWithUsers({ userQuota: 10_000 })
  const file = (name: string) => ({ name, content: ['x'.repeat(30_000)], isEnabled: true })
  await metadata.ruleFiles.save(file('a'))
  await metadata.ruleFiles.save(file('a'))
  await expect(metadata.ruleFiles.save(file('b'))).rejects.toMatchObject({
    code: 'conflict',
    detail: 'All files of rules take at most 39 KiB.',
  })
})

test('every kind with a quota is counted, and has a test here', async () => {
  const { metadata } = await openWithUsers({ userQuota: 1_000, totalQuota: 9_000 })
  const rows = await sql<{ kind: string }>`select kind from kept_bytes`.execute(metadata.db)
  const counted = rows.rows.map(({ kind }) => kind).sort()
  expect(counted).toEqual([...kinds.map(({ table }) => table), 'rule_files'].sort())
  const sizes = await metadata.keptSizes()
  expect(sizes.map(({ kind }) => kind).sort()).toEqual(counted)
  expect(new Set(sizes.map(({ kind, maxBytes }) => (kind === 'rule_files' ? 'rules' : maxBytes)))).toEqual(
    new Set([9_000, 'rules']),
  )
  expect(sizes.find(({ kind }) => kind === 'rule_files')).toMatchObject({ bytes: 0, maxBytes: 4_000 })
})

async function countOf({ db }: Metadata, table: Table): Promise<number> {
  return (await db.selectFrom(table).selectAll().execute()).length
}
