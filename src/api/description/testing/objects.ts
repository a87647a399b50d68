import { insertAction } from '../../../metadata/testing/insert-action.ts'
import { insertNotification } from '../../../metadata/triggers/testing/insert-notification.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { adminId, tokenHeaders } from '../../testing/people.ts'
import type { TestServer } from '../../testing/test-server.ts'
import type { SampleBodies } from './bodies.ts'

/** Path parameters that are not ids of created objects. */
const fixedParameters: Readonly<Record<string, string>> = {
  ev_id: '42',
  path: 'app1/disk',
  field: 'host',
  index: 'logs',
  document: '7',
}

/** By collection: creates an object other than by POST, and returns its id. `id`: the id in the path. */
const otherObjects: Readonly<Record<string, (server: TestServer, id: number) => Promise<number>>> = {
  '/api/users/me/sessions': async ({ people }) => {
    const from = { address: '192.0.2.7', network: '192.0.2.7', agent: 'test' }
    return (await people.metadata.sessions.start(adminId, from)).id
  },
  '/api/users/{id}/sessions': async ({ people }, id) => {
    const from = { address: '192.0.2.7', network: '192.0.2.7', agent: 'test' }
    return (await people.metadata.sessions.start(id, from)).id
  },
  '/api/events/42/notes': async ({ people }) =>
    (await people.metadata.notes.create(adminId, { id: 42, ts: 0 }, 'Fan')).id,
  '/api/actions': async ({ people }) => {
    const owner = { userId: adminId, managesTriggers: true }
    const { id } = await people.metadata.triggers.create(owner, { name: 'x', filter: [] })
    return insertAction(people.metadata, { trigger_id: id, owner_id: adminId, status: 'dead', due_at: null })
  },
  '/api/notifications': async ({ people }) => {
    const owner = { userId: adminId, managesTriggers: true }
    const { id } = await people.metadata.triggers.create(owner, { name: 'Fan', filter: [] })
    return insertNotification(people.metadata, id)
  },
  '/api/notifications/{id}/events': async ({ people }, id) => {
    const { objects } = await people.metadata.notifications.listEvents(
      { userId: adminId, managesTriggers: true, usesTriggers: true, seesHost: undefined },
      id,
      { offset: 0, limit: 1 },
    )
    return objects[0]?.id ?? 0
  },
}

/** Creates objects for the paths of operations, with the POST of their collection. */
export class SampleObjects {
  readonly #server: TestServer
  readonly #bodies: SampleBodies

  constructor(server: TestServer, bodies: SampleBodies) {
    this.#server = server
    this.#bodies = bodies
  }

  /** The path with the id of a new object owned by admin. */
  async pathOf(path: string): Promise<string> {
    const [whole, collection = '', name = ''] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? []
    if (whole === undefined) return path
    const key = fixedParameters[name] ?? (await this.#create(collection, name))
    return this.pathOf(path.replace(`{${name}}`, key))
  }

  /** The required query string of an operation, with the id of a new object owned by admin. */
  async queryOf(method: string, path: string): Promise<string> {
    const operation = `${method} ${path}`
    if (operation === 'DELETE /api/dashboards') return `?id=${await this.#create(path, 'id')}`
    if (operation !== 'DELETE /api/dashboard-templates') return ''
    return `?path=${await this.#create('/api/dashboards/{id}/templates', 'path')}`
  }

  /** Creates an object of a collection, and returns its member `name`, which is usually its id. */
  async #create(collection: string, name: string): Promise<string> {
    const make = otherObjects[collection] ?? otherObjects[collection.replace(/\d+/, '{id}')]
    if (make !== undefined) return String(await make(this.#server, Number(/\d+/.exec(collection)?.[0])))
    const place = collection === '/api/widgets' ? '/api/dashboards/{id}/widgets' : collection
    const url = await this.pathOf(place)
    const answer = await this.#server.app.inject({
      method: 'POST',
      url,
      headers: { ...tokenHeaders('user-admin'), 'content-type': 'application/json' },
      payload: JSON.stringify(this.#bodies.of('post', place, 'application/json', false)),
    })
    const made: unknown = answer.json()
    const id = isObject(made) ? made[name === 'qid' ? 'query_id' : name] : undefined
    if (id === undefined) throw new Error(`POST ${url} made nothing: ${answer.body}`)
    return String(id)
  }
}
