import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { imbalanceOf } from '../../ingest/ledger/balance.ts'
import type { IntakeCounters, IntakeState } from '../../ingest/worker/intake.ts'
import type { KeptSize } from '../../metadata/repository/quotas.ts'
import type { ActionCounts } from '../../metadata/triggers/action-history.ts'
import type { Forwarder } from '../../schema/forwarding/forwarder.ts'
import type { SourceCounts } from '../../schema/intake/ledger.ts'
import type { StoredSpace } from '../../schema/store/stored-space.ts'
import type { ArchiveSource } from '../archive/routes.ts'
import type { EventEngine, EventServer } from '../status/event-engine.ts'

const sourceCounters: readonly [name: string, help: string, read: (counts: SourceCounts) => number][] = [
  ['events_received', 'Events received completely.', ({ received }) => received],
  ['events_stored', 'Events stored as new events.', ({ stored }) => stored],
  ['events_deduplicated', 'Events stored as a repeat of an earlier event.', ({ duplicates }) => duplicates],
  ['events_dropped', 'Events dropped by rules.', ({ dropped }) => dropped],
  ['events_out_of_time', 'Events older than the tolerance.', ({ tooOld }) => tooOld],
  ['events_truncated', 'Events cut to the maximum size.', ({ truncated }) => truncated],
  ['udp_dropped', 'Datagrams for which the kernel had no room.', ({ udpDropped }) => udpDropped],
  ['frame_errors', 'Framing errors of streams.', ({ frameErrors }) => frameErrors],
  [
    'fields_omitted',
    'Extra fields that were cut, or dropped because their event has too many tags.',
    ({ fieldsOmitted }) => fieldsOmitted,
  ],
  ['events_clock_ahead', 'Events whose time was ahead of our clock.', ({ clockAhead }) => clockAhead],
  ['received_bytes', 'Bytes received.', ({ bytes }) => bytes],
]
const countersByReason = [
  ['events_refused', 'Events not stored, by reason.', 'refusals'],
  ['turned_away', 'Connections and bodies refused as a whole, by reason.', 'turnedAway'],
] as const
const sourceGauges: readonly [name: string, help: string, read: (counts: SourceCounts) => number][] = [
  ['events_in_flight', 'Events received and not in the store yet.', ({ inFlight }) => inFlight],
  ['ledger_imbalance', 'Events missing in the account of a source: always 0.', imbalanceOf],
  ['connections', 'Open connections.', ({ connections }) => connections],
]

/**
 * Returns the function that writes GET /metrics in Prometheus format, without figures that are undefined.
 * Labels have few values: sources, servers, disks and forwarders are configured, the others are fixed lists.
 */
export function metricsWriter(
  version: string,
  {
    eventServers,
    eventEngine,
  }: { eventServers: readonly EventServer[]; eventEngine: EventEngine | undefined },
): (figures: {
  counters: IntakeCounters
  actions: ActionCounts | undefined
  kept: readonly KeptSize[] | undefined
  forwarders: readonly Forwarder[] | undefined
  space: StoredSpace | undefined
  archive: ArchiveSource | undefined
}) => Promise<string> {
  let processMetrics: Registry | undefined
  return async ({ counters: { sources, state }, actions, kept, forwarders, space, archive }) => {
    if (processMetrics === undefined) {
      // Created by the first request, since observing the runtime costs CPU time.
      processMetrics = new Registry()
      collectDefaultMetrics({ register: processMetrics })
    }
    const registries = [
      ledgerRegistry(version, sources),
      boundsRegistry(state),
      ...(actions === undefined ? [] : [actionsRegistry(actions)]),
      ...(kept === undefined ? [] : [keptRegistry(kept)]),
      ...(forwarders === undefined ? [] : [forwardersRegistry(forwarders)]),
      ...(eventServers.length === 0 ? [] : [serversRegistry(eventServers)]),
      ...(eventEngine === undefined ? [] : [engineRegistry(eventEngine)]),
      ...(space === undefined ? [] : [spaceRegistry(space)]),
      ...(archive === undefined ? [] : [archiveRegistry(archive)]),
      processMetrics,
    ]
    return (await Promise.all(registries.map(registry => registry.metrics()))).join('')
  }
}

