import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { IntakeCounters, IntakeState } from '../../ingest/intake.ts'
import { imbalanceOf } from '../../ingest/ledger/balance.ts'
import type { SourceCounts } from '../../schema/ledger.ts'

/** Counters of a source. */
const sourceCounters: readonly [name: string, help: string, of: (counts: SourceCounts) => number][] = [
  ['events_received', 'Events that came in whole.', ({ received }) => received],
  ['events_stored', 'Events in the store, as events of their own.', ({ stored }) => stored],
  [
    'events_deduplicated',
    'Events in the store, counted with an earlier one.',
    ({ duplicates }) => duplicates,
  ],
  ['events_dropped', 'Events dropped by rules.', ({ dropped }) => dropped],
  ['events_out_of_time', 'Events older than the tolerance.', ({ tooOld }) => tooOld],
  ['events_truncated', 'Events cut to the size that is kept.', ({ truncated }) => truncated],
  ['udp_dropped', 'Datagrams for which the kernel had no room.', ({ udpDropped }) => udpDropped],
  ['frame_errors', 'Places where a stream was not framed as it should be.', ({ frameErrors }) => frameErrors],
  [
    'fields_omitted',
    'Extra fields that found no room as tags of their event, or were cut.',
    ({ fieldsOmitted }) => fieldsOmitted,
  ],
  ['received_bytes', 'Bytes as they came in.', ({ bytes }) => bytes],
]
const countersByReason = [
  ['events_refused', 'Events that were not kept, by reason.', 'refusals'],
  ['turned_away', 'Connections and bodies refused as a whole, by reason.', 'turnedAway'],
] as const
const sourceGauges: readonly [name: string, help: string, of: (counts: SourceCounts) => number][] = [
  ['events_in_flight', 'Events received and not in the store yet.', ({ inFlight }) => inFlight],
  ['ledger_imbalance', 'Events missing in the account of a source: always 0.', imbalanceOf],
  ['connections', 'Open connections.', ({ connections }) => connections],
]

/** Writes GET /metrics in the format of Prometheus. Labels are bounded: sources are configured, reasons are a fixed list. */
export class Metrics {
  /** Metrics of the process by prom-client. */
  readonly #process = new Registry()
  readonly #version: string
  #collects = false

  constructor(version: string) {
    this.#version = version
  }

  get contentType(): string {
    return this.#process.contentType
  }

  async text({ sources, state }: IntakeCounters): Promise<string> {
    // Started with the first request, since observing the runtime costs CPU time.
    if (!this.#collects) collectDefaultMetrics({ register: this.#process })
    this.#collects = true
    const texts = [this.#ledger(sources), boundsRegistry(state), this.#process].map(one => one.metrics())
    return (await Promise.all(texts)).join('')
  }

  #ledger(sources: readonly SourceCounts[]): Registry {
    const registry = new Registry()
    const registers = [registry]
    const info = { name: 'millrace_info', help: 'The version that runs.', labelNames: ['version'], registers }
    new Gauge(info).set({ version: this.#version }, 1)
    for (const [name, help, of] of sourceCounters) {
      const counter = new Counter({ name: `millrace_${name}_total`, help, labelNames: ['source'], registers })
      for (const counts of sources) counter.inc({ source: counts.source }, of(counts))
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
    for (const [name, help, of] of sourceGauges) {
      const gauge = new Gauge({ name: `millrace_${name}`, help, labelNames: ['source'], registers })
      for (const counts of sources) gauge.set({ source: counts.source }, of(counts))
    }
    return registry
  }
}

/** Metrics of the bounds of ingest. Counters start at 0 with the process. */
function boundsRegistry({
  isOpen,
  windowsEvicted,
  spoolBytes,
  maxSpoolBytes,
  quarantineRemoved,
}: IntakeState): Registry {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, value: number): void =>
    new Gauge({ name, help, registers }).set(value)
  gauge(
    'millrace_ingest_open',
    'Whether events are taken: 0 makes senders wait or refuses them.',
    isOpen ? 1 : 0,
  )
  gauge('millrace_spool_bytes', 'Bytes that the store does not have yet.', spoolBytes)
  gauge('millrace_spool_limit_bytes', 'Bytes that the store may not have yet.', maxSpoolBytes)
  const evicted = 'Windows of deduplication closed before their time for want of memory.'
  new Counter({ name: 'millrace_dedup_windows_evicted_total', help: evicted, registers }).inc(windowsEvicted)
  const removed = 'Spool files removed from where they had been set aside.'
  const name = 'millrace_spool_aside_removed_total'
  const counter = new Counter({ name, help: removed, labelNames: ['folder'], registers })
  for (const [folder, files] of Object.entries(quarantineRemoved)) counter.inc({ folder }, files)
  return registry
}
