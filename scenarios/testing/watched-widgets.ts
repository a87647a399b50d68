import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import type { TopNResults } from '../../src/schema/query/top-n.ts'
import { type Client, matching } from './client.ts'
import { LiveUpdates, type Target } from './live-updates.ts'
import { until } from './until.ts'

const hosts = ['live-one', 'live-two']

/**
 * Watches a query, a widget and its dashboard, each with `sockets` websockets, then sends events. Returns the
 * final counts of hosts on each websocket, as JSON.
 */
export async function watchedBy(client: Client, sockets: number): Promise<string[]> {
  const params = { field: 'host', time_range: { preset: 'last_1_hours' }, ...matching('watched') }
  const answer = await client.post('/api/dashboards', {
    title: 'watched',
    widgets: [{ type: 'TopN', config: { title: 'Hosts', ...params } }],
  })
  // The shape of this route, which the API tests check.
  const { id, widgets } = (await answer.json()) as Dashboard
  const { query_id } = await client.query('TopN', params)
  const targets: Target[] = [
    ['query', String(query_id)],
    ['widget', widgets[0]?.id ?? 0],
    ['dashboard', id],
  ]
  const shown: string[] = []
  const watching = await Promise.all(
    targets
      .flatMap(target => Array<Target>(sockets).fill(target))
      .map((target, at) =>
        LiveUpdates.open(client, target, ({ data }) => {
          // The results of a TopN, once there are some.
          const { totals } = data.results as Partial<TopNResults>
          shown[at] = JSON.stringify(totals?.values ?? [])
        }),
      ),
  )
  const events = hosts.map(host => ({ host, message: `watched from ${host}` }))
  const status = await client.send(events)
  if (status !== 200) throw new Error(`The events were answered ${status}`)
  await until('all events on each websocket', () =>
    watching.every((_, at) => hosts.every(host => shown[at]?.includes(host))),
  )
  for (const one of watching) await one.close()
  return shown
}
