import type { ServiceHealth } from '../../schema/service-health.ts'
import type { ArchiveState } from '../../schema/store/archive.ts'
import type { LegalHold, LegalHoldDraft } from '../../schema/store/legal-hold.ts'
import type { Retention, RetentionPatch } from '../../schema/store/retention.ts'
import type { SlowQuery } from '../../schema/store/slow-query.ts'
import type { DiskLevel, StoredSpace } from '../../schema/store/stored-space.ts'
import { type ListPage, request, resource } from './http/request.ts'

/** A slow query, as listed by GET /api/monitor/slow-queries. */
export interface ListedSlowQuery extends SlowQuery {
  /** Username; null: deleted. */
  user: string | null
}

/** A query in memory, as listed by GET /api/monitor/queries. */
export interface ListedQuery {
  query_id: string
  type: string
  params: Record<string, unknown>
  owner_id: number
  /** Username; null: deleted. */
  owner: string | null
  /** Whether it is being computed or waits for its turn. */
  is_running: boolean
  is_watched: boolean
  /** Whether it is the query of a widget, which cannot be stopped. */
  of_widget: boolean
  /** Unix seconds of its creation and of its last use. */
  asked_at: number
  used_at: number
}

export function readMonitor(signal: AbortSignal): Promise<{ status: 'ready' | 'starting'; disk: DiskLevel }> {
  return request('/api/monitor', { signal })
}

export function readStoredSpace(signal: AbortSignal): Promise<StoredSpace> {
  return request('/api/monitor/storage', { signal })
}

export function readArchive(signal: AbortSignal): Promise<ArchiveState> {
  return request('/api/archive', { signal })
}

export function readRetention(signal: AbortSignal): Promise<Retention> {
  return request('/api/retention', { signal })
}

export function changeRetention(patch: RetentionPatch): Promise<Retention> {
  return request('/api/retention', { method: 'PATCH', body: patch })
}

/** The version of the API and the version of the program (`millrace`). */
export function readVersions(signal: AbortSignal): Promise<{ version: string; millrace: string }> {
  return request('/api/version', { signal })
}

/**
 * The number of queries in memory, and a list of some of them: running ones first, then the last used ones.
 */
export function readListedQueries(signal: AbortSignal): Promise<{ queries: number; list: ListedQuery[] }> {
  return request('/api/monitor/queries', { signal })
}

/** The newest queries that took longer than `threshold` milliseconds; 0: slow queries are not recorded. */
export function readSlowQueries(
  signal: AbortSignal,
): Promise<{ threshold: number; list: ListedSlowQuery[] }> {
  return request('/api/monitor/slow-queries', { signal })
}

export function readServiceHealth(signal: AbortSignal): Promise<ServiceHealth> {
  return request('/api/monitor/health', { signal })
}

/** The newest 1,000 legal holds, including lifted ones. */
export function readLegalHolds(signal: AbortSignal): Promise<ListPage<LegalHold>> {
  return request('/api/legal-holds?page_size=1000', { signal })
}

export const { create: placeLegalHold, remove: liftLegalHold } = resource<LegalHold, LegalHoldDraft>(
  '/api/legal-holds',
)
