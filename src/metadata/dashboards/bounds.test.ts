import { StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isInFiles } from '../testing/postgres.ts'
import { openWithUsers } from './testing/with-users.ts'

test('a person owns a bounded number of dashboards', async () => {
  const { metadata, dashboards, ann, bob } = await openWithUsers()
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 999)
    insert into dashboards (owner_id, title, title_key, config, is_default, created_at, updated_at)
    select ${ann.userId}, 't', 't', '{"title":"t"}', 0, 0, 0 from numbers`.execute(metadata.db)
  const full = { code: 'conflict', detail: 'A user owns at most 1000 dashboards.' }
  await expect(dashboards.create(ann, [{ title: 'a' }, { title: 'b' }])).rejects.toMatchObject(full)
  const [last] = await dashboards.create(ann, [{ title: 'a', is_public: true }])
  const clone = (who: typeof ann) => dashboards.clone(who, last?.id ?? 0, { cloneWidgets: true, draft: {} })
  await expect(clone(ann)).rejects.toMatchObject(full)
  await expect(dashboards.createFromTemplate(ann, { title: 't' }, {})).rejects.toMatchObject(full)
  expect(await clone(bob)).toMatchObject({ title: 'a' })
  expect((await dashboards.list(ann, { offset: 0, limit: 1 })).itemCount).toBe(1_000)
})

test('a dashboard has a bounded number of widgets', async () => {
  const { dashboards, ann } = await openWithUsers()
  const widgets = Array.from({ length: 199 }, () => ({ type: 'TopN' }))
  const [board] = await dashboards.create(ann, [{ title: 'a', widgets }])
  const add = () => dashboards.addWidget(ann, board?.id ?? 0, { type: 'TopN' })
  expect(await add()).toMatchObject({ position: 199 })
  await expect(add()).rejects.toMatchObject({
    code: 'conflict',
    detail: 'A dashboard has at most 200 widgets.',
  })
})

test('a dashboard with its widgets takes at most 256 KiB', async () => {
  const { metadata, dashboards, widgets, ann, bob } = await openWithUsers()
  const tooLarge = {
    code: 'body_too_large',
    detail: 'A dashboard with its widgets takes at most 256 KiB.',
  }
  const text = (length: number) => ({ text: 'x'.repeat(length) })
  const widget = (length: number) => ({ type: 'TopN', config: text(length) })
  const draft = { title: 'a', config: text(100_000), widgets: [widget(100_000)], is_public: true }
  const [board] = await dashboards.create(ann, [draft])
  const id = board?.id ?? 0
  const large = { ...draft, widgets: [widget(100_000), widget(100_000)] }
  for (const attempt of [
    () => dashboards.create(ann, [draft, large]),
    () => dashboards.createFromTemplate(ann, large, {}),
    () => dashboards.addWidget(ann, id, widget(100_000)),
    () => dashboards.update(ann, id, { widgets: large.widgets }),
    () => dashboards.replace(ann, id, large),
    () => dashboards.clone(bob, id, { cloneWidgets: false, draft: { config: text(200_000) } }),
    () => widgets.update(ann, board?.widgets[0]?.id ?? 0, { config: text(200_000) }),
  ])
    await expect(attempt()).rejects.toMatchObject(tooLarge)
  expect((await dashboards.list(ann, { offset: 0, limit: 9 })).itemCount).toBe(1)

  // A dashboard of an older version can be changed, but does not grow.
  const config = JSON.stringify({ title: 'a', ...text(300_000) })
  await metadata.db.updateTable('dashboards').set({ config }).execute()
  await dashboards.update(ann, id, { title: 'b', is_public: false })
  await expect(dashboards.addWidget(ann, id, widget(1))).rejects.toMatchObject(tooLarge)
})

test.runIf(isInFiles)(
  'no matter how many widgets there are, a dashboard is read in three statements, a list in few',
  async () => {
    const { dashboards, widgets, ann } = await openWithUsers()
    const body = { title: 'a', widgets: Array.from({ length: 30 }, () => ({ type: 'TopN' })) }
    const [first] = await dashboards.create(ann, [body, body, body])
    const run = vi.spyOn(StatementSync.prototype, 'all')
    onTestFinished(() => run.mockRestore())
    const counted = async (read: Promise<unknown>) => {
      run.mockClear()
      await read
      return run.mock.calls.length
    }
    expect(await counted(dashboards.get(ann, first?.id ?? 0))).toBe(3)
    // A list reads the ids and counts them. Then it reads the objects in two parts, since it learns their
    // sizes from the first.
    expect(await counted(dashboards.list(ann, { offset: 0, limit: 100 }))).toBe(8)
    expect(await counted(widgets.list(ann, { offset: 0, limit: 100 }))).toBe(6)
    expect(await counted(widgets.list(ann, { offset: 0, limit: 60 }))).toBe(6)
  },
)

test.runIf(isInFiles)(
  'replacing widgets costs statements for changed widgets, no matter how many stay',
  async () => {
    const { dashboards, ann } = await openWithUsers()
    const spies = (['all', 'run'] as const).map(method => vi.spyOn(StatementSync.prototype, method))
    onTestFinished(() => spies.forEach(spy => void spy.mockRestore()))
    const titled = (index: number) => ({ type: 'TopN', config: { title: `${index}` } })
    const costs = []
    for (const size of [3, 30]) {
      const widgets = Array.from({ length: size }, (_, index) => titled(index))
      const [board] = await dashboards.create(ann, [{ title: 'a', widgets }])
      const costOf = async (replacement: typeof widgets) => {
        for (const spy of spies) spy.mockClear()
        await dashboards.replace(ann, board?.id ?? 0, { title: 'a', widgets: replacement })
        return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
      }
      const changed = [{ ...titled(0), size: 4 }, ...widgets.slice(1)]
      costs.push({
        same: await costOf(widgets),
        oneChanged: await costOf(changed),
        oneAdded: await costOf([...changed, titled(size)]),
        oneRemoved: await costOf(changed),
      })
    }
    expect(costs[1]).toEqual(costs[0])
    expect(costs[0]?.same).toBeLessThan(14)
  },
)
