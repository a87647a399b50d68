import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { choiceOf } from './choice.ts'
import { openWithUsers } from './testing/with-users.ts'

const today = { preset: 'today' }
const hour = { preset: 'last_1_hours' }

async function openBoard() {
  const opened = await openWithUsers()
  const { dashboards, ann } = opened
  const [board] = await dashboards.create(ann, [
    {
      title: 'Board',
      is_public: true,
      config: { time_range: today },
      widgets: [
        { type: 'TopN', config: { title: 'Hosts', limit: 3 } },
        { type: 'Notification', config: { time_range: hour } },
      ],
    },
  ])
  if (board === undefined) throw new Error('no board')
  const [top, notes] = board.widgets
  if (top === undefined || notes === undefined) throw new Error('no widgets')
  opened.told.length = 0
  const idOf = async (widget: number) => (await opened.widgetQueries.ofWidget(ann, widget)).queryId
  return { ...opened, board, top, notes, idOf }
}

test('each widget on a dashboard has a query', async () => {
  const { widgetQueries, ann, board, top, notes } = await openBoard()
  const [first, second, ...others] = await widgetQueries.ofDashboard(ann, board.id)
  expect(first).toEqual({
    queryId: top.query_id,
    widgetId: top.id,
    dashboardId: board.id,
    ownerId: ann.userId,
    type: 'TopN',
    params: { time_range: today, limit: 3 },
  })
  expect(second).toMatchObject({
    queryId: notes.query_id,
    type: 'Notifications',
    params: { time_range: hour },
  })
  expect(others).toEqual([])
  expect(await widgetQueries.ofWidget(ann, top.id)).toEqual(first)
  expect(await widgetQueries.byQueryId(ann, String(top.query_id))).toEqual(first)
  expect(await widgetQueries.byQueryId(ann, '0'.repeat(32))).toBe(null)
})

test('it is the same after a restart', async () => {
  const { metadata, folder, widgetQueries, ann, board } = await openBoard()
  const before = await widgetQueries.ofDashboard(ann, board.id)
  await metadata.close()
  const again = await openTemporaryMetadata({ folder })
  expect(await again.metadata.widgetQueries.ofDashboard(ann, board.id)).toEqual(before)
})

test('it is a new one when something else is asked, and only then', async () => {
  const { dashboards, widgets, ann, board, top, notes, idOf, told } = await openBoard()
  const ids = async () => [await idOf(top.id), await idOf(notes.id)]
  const [topId, notesId] = await ids()
  await widgets.update(ann, top.id, { config: { title: 'New', limit: 3, col: 4 } })
  await dashboards.update(ann, board.id, { title: 'Other', config: { time_range: today, x: 1 } })
  expect(await ids()).toEqual([topId, notesId])
  expect(told.every(changed => changed?.queries.length === 0)).toBe(true)

  await widgets.update(ann, top.id, { config: { limit: 4 } })
  const [limited] = await ids()
  expect(limited).not.toBe(topId)
  expect(told.at(-1)).toEqual({ dashboards: [board.id], widgets: [top.id], queries: [topId] })

  await dashboards.update(ann, board.id, { config: { time_range: hour } })
  const [moved, still] = await ids()
  expect(moved).not.toBe(limited)
  expect(still).toBe(notesId)
  expect(told.at(-1)).toEqual({ dashboards: [board.id], widgets: [top.id, notes.id], queries: [limited] })

  await widgets.update(ann, top.id, { type: 'LastN' })
  expect(await idOf(top.id)).not.toBe(moved)
})

test('it is a new one when a change shows only with values that a token chooses', async () => {
  const { dashboards, widgets, widgetQueries, ann, board, top, idOf } = await openBoard()
  const tv = { ...ann, chosen: choiceOf({ env: 'test' }) }
  const setVariable = (variable: object) =>
    dashboards.update(ann, board.id, { config: { time_range: today, variables: [variable] } })
  await setVariable({ name: 'env', field: 'host', applies_to: 'named' })
  const ids = new Set([await idOf(top.id)])
  const filterOf = async () => {
    ids.add(await idOf(top.id))
    return (await widgetQueries.ofWidget(tv, top.id)).params.filter
  }
  // Its default means all values.
  await setVariable({ name: 'env', field: 'host' })
  expect(await filterOf()).toEqual([{ field: 'host', op: 'eq', value: 'test' }])
  await setVariable({ name: 'env', field: 'program' })
  expect(await filterOf()).toEqual([{ field: 'program', op: 'eq', value: 'test' }])
  await widgets.update(ann, top.id, { config: { limit: 3, ignore_variables: ['env'] } })
  expect(await filterOf()).toBeUndefined()
  expect(ids.size).toBe(4)
  await setVariable({ name: 'env', field: 'program', label: 'Environment' })
  expect(ids.has(await idOf(top.id))).toBe(true)
})

