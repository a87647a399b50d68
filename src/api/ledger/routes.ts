import { Registry } from 'prom-client'
import { type Static, Type } from 'typebox'
import { until } from '../../async/until.ts'
import { imbalanceOf } from '../../ingest/ledger/balance.ts'
import type { Intake, IntakeCounters } from '../../ingest/worker/intake.ts'
import type { Forwarders } from '../../metadata/forwarding/forwarders.ts'
import { isRunning } from '../../metadata/nodes/nodes.ts'
import type { KeptSize } from '../../metadata/repository/quotas.ts'
import type { ActionHistory } from '../../metadata/triggers/action-history.ts'
import { Fault } from '../../schema/fault.ts'
import { type Forwarder, ForwarderStatus } from '../../schema/forwarding/forwarder.ts'
import { type LedgerCounts, refusalReasons } from '../../schema/intake/ledger.ts'
import { nullable } from '../../schema/shapes.ts'
import type { ArchiveSource } from '../archive/routes.ts'
import { requireAllHosts } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import type { NodeLinks } from '../nodes/node-links.ts'
import type { SpaceSource } from '../space/space-source.ts'
import type { EventEngine, EventServer } from '../status/event-engine.ts'
import { type NodeCounters, readNodeCounters, sumCounters } from './counters-of-nodes.ts'
import { metricsWriter } from './metrics.ts'

/**
 * Maximum wait for each database that these routes read. Prometheus waits 10 s for all metrics by default.
 */
const readTimeoutMs = 2_000

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
    nodes?: Pick<NodeLinks, 'self' | 'others' | 'refresh'> | undefined
    space: SpaceSource
    archive?: ArchiveSource | undefined
    keptSizes: () => Promise<readonly KeptSize[]>
    forwarders: Pick<Forwarders, 'all'>
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
      const [ownCounters, all] = await Promise.all([
        intake.counters(),
        inTime(deps.forwarders.all()),
        nodes && inTime(nodes.refresh()),
      ])
      const forwarders = all && { forwarders: all.map(toForwarderRecord) }
      if (nodes === undefined) return { ...toLedgerRecord(ownCounters), ...forwarders }
      const otherCounters = readNodeCounters(nodes.others, isRunning)
      const counted = [{ name: nodes.self.name, isRunning: true, counters: ownCounters }, ...otherCounters]
      return {
        ...toLedgerRecord(sumCounters(ownCounters, otherCounters)),
        nodes: toNodeRecords(counted),
        ...forwarders,
      }
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
      const [counters, actions, kept, forwarders, stored] = await Promise.all([
        intake.counters(),
        inTime(actionHistory.counts()),
        inTime(deps.keptSizes()),
        inTime(deps.forwarders.all()),
        inTime(space.read()),
      ])
      const text = await writeMetrics({
        counters,
        actions,
        kept,
        forwarders,
        space: stored,
        archive: deps.archive,
      })
      return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(text)
    },
  )
}

/** Undefined if the database behind `reading` fails or does not answer in time: other metrics show that. */
async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  return await until(reading, { timeoutMs: readTimeoutMs }).catch(() => undefined)
}

const count = (description: string) => Type.Integer({ minimum: 0, description })
const byReason = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

const describedRefusals = Object.entries(refusalReasons)
  .map(([reason, says]) => `\`${reason}\`: ${says}.`)
  .join(' ')

const countMembers = {
  received: count('Events received completely'),
  stored: count('Stored as new events'),
  duplicates: count('Stored as a repeat of an earlier event'),
  dropped: count('Dropped by rules'),
  out_of_time: count('Older than the tolerance'),
  refused: count('Not stored for any other reason'),
  refused_by: byReason(`The same by reason; reasons without events are absent. ${describedRefusals}`),
  in_flight: count('Not stored yet'),
  turned_away: byReason(
    'Connections and bodies refused as a whole, by reason: the number of their events is unknown',
  ),
  udp_dropped: count('Datagrams that the kernel dropped because its buffer was full: never received'),
  frame_errors: count('Framing errors of streams'),
  truncated: count('Events cut to the maximum size'),
  fields_omitted: count('Extra fields that were cut, or dropped because their event has too many tags'),
  clock_ahead: count('Events whose time was ahead of our clock: they got the time of their receipt'),
  bytes: count('Bytes received'),
  connections: count('Open at the moment'),
}

