import { Registry } from 'prom-client'
import { Type } from 'typebox'
import type { Intake } from '../../ingest/worker/intake.ts'
import { isRunning } from '../../metadata/nodes/nodes.ts'
import type { KeptSize } from '../../metadata/repository/quotas.ts'
import type { ActionHistory } from '../../metadata/triggers/action-history.ts'
import { Fault } from '../../schema/fault.ts'
import { requireAllHosts } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import type { NodeLinks } from '../nodes/node-links.ts'
import type { SpaceSource } from '../space/space-source.ts'
import type { EventEngine } from '../status/event-engine.ts'
import type { EventServer } from '../status/event-server.ts'
import { readNodeCounters, sumCounters } from './counters-of-nodes.ts'
import { metricsWriter } from './metrics.ts'
import { LedgerRecord, toLedgerRecord, toNodeRecords } from './schemas.ts'

/** Routes of the ledger, as JSON and for Prometheus. Only for callers who may see all hosts. */
export function ledgerRoutes(
  app: App,
  deps: {
    version: string
    metrics: boolean
    intake: Pick<Intake, 'counters'>
    actionHistory: Pick<ActionHistory, 'counts'>
    eventServers?: readonly EventServer[]
    eventEngine?: EventEngine
    nodes?: Pick<NodeLinks, 'self' | 'others'> | undefined
    space: SpaceSource
    keptSizes: () => Promise<readonly KeptSize[]>
  },
): void {
  const { version, intake, actionHistory, metrics, eventServers = [], eventEngine, nodes, space } = deps
  app.addSchema(LedgerRecord)
  app.get(
    '/api/ledger',
    {
      schema: {
        summary: 'The ledger: what became of every event, by source',
        response: { 200: refTo(LedgerRecord) },
        faults: ['permission_denied'],
      },
    },
    async request => {
      requireAllHosts(request)
      const own = await intake.counters()
      if (nodes === undefined) return toLedgerRecord(own)
      const otherCounters = readNodeCounters(nodes.others, isRunning)
      const all = [{ name: nodes.self.name, isRunning: true, counters: own }, ...otherCounters]
      return { ...toLedgerRecord(sumCounters(own, otherCounters)), nodes: toNodeRecords(all) }
    },
  )

  const writeMetrics = metricsWriter(version, { eventServers, eventEngine })
  app.get(
    '/metrics',
    {
      config: { accessKeys: true, produces: 'text/plain' },
      schema: {
        summary: 'The ledger as metrics for Prometheus',
        description: 'Requires MILLRACE_METRICS=token and a USER token.',
        response: { 200: Type.String() },
        faults: ['permission_denied', 'not_found'],
      },
    },
    async (request, reply) => {
      if (!metrics) {
        throw new Fault('not_found', { detail: 'Metrics are off; MILLRACE_METRICS=token turns them on.' })
      }
      requireAllHosts(request)
      // If the store does not answer, other metrics show that.
      const stored = await space.read().catch(() => undefined)
      const text = await writeMetrics({
        counters: await intake.counters(),
        actions: await actionHistory.counts(),
        kept: await deps.keptSizes(),
        space: stored,
      })
      return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(text)
    },
  )
}
