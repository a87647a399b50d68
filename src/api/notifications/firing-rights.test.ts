import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoredNotifications } from '../../alerts/notifications/notification-source.ts'
import { MatchRecorder } from '../../alerts/recorder/match-recorder.ts'
import type { WindowFire } from '../../alerts/windows/window-state.ts'
import { insertToken } from '../../metadata/tokens/tokens.ts'
import { HostVisibility } from '../../query/host-visibility.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { ActionRun } from '../../schema/triggers/action-run.ts'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import type { Trigger } from '../../schema/triggers/trigger.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { openLog } from '../../telemetry/log.ts'
import { adminId, annId, tokenHeaders, tokenSecret } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

/** Hosts that the owner of the triggers may see. */
const ownerHosts = ['fw-1', 'db-9']
const readers = {
  owner: { userId: 0, hosts: ownerHosts, secret: `user-${'e'.repeat(48)}` },
  all: { userId: adminId, hosts: ['*'], secret: tokenSecret('user-admin') },
  covering: { userId: 0, hosts: ['FW-*', 'db-?'], secret: `user-${'f'.repeat(48)}` },
  some: { userId: annId, hosts: ['fw-*'], secret: tokenSecret('user-ann') },
}
type ReaderName = keyof typeof readers

const by = (field: string | null) => (field === null ? {} : { by: field })
const conditions: ((field: string | null) => TriggerCondition)[] = [
  field => ({ kind: 'count', count: 5, seconds: 60, ...by(field) }),
  field => ({ kind: 'distinct', field: 'program', count: 5, seconds: 60, ...by(field) }),
  field => ({ kind: 'absence', seconds: 60, ...by(field) }),
  field => ({ kind: 'pair', seconds: 60, expect: 'missing', followed_by: [], ...by(field) }),
  () => ({ kind: 'first_seen', field: 'user', days: 7 }),
  () => ({ kind: 'rate', factor: 2, seconds: 60, days: 7 }),
  () => ({ kind: 'new_template' }),
]

/** A condition that came true, and the host of its firing. */
interface Row {
  name: string
  condition: TriggerCondition
  fire: WindowFire
  /** Host of the firing. */
  host: string
  isOfHost: boolean
  /** Whether it was stored with the hosts that the owner could see. */
  isKnown: boolean
}

let made = 0
function rowsOf(condition: TriggerCondition): Row[] {
  const field = 'by' in condition ? (condition.by ?? null) : null
  const keys = field === 'host' ? ownerHosts : [field === null ? '' : 'secret-of-db-9']
  return keys.flatMap(key =>
    [null, ...(field === 'host' ? [key] : ownerHosts)].flatMap(on =>
      (condition.kind === 'absence' ? [true, false] : [true]).map((isKnown): Row => {
        const host = on ?? (field === 'host' ? key : '')
        return {
          name: `${condition.kind} by ${field}, ${on === null ? `no event, key "${key}"` : `event of ${on}`}${isKnown ? '' : ', by an earlier version'}`,
          condition,
          fire: { key, value: '', at: 1_780_000_000, count: 5, ...(on !== null && { event: eventOf(on) }) },
          ...{ host, isOfHost: field === 'host', isKnown },
        }
      }),
    ),
  )
}

const rows = conditions.flatMap(conditionOf => {
  const takesBy = 'by' in conditionOf('host')
  return (takesBy ? ['host', 'user', null] : [null]).flatMap(field => rowsOf(conditionOf(field)))
})

function eventOf(host: string): StoredEvent {
  const at = 1_780_000_000_000_000
  const texts = { program: 'sshd', mnemonic: '', message: `message of ${host}`, tags: {}, triggers: [] }
  return {
    id: ++made,
    ts: at,
    last: at,
    counter: 1,
    host,
    facility: 4,
    severity: 3,
    type: 1,
    status: 0,
    ...texts,
  }
}

let server: TestServer
const triggers = new Map<string, number>()
const seen = new Map<
  ReaderName,
  { groups: NotificationGroup[]; queried: NotificationGroup[]; runs: ActionRun[]; triggers: Trigger[] }
>()

beforeAll(async () => {
  server = await testServer()
  const { metadata, advanceClock } = server.people
  const { users, groups, db, keyring } = metadata
  for (const [name, reader] of Object.entries(readers)) {
    if (name === 'all') continue
    const group = await groups.create({
      name,
      permissions: ['triggers', 'notifications', 'search'],
      hosts: reader.hosts,
    })
    if (reader.userId !== 0) await groups.update(group.id, { members: [reader.userId] })
    else {
      reader.userId = (await users.create({ username: name, groups: [group.id] })).id
      const token = { userId: reader.userId, type: 'USER', description: '', expiresAt: null } as const
      await db
        .transaction()
        .execute(one => insertToken(one, keyring, { ...token, key: reader.secret }, metadata.clock()))
    }
  }
  const recorder = new MatchRecorder(
    metadata.matchRecords,
    { findSilence: () => undefined },
    openLog('silent'),
  )
  const owner = { userId: readers.owner.userId, managesTriggers: false }
  for (const { name, condition, fire, isKnown } of rows) {
    const draft = { name, filter: [], condition, send_webhook: true, escalate_after: 60 }
    const { id } = await metadata.triggers.create(owner, draft)
    triggers.set(name, id)
    const advance = () => ({ states: new Map(), fires: [fire] })
    await recorder.recordWindows(id, [fire.key], advance, isKnown ? ownerHosts : null)
  }
  advanceClock(120)
  await metadata.escalations.queueDue()
  const source = new StoredNotifications(metadata.notifications, new HostVisibility())
  for (const [name, { userId, hosts, secret }] of Object.entries(readers)) {
    const get = async (url: string) => {
      const answer = await server.app.inject({ url, headers: { authorization: `token ${secret}` } })
      expect(answer.statusCode).toBe(200)
      return answer.json().objects
    }
    const permissions = new Set(['notifications', 'triggers'] as const)
    const reader = { userId, hosts, permissions, managesQueries: false }
    seen.set(name as ReaderName, {
      groups: await get('/api/notifications?with_events=true&page_size=1000'),
      queried: await source.list(
        { ...reader, managesDashboards: false, managesWidgets: false },
        { params: { with_events: true }, predicate: { kind: 'all', of: [] }, span: undefined },
      ),
      runs: await get('/api/actions?page_size=1000'),
      triggers: await get('/api/triggers?page_size=1000'),
    })
  }
})
afterAll(() => server.app.close())

