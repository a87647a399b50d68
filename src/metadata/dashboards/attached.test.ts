import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInFiles } from '../testing/postgres.ts'
import { type OpenedWithUsers, openWithUsers } from './testing/with-users.ts'

async function openCopied() {
  const opened = await openWithUsers()
  const { dashboards, ann, bob } = opened
  const [source] = await dashboards.create(ann, [
    {
      title: 'Source',
      is_public: true,
      widgets: [{ type: 'TopN', config: { title: 'W', limit: 3 }, size: 2 }],
    },
  ])
  if (source === undefined) throw new Error('no source')
  const copy = await dashboards.clone(bob, source.id, { cloneWidgets: false, draft: {} })
  const [widget] = source.widgets
  if (widget === undefined) throw new Error('no widget')
  return { ...opened, source, copy, widget }
}

test.each([
  ['its dashboard goes', ({ dashboards, ann, source }) => dashboards.remove(ann, source.id)],
  ['it is taken off', ({ dashboards, ann, source }) => dashboards.removeWidgets(ann, source.id)],
  ['it is removed', ({ widgets, ann, widget }) => widgets.remove(ann, widget.id)],
  ['its owner goes', ({ metadata, ann }) => metadata.users.remove(ann.userId)],
  [
    'its dashboard is replaced',
    ({ dashboards, ann, source }) => dashboards.replace(ann, source.id, { title: 'x' }),
  ],
] satisfies [string, (copied: Awaited<ReturnType<typeof openCopied>>) => Promise<unknown>][])(
  'when the source goes, attachments of others are widgets of their own: %s',
  async (_, go) => {
    const copied = await openCopied()
    const { dashboards, widgets, ann, bob, copy, widget, told } = copied
    await go(copied)
    const [own] = (await dashboards.get(bob, copy.id)).widgets
    expect(own).toMatchObject({
      owner: { id: bob.userId },
      dashboard_ids: [copy.id],
      type: 'TopN',
      config: { title: 'W', limit: 3 },
      size: 2,
      read_only: false,
      // The query stays the same.
      query_id: copy.widgets[0]?.query_id,
    })
    expect(own?.id).not.toBe(widget.id)
    await expect(widgets.get(ann, widget.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(told.at(-1)?.dashboards).toContain(copy.id)
    expect(told.at(-1)?.queries).toEqual([widget.query_id])
  },
)

test('a change that was taken back does not come again', async () => {
  const { dashboards, ann, bob, source, copy } = await openCopied()
  await dashboards.update(ann, source.id, { is_public: false })
  expect((await dashboards.get(bob, copy.id)).widgets).toMatchObject([{ withdrawn: true }])
  await dashboards.remove(ann, source.id)
  expect((await dashboards.get(bob, copy.id)).widgets).toEqual([])
})

test('a manager keeps what it could see all along', async () => {
  const { dashboards, ann, boss, source } = await openCopied()
  await dashboards.update(ann, source.id, { is_public: false })
  const copy = await dashboards.clone(boss, source.id, { cloneWidgets: false, draft: {} })
  await dashboards.remove(ann, source.id)
  expect((await dashboards.get(boss, copy.id)).widgets).toMatchObject([
    { owner: { id: boss.userId }, config: { limit: 3 } },
  ])
})

test('attached to another dashboard of its owner, a widget is at home there next', async () => {
  const { dashboards, widgets, ann, bob, source, copy, widget } = await openCopied()
  const second = await dashboards.clone(ann, source.id, { cloneWidgets: false, draft: { title: 'Second' } })
  expect(second.widgets).toMatchObject([{ id: widget.id, read_only: true }])
  await dashboards.remove(ann, source.id)
  expect((await dashboards.get(ann, second.id)).widgets).toMatchObject([{ id: widget.id, read_only: false }])
  expect(await widgets.get(ann, widget.id)).toMatchObject({ dashboard_ids: [second.id] })
  // The new home dashboard of the widget is private.
  expect((await dashboards.get(bob, copy.id)).widgets).toMatchObject([{ withdrawn: true }])
})

test('a widget that a body gives back as it is stays that widget', async () => {
  const { dashboards, ann, bob, source, copy, widget } = await openCopied()
  const body = { type: 'TopN', config: { title: 'W', limit: 3 }, size: 2 }
  const same = await dashboards.replace(ann, source.id, { title: 'Source', is_public: true, widgets: [body] })
  expect(same.widgets).toMatchObject([{ id: widget.id, query_id: widget.query_id }])
  const kept = await dashboards.update(bob, copy.id, { widgets: [body] })
  expect(kept.widgets).toMatchObject([{ id: widget.id, read_only: true }])
  // An attached widget cannot be changed from here: a change makes another widget.
  const other = await dashboards.update(bob, copy.id, {
    widgets: [{ ...body, config: { title: 'W', limit: 9 } }],
  })
  expect(other.widgets).toMatchObject([{ owner: { id: bob.userId }, read_only: false }])
  expect((await dashboards.get(ann, source.id)).widgets).toMatchObject([
    { id: widget.id, config: { limit: 3 } },
  ])
  const changed = await dashboards.update(ann, source.id, {
    widgets: [{ ...body, config: { title: 'W' } }, body],
  })
  expect(changed.widgets.map(one => one.id === widget.id)).toEqual([false, true])
})

test('whatever people do, each widget is at home on one dashboard of its owner, and none is lost', async () => {
  const opened = await openWithUsers()
  const { ann, bob, boss } = opened
  const people = [ann, bob, boss]
  const step = fc.record({
    who: fc.constantFrom(...people),
    what: fc.constantFrom('create', 'attach', 'clone', 'show', 'hide', 'remove', 'widget', 'take', 'put'),
    which: fc.nat({ max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      await opened.metadata.db.deleteFrom('dashboards').execute()
      await opened.metadata.db.deleteFrom('widgets').execute()
      for (const one of steps) await take(opened, one)
      await expectSound(opened)
    }),
    { numRuns: isInFiles ? 60 : 10 },
  )
})

async function take(
  { metadata, dashboards, widgets }: OpenedWithUsers,
  { who, what, which }: { who: OpenedWithUsers['ann']; what: string; which: number },
): Promise<void> {
  const ids = await metadata.db.selectFrom('dashboards').select('id').execute()
  const placed = await metadata.db.selectFrom('widgets').select('id').execute()
  const id = ids[which % Math.max(1, ids.length)]?.id ?? 0
  const widget = placed[which % Math.max(1, placed.length)]?.id ?? 0
  const body = {
    title: 'T',
    widgets: [{ type: 'TopN', config: { limit: (which % 3) + 1 } }, { type: 'Search' }],
  }
  const steps: Record<string, () => Promise<unknown>> = {
    create: () => dashboards.create(who, [{ ...body, is_public: which % 2 === 0 }]),
    attach: () => dashboards.clone(who, id, { cloneWidgets: false, draft: { is_public: which % 3 === 0 } }),
    clone: () => dashboards.clone(who, id, { cloneWidgets: true, draft: {} }),
    show: () => dashboards.update(who, id, { is_public: true }),
    hide: () => dashboards.update(who, id, { is_public: false }),
    remove: () => dashboards.remove(who, id),
    widget: () => widgets.remove(who, widget),
    take: () => dashboards.removeWidgets(who, id),
    put: () => dashboards.update(who, id, { widgets: body.widgets }),
  }
  try {
    await steps[what]?.()
  } catch (error) {
    // The step may be forbidden for the user, or its object may not exist.
    expect(error).toMatchObject({ code: expect.stringMatching(/^(not_found|permission_denied)$/) })
  }
}

async function expectSound({
  metadata,
  dashboards,
  widgetQueries,
  boss,
  ann,
}: OpenedWithUsers): Promise<void> {
  const { db } = metadata
  const homes = await db
    .selectFrom('widgets')
    .leftJoin('placements', join =>
      join.onRef('placements.widget_id', '=', 'widgets.id').on('placements.attached', '=', 0),
    )
    .leftJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
    .select(['widgets.id', 'widgets.owner_id', 'dashboards.owner_id as home_owner'])
    .execute()
  expect(new Set(homes.map(home => home.id)).size).toBe(homes.length)
  for (const home of homes) expect(home.home_owner).toBe(home.owner_id)
  const { objects } = await dashboards.list(boss, { offset: 0, limit: 1_000, showAll: true })
  for (const board of objects) {
    expect(board.widgets.every(widget => widget.withdrawn === undefined)).toBe(true)
    expect((await widgetQueries.ofDashboard(boss, board.id)).map(query => query.queryId)).toEqual(
      board.widgets.map(widget => widget.query_id),
    )
  }
  for (const board of (await dashboards.list(ann, { offset: 0, limit: 1_000 })).objects) {
    for (const widget of board.widgets) {
      const there = await widgetQueries.byQueryId(ann, String(widget.query_id))
      expect(there === null).toBe(widget.withdrawn === true)
    }
  }
}
