import { type Range, rangeKey, readRange } from '../../../time/range.ts'
import type { ChosenValues } from '../variables/variables.ts'

/** The page of dashboards for a path: a stored dashboard by its id, the overview, or the list (undefined). */
export interface DashboardPath {
  dashboard: number | 'overview' | undefined
  isTv: boolean
}

/** What the query part of an open dashboard's address says. */
export interface OpenState {
  /** Chosen by the viewer; replaces the ranges of dashboard and widgets. */
  range: Range | undefined
  /** Chosen values of variables. */
  values: ChosenValues
  /** The dashboard fills the window, without the top bar. */
  isFull: boolean
}

/** Reads `/dashboards`, `/dashboards/7`, `/dashboards/overview` and `…/tv`. */
export function readDashboardPath(path: string): DashboardPath {
  const [, name, tv] = /^\/dashboards\/(\d{1,16}|overview)(\/tv)?\/?$/.exec(path) ?? []
  const dashboard = name === undefined || name === 'overview' ? name : Number(name)
  // The pattern allows no other name.
  return { dashboard: dashboard as DashboardPath['dashboard'], isTv: tv !== undefined }
}

const variablePrefix = 'var-'

/** Reads a query such as `range=last_1_days&var-host=fw-1&var-host=fw-2&full=1`. */
export function readOpenState(query: string): OpenState {
  const params = new URLSearchParams(query)
  const values: Record<string, string[]> = {}
  for (const name of new Set(params.keys())) {
    if (!name.startsWith(variablePrefix)) continue
    // `var-host=` means all values.
    values[name.slice(variablePrefix.length)] = params.getAll(name).filter(value => value !== '')
  }
  return {
    range: readRange(params.get('range') ?? ''),
    values,
    isFull: params.get('full') === '1',
  }
}

/** The address of an open dashboard. Members that `state` lacks have their defaults. */
export function dashboardAddress(id: number | 'overview', state: Partial<OpenState> = {}): string {
  const query = openStateQuery(state)
  return query === '' ? `/dashboards/${id}` : `/dashboards/${id}?${query}`
}

/** The query part that `readOpenState` reads. */
export function openStateQuery(state: Partial<OpenState>): string {
  const params = new URLSearchParams()
  if (state.range) params.set('range', rangeKey(state.range))
  for (const [name, values] of Object.entries(state.values ?? {})) {
    for (const value of values.length === 0 ? [''] : values) params.append(variablePrefix + name, value)
  }
  if (state.isFull) params.set('full', '1')
  return params.toString()
}
