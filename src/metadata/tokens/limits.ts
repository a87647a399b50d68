// The limits of a token in its row: its scope, its networks, its end, and whether it only reads.

import type { ChosenValues } from '../../schema/dashboards/dashboard-variable.ts'
import type { TokenScope } from '../../schema/people/auth-token.ts'
import type { Caller } from '../identity/identity.ts'

interface LimitColumns {
  is_read_only: number
  expires_at: number | null
  networks: string | null
}

/** Addresses and networks of a token; empty: all. */
export function networksOf({ networks }: Pick<LimitColumns, 'networks'>): string[] {
  // The column is only written by `insertToken`.
  return networks === null ? [] : (JSON.parse(networks) as string[])
}

/** The limits of a token, as members of its caller. */
export function limitsOf(token: LimitColumns): Pick<Caller, 'isReadOnly' | 'networks' | 'hasExpiry'> {
  const networks = networksOf(token)
  return {
    ...(token.is_read_only === 1 && { isReadOnly: true }),
    ...(token.expires_at !== null && { hasExpiry: true }),
    ...(networks.length > 0 && { networks }),
  }
}

interface ScopeColumns {
  scope_dashboard_id: number | null
  scope_values: string | null
}

/** The scope of a token; null: the token has none. */
export function scopeOf({ scope_dashboard_id, scope_values }: ScopeColumns): TokenScope | null {
  if (scope_dashboard_id === null) return null
  // The column is only written by `scopeColumns`.
  const values = scope_values === null ? undefined : (JSON.parse(scope_values) as ChosenValues)
  return { dashboard_id: scope_dashboard_id, ...(values && { values }) }
}

export function scopeColumns(scope: TokenScope | null): ScopeColumns {
  return {
    scope_dashboard_id: scope?.dashboard_id ?? null,
    scope_values: scope?.values === undefined ? null : JSON.stringify(scope.values),
  }
}