/** What a reader may see of a firing; undefined: nothing. */
function allowed({ host, isOfHost, isKnown }: Row, reader: ReaderName): { count: number | null } | undefined {
  if (reader === 'all') return { count: 5 }
  if (reader === 'owner') return { count: 5 }
  const covers = reader === 'covering' && isKnown
  const isVisible = host === '' ? covers : reader === 'covering' || host.startsWith('fw-')
  return isVisible ? { count: covers || isOfHost ? 5 : null } : undefined
}

const readerNames = Object.keys(readers) as ReaderName[]
const table = rows.flatMap(row => readerNames.map(reader => ({ ...row, row, reader })))

test.each(table)('$name, to $reader', ({ name, row, fire, host, reader }) => {
  const id = triggers.get(name)
  const expected = allowed(row, reader)
  const shown = seen.get(reader)
  const sum = expected === undefined ? 0 : (expected.count ?? 1)
  const group = {
    all_count: sum,
    unread_count: sum,
    events: [{ key: fire.key, host, count: expected?.count }],
    trigger: { notifications_count: sum, unread_count: sum },
  }
  for (const groups of [shown?.groups, shown?.queried]) {
    const found = groups?.filter(({ trigger_id }) => trigger_id === id)
    expect(found).toMatchObject(expected === undefined ? [] : [group])
  }
  expect(shown?.triggers.find(trigger => trigger.id === id)).toMatchObject(group.trigger)
  const isTold = reader === 'all' || reader === 'owner'
  // An action's matches are counted for readers who may see all hosts of the owner.
  const matches = isTold || (reader === 'covering' && row.isKnown) ? 5 : null
  const runs = shown?.runs.filter(({ trigger }) => trigger?.id === id)
  expect(runs).toMatchObject(
    expected === undefined
      ? []
      : [
          { kind: 'escalation', key: '', host, matches: isTold ? 5 : null },
          { kind: 'webhook', key: fire.key, host, matches },
        ],
  )
})

test.each(readerNames)('sums, and the tool of assistants, for %s', async reader => {
  const headers = { authorization: `token ${readers[reader].secret}` }
  const shown = rows.flatMap(row => allowed(row, reader) ?? [])
  const counts = (await server.app.inject({ url: '/api/notifications-counts', headers })).json()
  expect(counts).toMatchObject({
    group_count: shown.length,
    unread_count: shown.reduce((sum, { count }) => sum + (count ?? 1), 0),
  })
  const payload = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'list_alerts', arguments: { limit: 100, events: 10 } },
  }
  const { body } = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload })
  expect(body).toContain('message of fw-1')
  expect(body.includes('secret-of-db-9')).toBe(
    rows.some(row => row.fire.key === 'secret-of-db-9' && allowed(row, reader) !== undefined),
  )
  expect(body.includes('message of db-9')).toBe(reader !== 'some')
})

test('an entry that is not shown is not read, counted or deleted by its reader, and no action of it is sent again', async () => {
  const headers = tokenHeaders('user-ann')
  const hidden = triggers.get('absence by user, no event, key "secret-of-db-9"') ?? 0
  const [group] = seen.get('all')?.groups.filter(({ trigger_id }) => trigger_id === hidden) ?? []
  const [run] = seen.get('all')?.runs.filter(({ trigger }) => trigger?.id === hidden) ?? []
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    (await server.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode
  const ofGroup = `/api/notifications/${group?.id}`
  expect(await ask('GET', ofGroup)).toBe(404)
  expect(await ask('GET', `${ofGroup}/events`)).toBe(404)
  expect(await ask('PATCH', ofGroup, { read_flag: true })).toBe(404)
  expect(await ask('DELETE', `${ofGroup}/events/${group?.events?.[0]?.id}`)).toBe(404)
  expect(await ask('POST', '/api/notifications/read', {})).toBe(200)
  expect(await ask('GET', `/api/actions/${run?.id}`)).toBe(404)
  expect(await ask('POST', `/api/actions/${run?.id}/retry`)).toBe(404)
  const after = await server.app.inject({ url: ofGroup, headers: tokenHeaders('user-admin') })
  expect(after.json()).toMatchObject({ unread_count: 5 })
})
