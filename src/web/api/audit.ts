import type { AuditEntry } from '../../schema/people/audit.ts'
import { type ListPage, request } from './http/request.ts'

export interface AuditQuery {
  action: string | undefined
  object: string | undefined
  result: string | undefined
  user: number | undefined
  /** Unix seconds. */
  since: number | undefined
}

const pageSize = 50

/** Entries of the audit log, newest first; `page` from 1. */
export function readAudit(
  query: AuditQuery,
  page: number,
  signal?: AbortSignal,
): Promise<ListPage<AuditEntry>> {
  const params = paramsOf(query)
  params.set('page', String(page))
  params.set('page_size', String(pageSize))
  return request(`/api/audit?${params}`, { signal })
}

/** Address of the file with all entries of a filter. */
export function auditExportUrl(query: AuditQuery, format: 'csv' | 'json'): string {
  const params = paramsOf(query)
  params.set('ftype', format)
  return `/api/audit/export?${params}`
}

function paramsOf({ user, ...query }: AuditQuery): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, user_id: user }))
    if (value !== undefined) params.set(name, String(value))
  return params
}
