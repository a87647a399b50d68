import { beforeAll, expect, test } from 'vitest'
import { insertAction } from '../../metadata/testing/insert-action.ts'
import { triggerServer } from '../triggers/testing/trigger-server.ts'

const { server, get, post, create, remove } = triggerServer()

/** Ids by name. */
const triggers = new Map<string, number>()
const actions = new Map<string, number>()

beforeAll(async () => {
  const { metadata } = server().people
  const links = await create({ name: 'Links' })
  const anns = { trigger_id: await create({ name: 'Denied' }, 'user-ann'), owner_id: 2 }
  const secret = await create({ name: 'Secret', is_private: true })
  triggers.set('links', links)
  const dead = { status: 'dead', due_at: null, finished_at: 5_000_000, error_code: 'action_failed' }
  const failed = { result: 'Answered with 503.', error_detail: 'Answered with 503.', output: 'busy' }
  const ofLinks = { trigger_id: links, trigger_name: 'Links' }
  const rows = {
    first: { ...ofLinks, ...dead, ...failed, tries: 4, key: 'Gi0/1' },
    web: { ...ofLinks, host: 'web-1' },
    own: { ...anns, ...dead, kind: 'email' },
    hidden: { trigger_id: secret },
    absent: { ...anns, event_id: null, host: '', event: 'null' },
    held: { ...ofLinks, kind: 'notification', status: 'suppressed', due_at: null },
  }
  for (const [index, [name, row]] of Object.entries(rows).entries())
    actions.set(name, await insertAction(metadata, { ...row, created_at: (index + 1) * 1_000_000 }))
})

const namesOf = (body: { objects: { id: number }[] }) =>
  body.objects.map(({ id }) => [...actions].find(([, action]) => action === id)?.[0])

test('an action is shown with its event, its result and whether it can be sent again', async () => {
  const { body } = await get(`/api/actions/${actions.get('first')}`)
  expect(body).toEqual({
    id: actions.get('first'),
    trigger: { id: triggers.get('links'), name: 'Links' },
    trigger_name: 'Links',
    kind: 'webhook',
    status: 'dead',
    key: 'Gi0/1',
    idempotency_key: expect.any(String),
    event_id: '6330125066960896',
    host: 'fw-1',
    message: 'Deny tcp',
    matches: 1,
    tries: 4,
    created_at: 1,
    next_at: null,
    finished_at: 5,
    result: 'Answered with 503.',
    output: 'busy',
    silence_id: null,
    error: { code: 'action_failed', detail: 'Answered with 503.' },
    can_retry: true,
  })
})

test('of private triggers of others, and of hosts that one does not see, nothing is shown', async () => {
  const { body: all } = await get('/api/actions')
  expect(namesOf(all)).toEqual(['held', 'absent', 'hidden', 'own', 'web', 'first'])
  const { body: some } = await get('/api/actions', 'user-ann')
  expect(namesOf(some)).toEqual(['held', 'absent', 'own', 'first'])
  expect(some.item_count).toBe(4)
  expect(some.objects.map(({ can_retry }: { can_retry: boolean }) => can_retry)).toEqual([
    false,
    false,
    true,
    false,
  ])
  // The number of matches that others' triggers had on all hosts.
  expect(some.objects.map(({ matches }: { matches: number | null }) => matches)).toEqual([null, 1, 1, null])
  // A receiver may echo what it was sent.
  expect((await get(`/api/actions/${actions.get('first')}`, 'user-ann')).body.output).toBeNull()
  for (const name of ['web', 'hidden']) {
    expect((await get(`/api/actions/${actions.get(name)}`, 'user-ann')).status).toBe(404)
    expect((await post(`/api/actions/${actions.get(name)}/retry`, undefined, 'user-ann')).status).toBe(404)
  }
})

test.each([
  ['trigger=1,3', ['held', 'hidden', 'web', 'first']],
  ['kind=email', ['own']],
  ['status=dead,suppressed', ['held', 'own', 'first']],
  ['since=2&until=4', ['own', 'web']],
  ['text=gi0', ['first']],
  ['text=LINKS', ['held', 'web', 'first']],
  ['event=6330125066960896&kind=webhook', ['hidden', 'web', 'first']],
  ['event=1', []],
  ['ordering=created_at&page_size=2', ['first', 'web']],
  ['ordering=-finished_at,id&page_size=1', ['first']],
])('?%s', async (query, names) => {
  expect(namesOf((await get(`/api/actions?${query}`)).body)).toEqual(names)
})

test('a dead action is sent again with its key, by its owner, once', async () => {
  const path = `/api/actions/${actions.get('own')}/retry`
  const isNew = `/api/actions/${actions.get('web')}/retry`
  expect((await post(isNew)).status).toBe(409)
  const { status, body } = await post(path, undefined, 'user-ann')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'pending',
    finished_at: null,
    can_retry: false,
    error: { code: 'action_failed' },
  })
  expect(body.next_at).toBeGreaterThan(1_700_000_000)
  expect((await post(path, undefined, 'user-ann')).status).toBe(409)
  expect((await post(`/api/actions/${actions.get('first')}/retry`, undefined, 'user-ann')).status).toBe(403)
  expect((await post(`/api/actions/${actions.get('held')}/retry`)).status).toBe(409)
})

test('several are sent again, as far as that is possible', async () => {
  const all = { ids: [...actions.values()] }
  expect((await post('/api/actions/retry', all, 'user-ann')).body).toEqual({ retried: 0 })
  expect((await post('/api/actions/retry', all)).body).toEqual({ retried: 1 })
  // A waiting action need not wait for its next attempt.
  const { body } = await get(`/api/actions/${actions.get('first')}`)
  expect(body).toMatchObject({ status: 'pending', tries: 4, can_retry: true })
})

test('the history outlives its trigger', async () => {
  await remove(`/api/triggers/${triggers.get('links')}`)
  const { body } = await get(`/api/actions/${actions.get('first')}`)
  expect(body).toMatchObject({ trigger: null, trigger_name: 'Links', can_retry: false })
})