/** Metrics of the version and of each source's counts. */
function ledgerRegistry(version: string, sources: readonly SourceCounts[]): Registry {
  const registry = new Registry()
  const registers = [registry]
  const info = { name: 'millrace_info', help: 'The version that runs.', labelNames: ['version'], registers }
  new Gauge(info).set({ version }, 1)
  for (const [name, help, read] of sourceCounters) {
    const counter = new Counter({ name: `millrace_${name}_total`, help, labelNames: ['source'], registers })
    for (const counts of sources) counter.inc({ source: counts.source }, read(counts))
  }
  for (const [name, help, member] of countersByReason) {
    const labelNames = ['source', 'reason']
    const counter = new Counter({ name: `millrace_${name}_total`, help, labelNames, registers })
    for (const counts of sources) {
      for (const [reason, times] of Object.entries(counts[member])) {
        counter.inc({ source: counts.source, reason }, times)
      }
    }
  }
  for (const [name, help, read] of sourceGauges) {
    const gauge = new Gauge({ name: `millrace_${name}`, help, labelNames: ['source'], registers })
    for (const counts of sources) gauge.set({ source: counts.source }, read(counts))
  }
  return registry
}

/** Returns a function that registers a gauge without labels and sets its value. */
function gaugesOf(registry: Registry): (name: string, help: string, value: number) => void {
  return (name, help, value) => new Gauge({ name, help, registers: [registry] }).set(value)
}

/** Metrics for the bounds of ingest. Counters start at 0 with the process. */
function boundsRegistry({
  isOpen,
  windowsEvicted,
  spoolBytes,
  maxSpoolBytes,
  heldFiles = 0,
  quarantineRemoved,
}: IntakeState): Registry {
  const registry = new Registry()
  const registers = [registry]
  const gauge = gaugesOf(registry)
  gauge(
    'millrace_ingest_open',
    'Whether events are accepted: at 0 senders wait or are refused.',
    isOpen ? 1 : 0,
  )
  gauge('millrace_spool_bytes', 'Bytes not stored yet.', spoolBytes)
  gauge('millrace_spool_limit_bytes', 'Maximum of bytes not stored yet.', maxSpoolBytes)
  gauge('millrace_spool_refused_held', 'Refused spool files that wait for room in spool/refused.', heldFiles)
  const evicted = 'Deduplication windows closed early to save memory.'
  new Counter({ name: 'millrace_dedup_windows_evicted_total', help: evicted, registers }).inc(windowsEvicted)
  const removed = 'Quarantined spool files that were removed.'
  const name = 'millrace_spool_aside_removed_total'
  const counter = new Counter({ name, help: removed, labelNames: ['folder'], registers })
  for (const [folder, files] of Object.entries(quarantineRemoved)) counter.inc({ folder }, files)
  return registry
}

function actionsRegistry({ overdueSeconds, ...counts }: ActionCounts): Registry {
  const registry = new Registry()
  const registers = [registry]
  const help = 'Actions of triggers that wait, run or are dead.'
  const gauge = new Gauge({ name: 'millrace_actions', help, labelNames: ['status'], registers })
  for (const [status, count] of Object.entries(counts)) gauge.set({ status }, count)
  const overdue = 'For how long the action that waits longest has been due.'
  new Gauge({ name: 'millrace_actions_overdue_seconds', help: overdue, registers }).set(overdueSeconds)
  return registry
}

/** Metrics of what all users keep. */
function keptRegistry(kept: readonly KeptSize[]): Registry {
  const registry = new Registry()
  const labelled = { labelNames: ['kind'], registers: [registry] }
  const help = 'What all users keep of a kind of object.'
  const bytes = new Gauge({ name: 'millrace_kept_bytes', help, ...labelled })
  const maximum = 'Maximum of millrace_kept_bytes: past it a change that adds is refused.'
  const limit = new Gauge({ name: 'millrace_kept_limit_bytes', help: maximum, ...labelled })
  for (const size of kept) {
    bytes.set({ kind: size.kind }, size.bytes)
    if (Number.isFinite(size.maxBytes)) limit.set({ kind: size.kind }, size.maxBytes)
  }
  return registry
}

