import { parseFilter } from '../../src/filter/parse/parse-filter.ts'
import type { TriggerInForce } from '../../src/ingest/triggers/trigger-in-force.ts'
import type { Condition } from '../../src/schema/filter/condition.ts'
import type { TriggerExport } from '../../src/schema/triggers/trigger.ts'

/**
 * Typical filters for the lines of ../rules/events.ts: of five lines one fits two of them, one fits three.
 */
const usual: readonly (readonly Condition[])[] = [
  [{ field: 'message', value: 'failed password' }],
  [
    { field: 'program', value: 'sshd' },
    { field: 'message', op: 'qp', value: 'invalid and not accepted' },
  ],
  [{ field: 'cisco_mnemonic', value: ['ASA-6-302013', 'ASA-6-302015'] }],
  [
    { field: 'severity', value: ['INFO'] },
    { field: 'message', op: '=~', value: 'Built (inbound|outbound) TCP connection \\d+' },
  ],
  [{ field: 'cisco_mnemonic', value: 'ASA-*' }],
  [{ field: 'host', value: ['core-*', 'dist-1'] }],
  [
    { field: 'facility', value: 'KERN' },
    { field: 'severity', op: 'le', value: 3 },
  ],
  [{ field: 'SrcIP', value: '*' }],
  [{ field: 'SrcIP', value: Array.from({ length: 984 }, (_, i) => `203.0.113.${i}`) }],
  [
    { field: 'status', value: 'ACTIONABLE' },
    { field: 'program', value: 'sshd' },
  ],
]

/**
 * Other filters, each with its own values, in the proportions of real lists: mnemonics, words of messages,
 * tags, programs, hosts.
 */
const others: readonly ((i: number) => Condition[])[] = [
  i => [{ field: 'cisco_mnemonic', value: `LINK-${i % 8}-CHANGED${i}` }],
  i => [{ field: 'message', value: `module${i} stopped responding` }],
  i => [{ field: 'cisco_mnemonic', value: [`SYS-5-RESTART${i}`, `SYS-${i % 8}-CONFIG${i}`] }],
  i => [{ field: 'EventID', value: String(4_000 + i) }],
  i => [
    { field: 'program', value: `daemon-${i}` },
    { field: 'severity', op: 'le', value: 4 },
  ],
  i => [{ field: 'message', op: 'qp', value: `"link of eth${i} went down" or "carrier${i} lost"` }],
  i => [
    { field: 'host', value: `branch-${i}-*` },
    { field: 'message', op: 'ne', value: 'heartbeat' },
  ],
  i => [{ field: 'message', op: '=~', value: `(?i)disk sd${i} (failed|degraded)` }],
]

/** The filter of the trigger at this position. */
function filterAt(i: number): readonly Condition[] {
  return usual[i] ?? others[i % others.length]?.(i) ?? []
}

/**
 * This many triggers in the format of files, the typical ones first. The first sets the status, all notify.
 */
export function triggerFile(count: number): TriggerExport[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `Trigger ${i + 1}`,
    filter: [...filterAt(i)],
    mark_known: i === 0,
  }))
}

/** This many compiled triggers, the typical ones first. */
export function triggersInForce(count: number): TriggerInForce[] {
  return Array.from({ length: count }, (_, i) => {
    const filter = filterAt(i)
    const parsed = parseFilter(filter)
    if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults))
    return {
      id: i + 1,
      predicate: parsed.predicate,
      newStatus: i === 0 ? 1 : 0,
      ...{ owner: 1, stop: null, activeHours: null, onRepeats: 'first', groupBy: null, window: null },
    }
  })
}
