import type { IntakeCounters } from '../../ingest/worker/intake.ts'
import type { SeenNode } from '../../metadata/nodes/nodes.ts'
import { type LedgerCounts, noCounts, type SourceCounts } from '../../schema/intake/ledger.ts'

/** The last reported counters of a node. */
export interface NodeCounters {
  name: string
  isRunning: boolean
  counters: IntakeCounters
}

/**
 * The counters of other nodes, without nodes that never reported any. Counts that a node of another version
 * does not report are 0.
 */
export function readNodeCounters(
  nodes: readonly SeenNode[],
  isRunning: (node: SeenNode) => boolean,
): NodeCounters[] {
  return nodes.flatMap(node => {
    if (node.counters === null) return []
    // NodeDirectory writes counters of this shape. Another version's may lack members.
    const reported = JSON.parse(node.counters) as Pick<IntakeCounters, 'state'> & Partial<IntakeCounters>
    const sources = (reported.sources ?? []).map(counts => ({ ...noCounts, ...counts }))
    const counters = { ...noCounts, ...reported, sources }
    return { name: node.name, isRunning: isRunning(node), counters }
  })
}

/** Sums of all nodes' counters. The state is this node's. */
export function sumCounters(own: IntakeCounters, others: readonly NodeCounters[]): IntakeCounters {
  const sources = new Map<string, SourceCounts>()
  for (const { sources: added } of [own, ...others.map(({ counters }) => counters)]) {
    for (const counts of added) {
      const known = sources.get(counts.source)
      const lastAt = Math.max(counts.lastAt, known?.lastAt ?? 0)
      sources.set(counts.source, known === undefined ? counts : { ...known, ...sum(known, counts), lastAt })
    }
  }
  const totals = others.reduce<LedgerCounts>((total, { counters }) => sum(total, counters), own)
  return { ...own, ...totals, sources: [...sources.values()], state: own.state }
}

function sum(a: LedgerCounts, b: LedgerCounts): LedgerCounts {
  return {
    received: a.received + b.received,
    stored: a.stored + b.stored,
    duplicates: a.duplicates + b.duplicates,
    dropped: a.dropped + b.dropped,
    tooOld: a.tooOld + b.tooOld,
    refused: a.refused + b.refused,
    refusals: sumByReason(a.refusals, b.refusals),
    inFlight: a.inFlight + b.inFlight,
    turnedAway: sumByReason(a.turnedAway, b.turnedAway),
    udpDropped: a.udpDropped + b.udpDropped,
    frameErrors: a.frameErrors + b.frameErrors,
    truncated: a.truncated + b.truncated,
    fieldsOmitted: a.fieldsOmitted + b.fieldsOmitted,
    clockAhead: a.clockAhead + b.clockAhead,
    bytes: a.bytes + b.bytes,
    connections: a.connections + b.connections,
  }
}

function sumByReason(a: LedgerCounts['refusals'], b: LedgerCounts['refusals']): LedgerCounts['refusals'] {
  const total: Record<string, number> = { ...a }
  for (const [reason, count] of Object.entries(b)) total[reason] = (total[reason] ?? 0) + count
  return total
}