/** Metrics of forwarders, by their names. */
function forwardersRegistry(forwarders: readonly Forwarder[]): Registry {
  const registry = new Registry()
  const labelled = { labelNames: ['forwarder'], registers: [registry] }
  const counter = (name: string, help: string) => new Counter({ name, help, ...labelled })
  const gauge = (name: string, help: string) => new Gauge({ name, help, ...labelled })
  const sent = counter('millrace_forwarded_events_total', 'Events that a destination has.')
  const refused = counter('millrace_forwarder_refused_total', 'Events that a destination refused for good.')
  const skipped = counter('millrace_forwarder_skipped_total', 'Rows of events that a forwarder skipped.')
  const expired = counter(
    'millrace_forwarder_expired_total',
    'Rows of events that the retention deleted before a forwarder had sent them.',
  )
  const waiting = gauge('millrace_forwarder_waiting_rows', 'Rows of events that wait for a destination.')
  const failing = gauge('millrace_forwarder_failing', 'Whether a destination fails.')
  for (const { name, status } of forwarders) {
    const labels = { forwarder: name }
    sent.inc(labels, status.sent)
    refused.inc(labels, status.refused)
    skipped.inc(labels, status.skipped)
    expired.inc(labels, status.expired)
    waiting.inc(labels, status.waiting)
    failing.inc(labels, status.state === 'retrying' ? 1 : 0)
  }
  return registry
}

function spaceRegistry({ bytes, rows, days, retention, disks }: StoredSpace): Registry {
  const registry = new Registry()
  const registers = [registry]
  const gauge = gaugesOf(registry)
  gauge('millrace_stored_bytes', 'What events take on disk.', bytes)
  gauge('millrace_stored_rows', 'Stored rows of events.', rows)
  gauge('millrace_stored_days', 'Days that have events.', days.length)
  gauge('millrace_retention_bytes', 'Maximum of millrace_stored_bytes; 0: no limit.', retention.bytes)
  const labelled = { labelNames: ['disk'], registers }
  const size = new Gauge({ name: 'millrace_disk_bytes', help: 'Size of the disk.', ...labelled })
  const free = new Gauge({ name: 'millrace_disk_free_bytes', help: 'Free on the disk.', ...labelled })
  for (const disk of disks) {
    size.set({ disk: disk.name }, disk.total)
    free.set({ disk: disk.name }, disk.free)
  }
  return registry
}

function archiveRegistry(archive: ArchiveSource): Registry {
  const registry = new Registry()
  const gauge = gaugesOf(registry)
  const { days, bytes } = archive.state()
  gauge('millrace_archived_days', 'Days that only queries with archives read.', days)
  gauge('millrace_archived_bytes', 'Bytes of the files of millrace_archived_days.', bytes)
  gauge(
    'millrace_archive_failing_days',
    'Days that cannot be archived or read; above 0 for hours, old days stay in the store.',
    archive.problems().length,
  )
  gauge(
    'millrace_archive_away',
    '1 while the folder or the bucket of the archive cannot be used.',
    archive.away() === undefined ? 0 : 1,
  )
  return registry
}

function serversRegistry(servers: readonly EventServer[]): Registry {
  const registry = new Registry()
  const help = 'Whether the ClickHouse server answers: at 0 events wait in the spool, and queries fail.'
  const name = 'millrace_clickhouse_up'
  const gauge = new Gauge({ name, help, labelNames: ['server'], registers: [registry] })
  for (const { name: server, isUp } of servers) gauge.set({ server }, isUp ? 1 : 0)
  return registry
}

/**
 * Metrics of the embedded engine, whose memory is not part of the main process's
 * (`process_resident_memory_bytes`).
 */
function engineRegistry({ residentBytes, memoryLimit, starts }: EventEngine): Registry {
  const registry = new Registry()
  const registers = [registry]
  const gauge = gaugesOf(registry)
  gauge(
    'millrace_engine_resident_bytes',
    'Resident memory of the engine process; 0: it starts.',
    residentBytes ?? 0,
  )
  gauge(
    'millrace_engine_memory_limit_bytes',
    'What statements and caches of the engine may take.',
    memoryLimit,
  )
  const help = 'Engine processes that became ready since the start of the service: 1 unless one died or hung.'
  new Counter({ name: 'millrace_engine_starts_total', help, registers }).inc(starts)
  return registry
}
