import {
  type AuditAction,
  type AuditObject,
  type AuditResult,
  auditActions,
  auditObjects,
  auditResults,
} from '../../schema/people/audit.ts'

/** The state of the audit log page, held by its address. */
export interface AuditState {
  action: AuditAction | undefined
  object: AuditObject | undefined
  result: AuditResult | undefined
  /** Id of a user. */
  user: number | undefined
  /** Only the last days; undefined: all that is kept. */
  days: number | undefined
  /** From 1. */
  page: number
}

/** Ranges that can be chosen, days. */
export const auditRanges = [1, 7, 30, 90] as const

/** Invalid parts get their default. */
export function readAuditState(query: string): AuditState {
  const params = new URLSearchParams(query)
  const numberOf = (name: string) => {
    const text = params.get(name) ?? ''
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  }
  return {
    action: auditActions.find(one => one === params.get('action')),
    object: auditObjects.find(one => one === params.get('object')),
    result: auditResults.find(one => one === params.get('result')),
    user: numberOf('user'),
    days: auditRanges.find(one => one === numberOf('days')),
    page: numberOf('page') ?? 1,
  }
}

/** The address, without members that have their default. */
export function auditAddress({ page, ...state }: Partial<AuditState>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(state)) if (value !== undefined) params.set(name, String(value))
  if (page !== undefined && page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/audit' : `/audit?${query}`
}
