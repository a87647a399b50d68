import type { ActionRun } from '../../src/schema/triggers/action-run.ts'
import type { NotificationGroup } from '../../src/schema/triggers/notification.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import { type Client, matching } from './client.ts'
import type { Parameters } from './objects-of-twins.ts'
import type { Both, Twins } from './twins.ts'
import { until } from './until.ts'

const count = 16
/** Nothing listens there, and webhooks may not reach it. */
const webhook = { send_webhook: true, send_webhook_url: 'http://127.0.0.1:9/' }

/** Triggers of both services, each set off once by an event: notifications, and failed actions. */
export class AlarmsOfTwins {
  readonly #clients: Both<Client>
  readonly #names = Array.from({ length: count }, (_, at) => `alarm-${at}`)
  #used = 0

  private constructor(clients: Both<Client>) {
    this.#clients = clients
  }

  /** `entrances`: the first service, and each node of the second. `ts`: the time of the events. */
  static async make(
    twins: Twins,
    clients: Both<Client>,
    entrances: readonly Client[],
    ts: number,
  ): Promise<AlarmsOfTwins> {
    const alarms = new AlarmsOfTwins(clients)
    const paths = ['/api/triggers', '/api/triggers'] as const
    for (const name of alarms.#names) {
      const body = { name, ...matching(`"${name} rings"`), issue_notification: true, ...webhook }
      await twins.ask({ method: 'POST', paths, body })
    }
    await triggersInForce(clients, entrances, ts)
    for (const [at, name] of alarms.#names.entries())
      for (const client of clients) {
        await client.send([{ message: `${name} rings`, host: 'fw-1', ts }])
        // One by one: several nodes would record them in any order.
        await until('a notification', async () => (await alarms.#notifications(client)).length === at + 1)
      }
    for (const client of clients)
      await until('the ends of all actions', async () => {
        const actions = await alarms.#actions(client)
        return actions.length === count && actions.every(({ can_retry }) => can_retry)
      })
    return alarms
  }

  /** A notification that no other caller gets, as path parameters, with its newest entry. */
  async notification(): Promise<Both<Parameters>> {
    const name = this.#next()
    return await this.#ofBoth(async client => {
      const { id, events } = found(name, await this.#notifications(client), group => group.name)
      return { id, entry: events?.[0]?.id ?? 0 }
    })
  }

  async action(): Promise<Both<Parameters>> {
    const name = this.#next()
    return await this.#ofBoth(async client => ({
      id: found(name, await this.#actions(client), run => run.trigger_name).id,
    }))
  }

  #next(): string {
    const name = this.#names[this.#used++]
    if (name === undefined) throw new Error('all alarms are used: make more')
    return name
  }

  async #ofBoth<T>(of: (client: Client) => Promise<T>): Promise<Both<T>> {
    return [await of(this.#clients[0]), await of(this.#clients[1])]
  }

  async #notifications(client: Client): Promise<NotificationGroup[]> {
    const answer = await client.get('/api/notifications?with_events=true&page_size=1000')
    // The shape of this route, which the API tests check.
    return ((await answer.json()) as { objects: NotificationGroup[] }).objects
  }

  async #actions(client: Client): Promise<ActionRun[]> {
    const answer = await client.get('/api/actions?page_size=1000')
    // As above.
    const { objects } = (await answer.json()) as { objects: ActionRun[] }
    return objects.filter(({ kind }) => kind === 'webhook')
  }
}

function found<T>(name: string, all: readonly T[], nameOf: (one: T) => string): T {
  const one = all.find(one => nameOf(one) === name)
  if (one === undefined) throw new Error(`${name} has set off nothing`)
  return one
}

/**
 * Triggers reach every node in order: once the last one works, all do. Both services get equally many events
 * for this.
 */
async function triggersInForce(
  clients: Both<Client>,
  [entrance, ...entrances]: readonly Client[],
  ts: number,
): Promise<void> {
  const probe = { name: 'probe', ...matching('probe'), issue_notification: false }
  const ways = [entrance === undefined ? [] : [entrance], entrances] as const
  const sent = [0, 0]
  const send = async (service: number, entrance: Client) => {
    sent[service] = (sent[service] ?? 0) + 1
    await entrance.send([{ message: `probe ${sent[service]}`, host: 'probe', ts }])
  }
  for (const [service, client] of clients.entries()) {
    const made = (await (await client.post('/api/triggers', probe)).json()) as Trigger
    const path = `/api/triggers/${made.id}`
    const hits = async () => ((await (await client.get(path)).json()) as Trigger).hits_count ?? 0
    for (const way of ways[service] ?? []) {
      const before = await hits()
      await until('a trigger at each node', async () => {
        await send(service, way)
        return (await hits()) > before
      })
    }
    await fetch(`${client.url}${path}`, { method: 'DELETE', headers: client.headers })
  }
  const most = Math.max(...sent)
  for (const [service, client] of clients.entries())
    while ((sent[service] ?? 0) < most) await send(service, client)
}