const IntakeBoundsRecord = Type.Object(
  {
    is_open: Type.Boolean({
      description: 'Whether events are accepted; if not, senders wait or are refused',
    }),
    windows_evicted: count(
      'Deduplication windows closed early to save memory: the next repeat becomes a new event',
    ),
    spool_bytes: count('Bytes not stored yet, in memory and in the spool'),
    spool_limit: count('Maximum of spool_bytes'),
    disk_free: nullable(Type.Integer(), {
      description: 'Free bytes of the disk of the spool; null: unknown',
    }),
    disk_floor: count('Free bytes below which nothing is accepted'),
    refused_held: count(
      'Spool files that the store refuses and that wait in the spool, because spool/refused is full',
    ),
    aside_removed: Type.Object(
      { broken: count('Damaged files'), refused: count('Files that the store refused') },
      { description: 'Damaged spool files that were removed from quarantine to limit its size' },
    ),
  },
  { description: 'Ingest compared with its limits. Counted since the start of the process' },
)

const { sent, dropped, refused, skipped, expired, waiting } = ForwarderStatus.properties
const forwarderCounts = { sent, dropped, refused, skipped, expired, waiting }

export const LedgerRecord = Type.Object(
  {
    is_balanced: Type.Boolean({
      description:
        'Whether received = stored + duplicates + dropped + out_of_time + refused + in_flight, of all and of each',
    }),
    totals: Type.Object(countMembers),
    sources: Type.Array(
      Type.Object({
        source: Type.String({ description: 'A listener by its name, or a protocol of HTTP' }),
        last_at: nullable(Type.Number(), {
          description: 'Unix seconds of its last event since the start of the process; null before',
        }),
        ...countMembers,
      }),
    ),
    bounds: IntakeBoundsRecord,
    forwarders: Type.Optional(
      Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), ...forwarderCounts }), {
        description:
          'What became of the events that match the filter of each forwarder. Absent while the metadata does not answer',
      }),
    ),
    nodes: Type.Optional(
      Type.Array(
        Type.Object({
          node: Type.String({ description: 'Name of the node' }),
          is_running: Type.Boolean({ description: 'false: the counts are from before the node stopped' }),
          totals: Type.Object(countMembers),
        }),
        {
          description:
            'Only where services share one PostgreSQL: the counts above for each node, the answering node first; others as of two seconds ago. `bounds` are the bounds of the answering node',
        },
      ),
    ),
  },
  { $id: 'Ledger', description: 'Counts of what became of every event; they continue across restarts' },
)
export type LedgerRecord = Static<typeof LedgerRecord>

function toLedgerRecord({ sources, state, ...totals }: IntakeCounters): LedgerRecord {
  const { isOpen, windowsEvicted, spoolBytes, maxSpoolBytes, quarantineRemoved } = state
  const { freeBytes, minFreeBytes, heldFiles = 0 } = state
  return {
    is_balanced: [totals, ...sources].every(counts => imbalanceOf(counts) === 0),
    totals: countsRecord(totals),
    sources: sources
      .map(({ source, lastAt, ...counts }) => ({
        source,
        last_at: lastAt === 0 ? null : lastAt / 1e6,
        ...countsRecord(counts),
      }))
      .sort((a, b) => (a.source < b.source ? -1 : 1)),
    bounds: {
      is_open: isOpen,
      windows_evicted: windowsEvicted,
      spool_bytes: spoolBytes,
      spool_limit: maxSpoolBytes,
      disk_free: freeBytes,
      disk_floor: minFreeBytes,
      refused_held: heldFiles,
      aside_removed: quarantineRemoved,
    },
  }
}

function toNodeRecords(nodes: readonly NodeCounters[]): NonNullable<LedgerRecord['nodes']> {
  return nodes.map(({ name, isRunning, counters }) => ({
    node: name,
    is_running: isRunning,
    totals: toLedgerRecord(counters).totals,
  }))
}

function toForwarderRecord({ id, name, status }: Forwarder): NonNullable<LedgerRecord['forwarders']>[number] {
  const { sent, dropped, refused, skipped, expired, waiting } = status
  return { id, name, sent, dropped, refused, skipped, expired, waiting }
}

function countsRecord(counts: LedgerCounts): LedgerRecord['totals'] {
  const {
    tooOld,
    inFlight,
    refusals,
    turnedAway,
    udpDropped,
    frameErrors,
    fieldsOmitted,
    clockAhead,
    ...sameNames
  } = counts
  return {
    ...sameNames,
    out_of_time: tooOld,
    refused_by: refusals,
    in_flight: inFlight,
    turned_away: turnedAway,
    udp_dropped: udpDropped,
    frame_errors: frameErrors,
    fields_omitted: fieldsOmitted,
    clock_ahead: clockAhead,
  }
}
