import { expect, onTestFinished, test } from 'vitest'
import type { Editor } from '../../metadata/dashboards/editor.ts'
import { openTemporaryMetadata, temporaryFolder } from '../../metadata/testing/temporary.ts'
import { queryTypes } from '../../schema/query/query.ts'
import { eventually } from '../../testing/until.ts'
import type { Reader } from '../query-service.ts'
import { resolveRange } from '../range/resolve.ts'
import { InMemoryQueryService } from './in-memory-query-service.ts'
import { CountingKind } from './testing/counting-kind.ts'
import { EmptyStore } from './testing/empty-store.ts'
import { anna, ben } from './testing/test-query-service.ts'

/** A query service over dashboards that are stored in this folder. Anna and Ben are users 1 and 2. */
async function deskOver(folder: string) {
  const { metadata } = await openTemporaryMetadata({ folder })
  const { itemCount } = await metadata.users.list({ offset: 0, limit: 1 })
  for (const username of itemCount === 0 ? ['anna', 'ben'] : []) await metadata.users.create({ username })
  const queryService = new InMemoryQueryService({
    store: new EmptyStore(),
    types: {
      TopN: { params: queryTypes.TopN.params, kind: new CountingKind() },
      Search: { params: queryTypes.Search.params, kind: new CountingKind() },
    },
    widgets: metadata.widgetQueries,
    resolve: (timeRange, now) => resolveRange(timeRange, now, { timezone: 'UTC' }),
    log: (_message, error) => expect(error).toBeUndefined(),
  })
  onTestFinished(() => queryService.close())
  const editor = (reader: Reader): Editor => ({
    ...reader,
    check: (type, params) => void queryService.validate(reader, type, params),
  })
  return { metadata, queryService, editor }
}

const topHosts = {
  type: 'TopN',
  config: { title: 'Hosts', field: 'host', limit: 5, view_type: 'pie' },
}
const dashboard = {
  title: 'Firewalls',
  config: { time_range: { preset: 'last_6_hours' } },
  widgets: [
    topHosts,
    { type: 'TopN', config: { title: 'Programs', field: 'program', time_range: { preset: 'last_1_hours' } } },
  ],
}

test('each widget of a dashboard that is kept has its query, with what its config and its dashboard ask', async () => {
  const { metadata, queryService, editor } = await deskOver(temporaryFolder())
  const [made] = await metadata.dashboards.create(editor(anna), [dashboard])
  const ids = made?.widgets.map(widget => String(widget.query_id)) ?? []
  const ranges = [{ preset: 'last_6_hours' }, { preset: 'last_1_hours' }]
  for (const [i, id] of ids.entries()) {
    const query = await queryService.read(anna, id)
    expect(query).toMatchObject({
      query_id: id,
      type: 'TopN',
      owner_id: 1,
      params: { time_range: ranges[i] },
    })
    expect(query.params).not.toHaveProperty('view_type')
    await eventually(async () => (await queryService.read(anna, id)).status).toBe('SUCCESS')
    await expect(queryService.read(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(ids.length).toBe(2)
})

test('a changed question is another query, and what looks different is the same one', async () => {
  const { metadata, queryService, editor } = await deskOver(temporaryFolder())
  const [made] = await metadata.dashboards.create(editor(anna), [dashboard])
  const [widget] = made?.widgets ?? []
  if (made === undefined || widget === undefined) throw new Error('it was made')
  const id = String(widget.query_id)
  let ended = 0
  const queries = await metadata.widgetQueries.ofDashboard(anna, made.id)
  for (const query of queries) {
    queryService.watchWidget(
      anna,
      query,
      () => {},
      () => ended++,
    )
  }
  const change = async (config: Record<string, unknown>): Promise<string> => {
    const changed = await metadata.widgets.update(editor(anna), widget.id, { config })
    return String(changed.query_id)
  }
  expect(await change({ ...topHosts.config, view_type: 'table', title: 'Other' })).toBe(id)
  expect(ended).toBe(0)
  const other = await change({ ...topHosts.config, field: 'severity' })
  expect([other === id, ended]).toEqual([false, 1])
  await expect(queryService.read(anna, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await queryService.read(anna, other)).toMatchObject({ params: { field: 'severity' } })
  await metadata.dashboards.remove(anna, made.id)
  expect(ended).toBe(2)
  await expect(queryService.read(anna, other)).rejects.toMatchObject({ code: 'not_found' })
})

test('the query of a widget has the same id after a restart', async () => {
  const folder = temporaryFolder()
  const before = await deskOver(folder)
  const [made] = await before.metadata.dashboards.create(before.editor(anna), [dashboard])
  const id = String(made?.widgets[0]?.query_id)
  await before.queryService.close()
  await before.metadata.close()
  const after = await deskOver(folder)
  expect(await after.queryService.read(anna, id)).toMatchObject({ query_id: id, type: 'TopN' })
})
