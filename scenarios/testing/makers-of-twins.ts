import type { Session } from '../../src/schema/people/sign-in.ts'
import { isObject } from '../../src/schema/text/json-object.ts'
import type { AlarmsOfTwins } from './alarms-of-twins.ts'
import type { Client, Params } from './client.ts'
import { keyOf, type ObjectsOfTwins, type Parameters } from './objects-of-twins.ts'
import type { Answered, Both, Twins } from './twins.ts'
import { until } from './until.ts'

interface MakersDeps {
  twins: Twins
  clients: Both<Client>
  alarms: AlarmsOfTwins
  /** Finds one event on both services. */
  event: Params
  login: { username: string; password: string }
}

type Make = (objects: ObjectsOfTwins) => Promise<Both<Parameters>>

/** Creates objects that cannot be created by a POST to their collection, by path or collection. */
export function makersOfTwins({ twins, clients, alarms, event, login }: MakersDeps): Record<string, Make> {
  const both = async <T>(of: (client: Client) => Promise<T>): Promise<Both<T>> => [
    await of(clients[0]),
    await of(clients[1]),
  ]
  const same = (parameters: Parameters) => async () => [parameters, parameters] as const
  const events = async () =>
    await both(async client => {
      const { events } = await client.search(event)
      return { ev_id: events.objects[0]?._id ?? '' }
    })
  const posted = async (paths: Both<string>, body: unknown) =>
    await twins.ask({ method: 'POST', paths, body })
  return {
    '/api/events': events,
    '/api/events/{ev_id}/notes/{id}': async () => {
      const [one, other] = await events()
      const paths = [`/api/events/${one.ev_id}/notes`, `/api/events/${other.ev_id}/notes`] as const
      const answers = await posted(paths, { text: 'seen' })
      return [withId(one, answers[0]), withId(other, answers[1])]
    },
    '/api/widgets': async objects => {
      const answers = await posted(await objects.pathsOf('/api/dashboards/{id}/widgets'), {
        type: 'TopN',
        config: { title: 'Hosts' },
      })
      return [withId({}, answers[0]), withId({}, answers[1])]
    },
    '/api/reports/{id}/file': async objects => {
      const made = await objects.pathsOf('/api/reports/{id}')
      for (const [at, client] of clients.entries())
        await until('the report', async () => {
          const report: unknown = await (await client.get(made[at] ?? '')).json()
          return isObject(report) && report.status === 'SUCCESS'
        })
      return [{ id: made[0].split('/').at(-1) ?? '' }, { id: made[1].split('/').at(-1) ?? '' }]
    },
    '/api/users/me/sessions': async () => {
      await posted(['/api/login', '/api/login'], login)
      return await both(async client => {
        const answer = await client.get('/api/users/me/sessions')
        // The shape of this route, which the API tests check.
        const { objects } = (await answer.json()) as { objects: Session[] }
        return { id: Math.max(...objects.map(({ id }) => id)) }
      })
    },
    '/api/notifications': () => alarms.notification(),
    '/api/actions': () => alarms.action(),
    '/api/dictionaries': same({ field: 'host' }),
    '/incoming/raw': same({ path: 'app1/disk' }),
    '/elasticsearch': same({ index: 'logs' }),
  }
}

function withId(parameters: Parameters, answer: Answered): Parameters {
  return { ...parameters, id: keyOf(answer, 'id') }
}
