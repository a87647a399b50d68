import type { IngestHealth, QuietMark, SourceHost } from '../../schema/intake/ingest-health.ts'
import type { Listener } from '../../schema/intake/listener.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request } from './http/request.ts'

/** Counts of the ledger, of all sources or of one. */
interface LedgerCounts {
  received: number
  stored: number
  duplicates: number
  dropped: number
  out_of_time: number
  refused: number
  refused_by: Record<string, number>
  in_flight: number
  turned_away: Record<string, number>
  udp_dropped: number
  frame_errors: number
  truncated: number
  fields_omitted: number
  clock_ahead: number
  bytes: number
  connections: number
}

export interface LedgerSource extends LedgerCounts {
  source: string
  last_at: number | null
}

/** GET /api/ledger. */
export interface Ledger {
  is_balanced: boolean
  totals: LedgerCounts
  sources: LedgerSource[]
  bounds: {
    is_open: boolean
    windows_evicted: number
    spool_bytes: number
    spool_limit: number
    disk_free: number | null
    disk_floor: number
    aside_removed: { broken: number; refused: number }
  }
}

export interface HostsQuery {
  search: string
  state: string
  ordering: string
  page: number
  page_size: number
}

export function readHealth(signal: AbortSignal): Promise<IngestHealth> {
  return request('/api/ingest/health', { signal })
}

/** Throws permission_denied for users who do not see all hosts. */
export function readLedger(signal: AbortSignal): Promise<Ledger> {
  return request('/api/ledger', { signal })
}

export function readListeners(signal: AbortSignal): Promise<{ list: Listener[] }> {
  return request('/api/listeners', { signal })
}

export function readHosts(query: Partial<HostsQuery>, signal: AbortSignal): Promise<ListPage<SourceHost>> {
  return request(addressWith('/api/ingest/hosts', query), { signal })
}

/** Marks a quiet host; null removes the mark. */
export function markHost(host: string, mark: QuietMark | null): Promise<SourceHost> {
  return request('/api/ingest/hosts/mark', { method: 'POST', body: { host, mark } })
}
