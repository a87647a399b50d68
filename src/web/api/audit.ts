import type { AuditEntry } from '../../schema/people/audit.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request } from './http/request.ts'

/** Filter of the audit log. */
export interface AuditQuery {
  action: string | undefined
  object: string | undefined
  result: string | undefined
  /** Id of a user. */
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
  const parameters = { ...parametersOf(query), page, page_size: pageSize }
  return request(addressWith('/api/audit', parameters), { signal })
}

/** Address of a file with all entries that match a filter. */
export function auditExportUrl(query: AuditQuery, format: 'csv' | 'json'): string {
  return addressWith('/api/audit/export', { ...parametersOf(query), ftype: format })
}

function parametersOf({ user, ...query }: AuditQuery) {
  return { ...query, user_id: user }
}
