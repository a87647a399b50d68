import { createSocket } from 'node:dgram'
import { expect, test } from 'vitest'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import type { Widget } from '../../src/schema/dashboards/widget.ts'
import { matching } from '../testing/client.ts'
import { LiveUpdates, type Update } from '../testing/live-updates.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const marker = 'dashmark'

const millrace = startMillrace()
const { client } = millrace

/** Lines of these hosts over syslog UDP, each with the marker. */
async function log(...hosts: string[]): Promise<void> {
  const { host, port } = millrace.address('syslog_udp')
  const socket = createSocket('udp4')
  for (const [i, name] of hosts.entries()) {
    const line = `<134>1 ${new Date().toISOString()} ${name} app - - - ${marker} line ${i}`
    await new Promise<void>((resolve, reject) =>
      socket.send(line, port, host, error => (error === null ? resolve() : reject(error))),
    )
  }
  socket.close()
}

async function dashboardAt(path: string, body: unknown): Promise<Dashboard> {
  const answer = await client.post(path, body)
  expect(answer.status).toBe(201)
  // The shape of this route, which the API tests check.
  return (await answer.json()) as Dashboard
}

/** A dashboard with a search and a ranking, which use its time range. */
async function makeDashboard(): Promise<Dashboard> {
  const filter = matching(marker).filter
  return dashboardAt('/api/dashboards', {
    title: 'Live',
    config: { time_range: { preset: 'last_1_hours' } },
    widgets: [
      { type: 'Search', config: { title: 'Lines', filter, page_size: 5 } },
      { type: 'TopN', config: { title: 'Hosts', field: 'host', filter, view_type: 'pie' } },
    ],
  })
}

/** The newest state of each widget. */
async function watched(target: Parameters<typeof LiveUpdates.open>[1]) {
  const newest = new Map<number | null, Update>()
  const live = await LiveUpdates.open(client, target, update => newest.set(update.widget_id, update))
  const results = (widget: number | null) => JSON.stringify(newest.get(widget)?.data.results ?? {})
  return { newest, results, close: () => live.close() }
}

test('a dashboard reports all its widgets as events come in, new widgets, and all of them after a restart', async () => {
  const made = await makeDashboard()
  const [lines, hosts] = made.widgets.map(({ id }) => id)
  if (lines === undefined || hosts === undefined) throw new Error('two widgets were made')
  const live = await watched(['dashboard', made.id])
  await until('the first state of both widgets', () =>
    [lines, hosts].every(id => live.newest.get(id)?.data.status === 'SUCCESS'),
  )
  for (const { id, query_id } of made.widgets) {
    expect(live.newest.get(id)).toMatchObject({ widget_id: id, dashboard_id: made.id, data: { query_id } })
  }

  await log('fw-1', 'fw-2', 'fw-1')
  await until('the events in the search', () => live.results(lines).includes(`${marker} line 2`))
  await until('both hosts in the ranking', () => /fw-1.*fw-2/.test(live.results(hosts)))

  const query = await client.get(`/api/query/${made.widgets[0]?.query_id}`)
  expect(await query.json()).toMatchObject({ status: 'SUCCESS', type: 'Search', owner_id: made.owner.id })
  const stop = await client.get(`/api/query/${made.widgets[0]?.query_id}/stop`)
  expect(stop.status).toBe(409)

  const added = await client.post(`/api/dashboards/${made.id}/widgets`, {
    type: 'EventRate',
    config: { title: 'Rate', filter: matching(marker).filter },
  })
  // The shape of this route, which the API tests check.
  const { id: rate } = (await added.json()) as Widget
  await until('the first state of the new widget', () => live.newest.get(rate)?.data.status === 'SUCCESS')
  await live.close()

  await millrace.stop()
  await millrace.restart()
  const again = await watched(['dashboard', made.id])
  await until('the events in the search after a restart', () =>
    again.results(lines).includes(`${marker} line 2`),
  )
  expect(again.newest.get(lines)?.data.query_id).toBe(made.widgets[0]?.query_id)
  await again.close()
})
