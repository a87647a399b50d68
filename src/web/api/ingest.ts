import type { IngestHealth, QuietMark, SourceHost } from '../../schema/intake/ingest-health.ts'
import type { Listener } from '../../schema/intake/listener.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request } from './http/request.ts'

/**
 * Counts of the ledger, of all sources or of one: events, unless the member says otherwise.
 * schema/intake/ledger.ts explains the members.
 */
interface LedgerCounts {
  received: number
  stored: number
  duplicates: number
  dropped: number
  out_of_time: number
  refused: number
  /** Refused events by reason. */
  refused_by: Record<string, number>
  in_flight: number
  /** Connections and bodies that were refused as a whole, by reason. */
  turned_away: Record<string, number>
  /** Datagrams. */
  udp_dropped: number
  frame_errors: number
  truncated: number
  /** Extra fields. */
  fields_omitted: number
  clock_ahead: number
  bytes: number
  /** Open connections. */
  connections: number
}

/** The counts of one source. */
export interface LedgerSource extends LedgerCounts {
  /** Name of a listener, or an HTTP protocol. */
  source: string
  /** Unix seconds of its last event since the start of the process; null before. */
  last_at: number | null
}

/** The answer of GET /api/ledger. */
export interface Ledger {
  /** Whether received = stored + duplicates + dropped + out_of_time + refused + in_flight. */
  is_balanced: boolean
  totals: LedgerCounts
  sources: LedgerSource[]
  /** Ingest compared with its limits. */
  bounds: {
    /** Whether events are accepted. */
    is_open: boolean
    /** Deduplication windows closed early to save memory. */
    windows_evicted: number
    /** Bytes not stored yet, and their maximum. */
    spool_bytes: number
    spool_limit: number
    /** Free bytes of the disk of the spool; null: unknown. */
    disk_free: number | null
    /** Free bytes below which no event is accepted. */
    disk_floor: number
    /** Damaged and refused spool files that were deleted from quarantine. */
    aside_removed: { broken: number; refused: number }
  }
}

/** Filter, order and page of the list of sending hosts. */
export interface HostsQuery {
  /** Part of a host's name. */
  search: string
  /** A state of hosts; empty: hosts in any state. */
  state: string
  /** A member to sort by, descending with a `-` before it; empty: quiet hosts first. */
  ordering: string
  /** From 1. */
  page: number
  page_size: number
}

export function readHealth(signal: AbortSignal): Promise<IngestHealth> {
  return request('/api/ingest/health', { signal })
}

/** Throws an ApiError with the code `permission_denied` for users who do not see all hosts. */
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
