import { Type } from 'typebox'
import { Fault } from '../../schema/fault.ts'
import { hostStates, IngestHealth, SourceHost, SourceHostMark } from '../../schema/intake/ingest-health.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo, stringEnum } from '../http/schemas.ts'
import { Page, pageOfArray, pageQuery } from '../http/validation/lists.ts'
import type { IngestMonitor } from './ingest-monitor.ts'
import { presentHealth, presentHosts } from './present-hosts.ts'

const orders = ['host', 'last_at', 'events', 'silent_seconds'] as const

const HostsQuery = Type.Object({
  ...pageQuery,
  search: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name, ignoring case' })),
  state: Type.Optional(stringEnum(hostStates, { description: 'Only hosts in this state' })),
  ordering: Type.Optional(
    stringEnum(
      orders.flatMap(field => [field, `-${field}`]),
      { description: 'A field; `-` before it sorts in descending order. By default quiet hosts come first' },
    ),
  ),
})

/** Routes for the health of ingest: whether logs arrive, and which hosts are quiet. */
export function ingestRoutes(app: App, monitor: IngestMonitor): void {
  for (const shape of [SourceHost, SourceHostMark, IngestHealth]) app.addSchema(shape)

  app.get(
    '/api/ingest/health',
    {
      config: { access: 'search' },
      schema: {
        summary: 'Health of ingest',
        description:
          'Figures of the last ten minutes, at most two seconds old; computed once for all readers.',
        response: { 200: refTo(IngestHealth) },
      },
    },
    async request => presentHealth(await monitor.sample(), callerOf(request).hosts, monitor),
  )

  app.get(
    '/api/ingest/hosts',
    {
      config: { access: 'search' },
      schema: {
        summary: 'Hosts that send events, and how regularly',
        description: 'At most 10,000 hosts are tracked; a host is forgotten after 30 days of silence.',
        querystring: HostsQuery,
        response: { 200: Page(refTo(SourceHost)) },
      },
    },
    async request => {
      const { query } = request
      const { search = '', state } = query
      const hosts = presentHosts(await monitor.sample(), callerOf(request).hosts, monitor)
      const found = hosts.filter(
        one =>
          (state === undefined || one.state === state) &&
          one.host.toLowerCase().includes(search.toLowerCase()),
      )
      return pageOfArray(query, sortHosts(found, query.ordering))
    },
  )

  app.post(
    '/api/ingest/hosts/mark',
    {
      config: { access: 'search' },
      schema: {
        summary: 'Acknowledge or ignore the silence of a host',
        description:
          'Applies to all users. `acknowledged` ends when the host sends again; `ignored` stays. null removes the mark.',
        body: refTo(SourceHostMark),
        response: { 200: refTo(SourceHost) },
        faults: ['not_found'],
      },
    },
    async request => {
      const { host, mark } = request.body
      const { user, hosts } = callerOf(request)
      const find = async () =>
        presentHosts(await monitor.sample(), hosts, monitor).find(one => one.host === host)
      if ((await find()) === undefined) throw new Fault('not_found')
      await monitor.mark(host, mark, user.username)
      const marked = await find()
      if (marked === undefined) throw new Fault('not_found')
      return marked
    },
  )
}

const stateRank = { quiet: 0, new: 1, active: 2, gone: 3 } as const

function sortHosts(hosts: SourceHost[], ordering: string | undefined): SourceHost[] {
  const byName = (a: SourceHost, b: SourceHost) => (a.host < b.host ? -1 : 1)
  if (ordering === undefined) {
    // Within a state, hosts with a mark come last.
    const rank = ({ state, mark }: SourceHost) => stateRank[state] + (mark === null ? 0 : 0.5)
    return hosts.sort((a, b) => rank(a) - rank(b) || byName(a, b))
  }
  const sign = ordering.startsWith('-') ? -1 : 1
  const field = orders.find(name => ordering.endsWith(name)) ?? 'host'
  if (field === 'host') return hosts.sort((a, b) => sign * byName(a, b))
  return hosts.sort((a, b) => sign * (a[field] - b[field]) || byName(a, b))
}
