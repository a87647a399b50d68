import type { Listener } from '../../schema/intake/listener.ts'
import type { LedgerSource } from '../api/ingest.ts'
import { ingestTexts } from '../texts/ingest.ts'

/**
 * A row of the table of sources: a source of the ledger, a listener, or both, which then have the same name.
 */
export interface SourceRow {
  name: string
  listener: Listener | undefined
  counts: LedgerSource | undefined
  /** Sum of the counters of faults, such as frame errors and cut events. */
  faults: number
}

// The cast holds: the keys of the texts are the names of the counters.
const faultCounters = Object.keys(ingestTexts.faults.counters) as (keyof typeof ingestTexts.faults.counters)[]

/** A row for each source of the ledger and each listener. */
export function joinSources(sources: readonly LedgerSource[], listeners: readonly Listener[]): SourceRow[] {
  const byName = new Map(sources.map(counts => [counts.source, counts]))
  const names = new Set([...listeners.map(({ name }) => name), ...byName.keys()])
  return [...names].map(name => {
    const counts = byName.get(name)
    return {
      name,
      listener: listeners.find(listener => listener.name === name),
      counts,
      faults: counts === undefined ? 0 : faultCounters.reduce((sum, member) => sum + counts[member], 0),
    }
  })
}

/** Whether the name or the kind of a source contains a text, in upper or lower case. */
export function isFound({ name, listener }: SourceRow, search: string): boolean {
  return `${name} ${listener?.kind ?? ''}`.toLowerCase().includes(search.trim().toLowerCase())
}

const sortableCounters = ['received', 'refused', 'connections', 'last_at'] as const

/**
 * Rows sorted by a column, ties by name. `ordering`: the column, descending with a `-` before it. Empty: as
 * `-received`.
 */
export function sortSources(rows: readonly SourceRow[], ordering: string): SourceRow[] {
  const field = ordering.replace(/^-/, '') || 'received'
  const sign = ordering === '' || ordering.startsWith('-') ? -1 : 1
  const figureOf = ({ counts, faults }: SourceRow): number => {
    if (field === 'faults') return faults
    const counter = sortableCounters.find(name => name === field)
    return counter === undefined ? 0 : (counts?.[counter] ?? 0)
  }
  const byName = (a: SourceRow, b: SourceRow) => (a.name < b.name ? -1 : 1)
  if (field === 'source') return rows.toSorted((a, b) => sign * byName(a, b))
  return rows.toSorted((a, b) => sign * (figureOf(a) - figureOf(b)) || byName(a, b))
}

/** A kind of fault of a source, how often it occurred, and what to do. */
export interface FaultRow {
  key: string
  source: string
  what: string
  count: number
  remedy: string
}

/** Everything that was refused, turned away, dropped or cut, most frequent first. */
export function faultRows(sources: readonly LedgerSource[]): FaultRow[] {
  const { counters, reasons, turnedAway } = ingestTexts.faults
  const textsOf = (reason: string) => reasons[reason] ?? [reason, '']
  const rows = sources.flatMap(counts => {
    const { source } = counts
    const refused = Object.entries(counts.refused_by).map(([reason, count]) => {
      const [what, remedy] = textsOf(reason)
      return { key: `${source} refused ${reason}`, source, what, count, remedy }
    })
    const away = Object.entries(counts.turned_away).map(([reason, count]) => {
      const [what, remedy] = textsOf(reason)
      return { key: `${source} away ${reason}`, source, what: turnedAway(what), count, remedy }
    })
    const counterRows = faultCounters.map(member => ({
      key: `${source} ${member}`,
      source,
      ...counters[member],
      count: counts[member],
    }))
    return [...refused, ...away, ...counterRows]
  })
  return rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}
