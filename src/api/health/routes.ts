import type { Forwarders } from '../../metadata/forwarding/forwarders.ts'
import { isRunning } from '../../metadata/nodes/nodes.ts'
import type { KeptSize } from '../../metadata/repository/quotas.ts'
import type { SlowQueries } from '../../query/life/slow-queries.ts'
import type { QueryService } from '../../query/query-service.ts'
import { ServiceHealth } from '../../schema/service-health.ts'
import type { ClockJumps } from '../../telemetry/clock-watch.ts'
import type { ArchiveSource } from '../archive/routes.ts'
import { requireAllHosts } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import type { IngestMonitor } from '../ingest/ingest-monitor.ts'
import { presentHealth } from '../ingest/present-hosts.ts'
import type { NodeLinks } from '../nodes/node-links.ts'
import type { SpaceSource } from '../space/space-source.ts'
import type { EventServer } from '../status/event-engine.ts'
import { healthParts, type NodeFacts, worstState } from './health-parts.ts'

const slowQueriesWithinMs = 600_000
const clockJumpsWithinMs = 3_600_000
/** A node not seen for longer is not reported as lost any more, even if it was not removed. */
const lostWithinSeconds = 7 * 86_400
/** Maximum running queries that are counted; `summaries` lists them first. */
const maxSummaries = 1_000

type KnownNodes = Pick<NodeLinks, 'self' | 'others' | 'clockSkewMs'>

interface HealthDeps {
  ready: () => boolean
  eventServers?: readonly EventServer[]
  unreadableParts?: () => readonly string[]
  ingestMonitor: IngestMonitor
  queryService: Pick<QueryService, 'summaries'>
  slowQueries: Pick<SlowQueries, 'list'>
  space: Pick<SpaceSource, 'disks' | 'hasSizeLimit'>
  keptSizes: () => Promise<readonly KeptSize[]>
  forwarders: Pick<Forwarders, 'all'>
  clockJumps: Pick<ClockJumps, 'within'>
  archive?: Pick<ArchiveSource, 'problems' | 'away'> | undefined
  nodes?: KnownNodes | undefined
}

/** GET /api/monitor/health: for callers who may see all hosts, since the figures count their events. */
export function healthRoutes(app: App, deps: HealthDeps): void {
  app.addSchema(ServiceHealth)
  app.get(
    '/api/monitor/health',
    {
      schema: {
        summary: 'State of each part of the service, and what to do',
        response: { 200: refTo(ServiceHealth) },
        faults: ['permission_denied'],
      },
    },
    async request => {
      requireAllHosts(request)
      const { ingestMonitor, queryService, slowQueries, space, clockJumps, eventServers = [], nodes } = deps
      const { checks, losses } = presentHealth(await ingestMonitor.sample(), ['*'], ingestMonitor)
      const since = (Date.now() - slowQueriesWithinMs) / 1_000
      const parts = healthParts({
        checks,
        losses,
        isReady: deps.ready(),
        downServers: eventServers.filter(({ isUp }) => !isUp).map(({ name }) => name),
        unreadableParts: deps.unreadableParts?.() ?? [],
        runningQueries: queryService.summaries(maxSummaries).filter(one => one.isRunning).length,
        slowQueries: slowQueries.list.filter(entry => entry.ended_at >= since).length,
        disk: space.disks(),
        hasSizeLimit: space.hasSizeLimit(),
        keptSizes: await deps.keptSizes(),
        forwarders: await deps.forwarders.all(),
        archive: deps.archive && { problems: deps.archive.problems(), away: deps.archive.away() },
        clockJumpedMs: clockJumps.within(clockJumpsWithinMs)?.byMs,
        ...(nodes && { nodes: nodeFacts(nodes) }),
      })
      return { state: worstState(parts), parts }
    },
  )
}

/** Facts about all nodes, including this one. A node without a url has stopped normally: it is not lost. */
function nodeFacts({ self, others, clockSkewMs }: KnownNodes): NodeFacts {
  const lost = others.filter(
    node =>
      node.url !== null &&
      !isRunning(node) &&
      node.ageSeconds !== null &&
      node.ageSeconds < lostWithinSeconds,
  )
  const running = others.filter(isRunning)
  return {
    running: 1 + running.length,
    lost: lost.map(({ name }) => name),
    clocks: [{ name: self.name, clockSkewMs }, ...running],
  }
}