test('an attached widget has one of its own, which moves with that dashboard', async () => {
  const { dashboards, widgetQueries, widgets, ann, bob, board, top } = await openBoard()
  const copy = await dashboards.clone(bob, board.id, {
    cloneWidgets: false,
    draft: { config: { title: 'Copy', time_range: hour } },
  })
  const [attached] = await widgetQueries.ofDashboard(bob, copy.id)
  expect(attached).toMatchObject({
    widgetId: top.id,
    dashboardId: copy.id,
    params: { time_range: hour, limit: 3 },
  })
  expect(attached?.queryId).not.toBe(top.query_id)
  expect(attached?.queryId).toBe(copy.widgets[0]?.query_id)
  // The query on the home dashboard is unchanged.
  expect(await widgetQueries.ofWidget(bob, top.id)).toMatchObject({
    queryId: top.query_id,
    dashboardId: board.id,
  })
  await dashboards.update(bob, copy.id, { config: { title: 'Copy', time_range: today } })
  const [moved] = await widgetQueries.ofDashboard(bob, copy.id)
  expect(moved?.queryId).not.toBe(attached?.queryId)
  expect(await widgetQueries.ofWidget(ann, top.id)).toMatchObject({ queryId: top.query_id })
  await widgets.update(ann, top.id, { config: { limit: 9 } })
  const [changed] = await widgetQueries.ofDashboard(bob, copy.id)
  expect(changed?.queryId).not.toBe(moved?.queryId)
  expect(changed?.params).toEqual({ time_range: today, limit: 9 })
})

test('no user is shown what they may not see', async () => {
  const { dashboards, widgetQueries, ann, bob, boss, carl, board, top } = await openBoard()
  const id = String(top.query_id)
  const copy = await dashboards.clone(bob, board.id, { cloneWidgets: false, draft: {} })
  const copied = String(copy.widgets[0]?.query_id)
  // Bob's copy is private: carl may see the widget, but not on the copy.
  expect(await widgetQueries.byQueryId(carl, id)).not.toBe(null)
  expect(await widgetQueries.byQueryId(carl, copied)).toBe(null)
  expect(await widgetQueries.byQueryId(boss, copied)).not.toBe(null)
  await expect(widgetQueries.ofDashboard(carl, copy.id)).rejects.toMatchObject({ code: 'not_found' })

  await dashboards.update(ann, board.id, { is_public: false })
  expect(await widgetQueries.byQueryId(carl, id)).toBe(null)
  expect(await widgetQueries.byQueryId(bob, copied)).toBe(null)
  expect(await widgetQueries.ofDashboard(bob, copy.id)).toEqual([])
  await expect(widgetQueries.ofWidget(bob, top.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(widgetQueries.ofDashboard(bob, board.id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await widgetQueries.byQueryId(ann, id)).not.toBe(null)
  expect(await widgetQueries.byQueryId(boss, id)).not.toBe(null)
})

test('a change is published once it is committed, and only then', async () => {
  const { dashboards, widgetQueries, ann, board, top, notes, told } = await openBoard()
  const seen: unknown[] = []
  const stop = widgetQueries.onChange(changed => seen.push(changed))
  const check = () => {
    throw new Error('no')
  }
  await expect(dashboards.addWidget({ ...ann, check }, board.id, { type: 'TopN' })).rejects.toThrow('no')
  expect(told).toEqual([])
  await dashboards.removeWidgets(ann, board.id, [top.id])
  expect(told).toEqual([{ dashboards: [board.id], widgets: [top.id], queries: [top.query_id] }])
  expect(seen).toEqual(told)
  stop()
  await dashboards.remove(ann, board.id)
  expect(told.at(-1)).toEqual({ dashboards: [board.id], widgets: [notes.id], queries: [notes.query_id] })
  expect(seen).toHaveLength(1)
})

test('a note has no query, and a widget that becomes a note loses its own', async () => {
  const { dashboards, widgets, widgetQueries, ann, board, top } = await openBoard()
  const note = await dashboards.addWidget(ann, board.id, {
    type: 'Note',
    config: { title: 'Call', note_text: '**Ann**', limit: 'kept' },
  })
  expect(note).toMatchObject({ type: 'Note', query_id: null, config: { limit: 'kept' } })
  await expect(widgetQueries.ofWidget(ann, note.id)).rejects.toMatchObject({ code: 'not_found' })
  const types = async () => (await widgetQueries.ofDashboard(ann, board.id)).map(({ type }) => type)
  expect(await types()).toEqual(['TopN', 'Notifications'])
  await widgets.update(ann, top.id, { type: 'Note' })
  expect(await types()).toEqual(['Notifications'])
  expect(await widgetQueries.byQueryId(ann, String(top.query_id))).toBe(null)
})
