import { randomBytes } from 'node:crypto'
import { isObject, type JsonObject } from '../../../src/schema/text/json-object.ts'
import { Client, matching } from '../client.ts'
import { until } from '../until.ts'
import type { Kind } from './id-kinds.ts'

/** An object of the owner. */
export interface OwnedObject {
  kind: Kind
  /** Its keys in the order of its path. */
  keys: readonly string[]
  /** Its address for readers with permission; undefined if no single address shows it. */
  readAt?: string
  /**
   * Only the owner may know of it; otherwise others may read it within their permissions, but not change it.
   */
  isPrivate: boolean
}

interface Parties {
  url: string
  owner: { id: number; token: string; password: string; username: string }
  admin: Client
  /** The owner's group. */
  group: number
}

/** Reads only the last minute. */
const search = { type: 'Search', params: { time_range: { preset: 'last_1_hours' } } }
const far = 9_000_000_000
/** Nothing listens there, and webhooks may not reach it. */
const webhook = { send_webhook: true, send_webhook_url: 'http://127.0.0.1:9/' }

/** A text contained in every private object of the owner, and in the names of its hosts. */
export const secret = `secret${randomBytes(6).toString('hex')}`
export const ownerHost = `hidden-${secret}`

/** Creates an object of each kind; the administrator creates the ones without an owner. */
export async function makeOwnedObjects({ url, owner, admin, group }: Parties): Promise<OwnedObject[]> {
  const own = new Client({ url, token: owner.token })
  const objects: OwnedObject[] = []
  const add = (kind: Kind, keys: readonly unknown[], readAt?: string, isPrivate = true) =>
    objects.push({ kind, keys: keys.map(String), isPrivate, ...(readAt !== undefined && { readAt }) })
  const make = async (kind: Kind, path: string, body: object, isPrivate = true, client = own) => {
    const { id } = await posted(client, path, body)
    add(kind, [id], `${path}/${id}`, isPrivate)
    return id
  }

  const widget = { type: 'Search', title: secret, config: { title: secret } }
  const dashboard = await make('dashboard', '/api/dashboards', { title: secret, widgets: [widget] })
  const shared = { title: 'shared', is_public: true, widgets: [{ type: 'Search' }] }
  await make('dashboard', '/api/dashboards', shared, false)
  const { id: widgetId } = await posted(own, `/api/dashboards/${dashboard}/widgets`, widget)
  add('widget', [widgetId], `/api/widgets/${widgetId}`)

  await make('task', '/api/tasks', { title: secret })
  await make('search', '/api/searches', { title: secret, params: matching(secret) })
  await make('search', '/api/searches', { title: 'shared', is_public: true }, false)
  await make('silence', '/api/silences', { name: 'shared', ends_at: far, starts_at: far - 1 }, false)
  await make('schedule', '/api/reports-schedules', {
    ...{ title: secret, format: 'csv', query: search },
    ...{ schedule_type: 'c', schedule: { cron: { minute: '0', hour: '0', month_of_year: '1' } } },
  })
  await make('report', '/api/reports', { title: secret, format: 'csv', query: search })

  const token = await posted(own, '/api/authtokens', { description: secret })
  add('token', [token.id], `/api/authtokens/${token.id}`)
  add('token', [token.secret_key], `/api/authtokens/${token.secret_key}`)
  const { username, password } = owner
  await own.post('/api/login', { username, password }, { authorization: '' })
  const [session] = await listed(own, '/api/users/me/sessions')
  add('session', [owner.id, session?.id], undefined)

  await make(
    'rule file',
    '/api/rules',
    { name: 'scan.yaml', text: `# ${secret}\nrewrite_rules: []\n` },
    true,
    admin,
  )
  objects.pop()
  add('rule file', ['scan.yaml'], '/api/rules/scan.yaml')
  await make('hold', '/api/legal-holds', { name: secret, ts_from: 1, ts_to: 2 }, true, admin)
  const http = { url: 'http://127.0.0.1:1/' }
  // Paused, and for no event: otherwise its status changes on its own.
  const filter = [{ field: 'host', value: 'of-no-event' }]
  await make('forwarder', '/api/forwarders', { name: secret, is_active: false, filter, http }, true, admin)
  add('user', [owner.id], `/api/users/${owner.id}`)
  add('group', [group], `/api/groups/${group}`)

  await make('trigger', '/api/triggers', alarm(secret, true))
  await make('trigger', '/api/triggers', alarm('shared', false), false)
  const event = await firedEvent(own)
  add('event', [event], `/api/events/${event}`)
  const { id: note } = await posted(own, `/api/events/${event}/notes`, { text: secret })
  add('note', [event, note], `/api/events/${event}/notes`)
  for (const { id, is_private, events } of await listed(own, '/api/notifications?with_events=true')) {
    const isPrivate = is_private === true
    add('notification', [id], `/api/notifications/${id}`, isPrivate)
    const [entry] = Array.isArray(events) ? events.filter(isObject) : []
    add('notification entry', [id, entry?.id], `/api/notifications/${id}/events`, isPrivate)
  }
  const runs = await until('the ends of all actions', async () => {
    const actions = await listed(own, '/api/actions')
    return actions.length >= 2 && actions.every(({ can_retry }) => can_retry) && actions
  })
  for (const { id } of runs) add('action', [id], `/api/actions/${id}`)

  const { query_id } = await posted(own, '/api/query', {
    type: 'Search',
    params: { ...search.params, ...matching(secret) },
  })
  add('query', [query_id], `/api/query/${query_id}`)
  return objects
}

