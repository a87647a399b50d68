import { expect, test } from 'vitest'
import { triggerServer } from '../triggers/testing/trigger-server.ts'

const { server, get, post, put, patch, remove, create } = triggerServer()

const now = () => Math.floor(Date.now() / 1_000)
const names = async (query = '') =>
  (await get(`/api/silences${query}`)).body.objects.map(({ name }: { name: string }) => name)

test('a silence has the defaults of its absent members, and begins now', async () => {
  const before = now()
  const ends_at = before + 3_600
  const { status, body } = await post('/api/silences', { name: 'Upgrade', ends_at })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    owner: { id: 1, username: 'admin', fullname: 'admin' },
    name: 'Upgrade',
    comment: '',
    filter: [],
    trigger_ids: [],
    starts_at: expect.any(Number),
    ends_at,
    is_active: true,
    read_only: false,
    suppressed_count: 0,
    created_at: expect.any(Number),
    updated_at: expect.any(Number),
  })
  expect(body.starts_at).toBeGreaterThanOrEqual(before)
  expect((await get(`/api/silences/${body.id}`)).body).toEqual(body)
  const filter = [{ field: 'host', value: 'fw-1' }]
  const changed = await patch(`/api/silences/${body.id}`, { filter, comment: 'New disks' })
  expect(changed.body).toMatchObject({ name: 'Upgrade', filter, comment: 'New disks', ends_at })
  const replaced = await put(`/api/silences/${body.id}`, { name: 'Move', ends_at: ends_at + 1 })
  expect(replaced.body).toMatchObject({ name: 'Move', filter: [], comment: '', ends_at: ends_at + 1 })
  expect((await remove(`/api/silences/${body.id}`)).status).toBe(204)
  expect((await get(`/api/silences/${body.id}`)).status).toBe(404)
})

test('a silence that has begun is ended by a change, and is found by state, trigger and text', async () => {
  const trigger = await create({ name: 'Links' })
  const add = async (name: string, more: object) =>
    (await post('/api/silences', { name, ends_at: now() + 3_600, ...more })).body.id
  const running = await add('Rack 4', { starts_at: now() - 60, comment: 'Fans' })
  await add('Sunday', { starts_at: now() + 600, trigger_ids: [trigger] })
  await add('Past', { starts_at: now() - 600, ends_at: now() - 60 })
  expect(await names()).toEqual(['Past', 'Sunday', 'Rack 4'])
  expect(await names('?state=active')).toEqual(['Rack 4'])
  expect(await names('?state=ended,pending&ordering=name')).toEqual(['Past', 'Sunday'])
  expect(await names('?text=fAn')).toEqual(['Rack 4'])
  expect(await names(`?trigger=${trigger}`)).toEqual(['Past', 'Sunday', 'Rack 4'])
  expect(await names(`?trigger=${trigger + 1}`)).toEqual(['Past', 'Rack 4'])
  const { body } = await patch(`/api/silences/${running}`, { ends_at: now() })
  expect(body.is_active).toBe(false)
  expect(await names('?state=active')).toEqual([])
})

test('a filter of a silence on a field that changes later is refused, with the reason', async () => {
  const filter = [{ field: 'counter', op: 'ge', value: 2 }]
  const { status, body } = await post('/api/silences', { name: 'x', ends_at: now() + 60, filter })
  expect(status).toBe(400)
  expect(body['filter[0].field']).toEqual([
    'The field counter changes after the event has arrived: silences see the event as it arrived.',
  ])
})

test('users of triggers see all silences, change their own, and name their own triggers', async () => {
  const foreign = await create({ name: 'Of admin' })
  const own = await create({ name: 'Of ann' }, 'user-ann')
  const draft = { name: 'Night', ends_at: now() + 60 }
  const refused = await post('/api/silences', { ...draft, trigger_ids: [own, foreign] }, 'user-ann')
  expect(refused).toMatchObject({
    status: 400,
    body: { trigger_ids: [expect.stringContaining(`"${foreign}"`)] },
  })
  const { body } = await post('/api/silences', { ...draft, trigger_ids: [own] }, 'user-ann')
  expect(body).toMatchObject({ trigger_ids: [own], read_only: false })
  const ofAdmin = (await post('/api/silences', draft)).body.id
  expect((await get(`/api/silences/${ofAdmin}`, 'user-ann')).body).toMatchObject({ read_only: true })
  expect((await patch(`/api/silences/${ofAdmin}`, { name: 'x' }, 'user-ann')).status).toBe(403)
  expect((await patch(`/api/silences/${body.id}`, { trigger_ids: [foreign] })).status).toBe(200)
})

test('there are at most 1,000 that have not ended; silences that ended 90 days ago go', async () => {
  const { metadata, advanceClock } = server().people
  const ends_at = now() + 3_600
  const columns = { owner_id: 1, name: 'x', name_key: 'x', comment: '', filter: '[]', trigger_ids: '[]' }
  const times = {
    starts_at: 0,
    ends_at: ends_at * 1_000_000,
    created_at: 0,
    updated_at: 0,
    suppressed_count: 0,
  }
  const rows = Array.from({ length: 1_000 }, () => ({ ...columns, ...times }))
  await metadata.db.insertInto('silences').values(rows).execute()
  const ended = { ...columns, ...times, name: 'y', name_key: 'y', ends_at: (now() - 10) * 1_000_000 }
  const { id } = await metadata.db
    .insertInto('silences')
    .values(ended)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await patch(`/api/silences/${id}`, { ends_at })).status).toBe(409)
  const { status, body } = await post('/api/silences', { name: 'One more', ends_at })
  expect([status, body.detail]).toEqual([409, 'There are at most 1000 silences that have not ended.'])
  advanceClock(90 * 86_400)
  await metadata.silences.removeOld()
  expect((await get('/api/silences?text=x&page_size=1')).body.item_count).toBe(1_000)
  advanceClock(3_601)
  await metadata.silences.removeOld()
  expect((await get('/api/silences?text=x')).body.item_count).toBe(0)
})
