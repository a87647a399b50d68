import type { ChosenValues } from '../../schema/dashboards/dashboard-variable.ts'
import type { TokenScope } from '../../schema/people/auth-token.ts'

export interface ScopeColumns {
  scope_dashboard_id: number | null
  scope_values: string | null
}

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