/** The objects as an authorised reader sees them, without parts that change when others read them. */
export async function readOwned(
  objects: readonly OwnedObject[],
  owner: Client,
  admin: Client,
): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for (const { kind, keys, readAt } of objects) {
    if (readAt === undefined) continue
    const client = ['rule file', 'hold', 'forwarder', 'user', 'group'].includes(kind) ? admin : owner
    const answer = await client.get(readAt)
    // Queries are live: their results change with time.
    const text = kind === 'query' ? '' : stable(await answer.text())
    read.set(`${kind} ${keys.join('/')}`, `${answer.status} ${text}`)
  }
  // A session has no address.
  const sessions = await listed(owner, '/api/users/me/sessions')
  read.set('sessions', JSON.stringify(sessions.map(({ id }) => id)))
  return read
}

/**
 * Removes times of use, which no user set, and positions: other users' triggers are inserted before the
 * existing ones.
 */
function stable(text: string): string {
  return text.replaceAll(/"(last_used_at|order)":[^,}]*/g, '"$1":…')
}

function alarm(name: string, isPrivate: boolean): object {
  return { name, is_private: isPrivate, ...matching('"scan rings"'), issue_notification: true, ...webhook }
}

/** An event of the owner's host that set off both triggers, which may take a moment to be in force. */
async function firedEvent(own: Client): Promise<string> {
  await until('notifications of both triggers', async () => {
    await own.send([
      { message: `scan rings ${secret}`, host: ownerHost, program: secret, user_tags: { site: secret } },
    ])
    return (await listed(own, '/api/notifications')).length >= 2
  })
  return await until('the event to be found', async () => {
    const { events } = await own.search({ ...matching(secret), page_size: 1 })
    return events.objects[0]?._id
  })
}

/** The object created by a POST. */
async function posted(client: Client, path: string, body: object): Promise<JsonObject> {
  const answer = await client.post(path, body)
  const object: unknown = await answer.json()
  if (answer.status >= 300 || !isObject(object))
    throw new Error(`POST ${path} was answered ${answer.status} ${JSON.stringify(object)}`)
  return object
}

async function listed(client: Client, path: string): Promise<JsonObject[]> {
  const list: unknown = await (await client.get(path)).json()
  const { objects } = isObject(list) ? list : { objects: undefined }
  if (!Array.isArray(objects)) throw new Error(`GET ${path} lists nothing: ${JSON.stringify(list)}`)
  return objects.filter(isObject)
}
