import type { DashboardScope } from '../../api/dashboards.ts'

export const scopes = ['own', 'shared', 'all'] as const satisfies readonly DashboardScope[]
const orderFields = ['title', 'updated_at'] as const
type OrderField = (typeof orderFields)[number]

/** The state in the address of the list. */
export interface ListState {
  scope: DashboardScope
  search: string
  field: OrderField
  isDescending: boolean
  /** From 1. */
  page: number
}

/** Reads an order such as `-updated_at`. */
export function readOrder(order: string): Pick<ListState, 'field' | 'isDescending'> {
  return {
    field: orderFields.find(field => field === order.replace(/^-/, '')) ?? 'title',
    isDescending: order.startsWith('-'),
  }
}

/** An order for the service, and for `readOrder`. */
export function orderText({ field, isDescending }: Pick<ListState, 'field' | 'isDescending'>): string {
  return `${isDescending ? '-' : ''}${field}`
}

export function readListState(query: string): ListState {
  const params = new URLSearchParams(query)
  const page = Number(params.get('page') ?? 1)
  return {
    scope: scopes.find(scope => scope === params.get('scope')) ?? 'own',
    search: (params.get('q') ?? '').slice(0, 100),
    ...readOrder(params.get('sort') ?? 'title'),
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  }
}

export function listAddress({ scope, search, page, ...order }: ListState): string {
  const params = new URLSearchParams()
  if (scope !== 'own') params.set('scope', scope)
  if (search !== '') params.set('q', search)
  const sort = orderText(order)
  if (sort !== 'title') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/dashboards' : `/dashboards?${query}`
}
