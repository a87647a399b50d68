import type { ActionRun, RunKind, RunStatus } from '../../schema/triggers/action-run.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request } from './http/request.ts'

/** Filter and page of the history of actions. */
export interface ActionListOptions {
  /** Id of a trigger. */
  trigger?: number | undefined
  kind?: RunKind | undefined
  statuses: readonly RunStatus[]
  text: string
  /** From 1. */
  page: number
  pageSize: number
}

export function readActions(
  { statuses, pageSize, ...query }: ActionListOptions,
  signal: AbortSignal,
): Promise<ListPage<ActionRun>> {
  const parameters = { ...query, status: statuses, page_size: pageSize, ordering: '-id' }
  return request(addressWith('/api/actions', parameters), { signal })
}

/** One action with its response or output. */
export function readAction(id: number, signal: AbortSignal): Promise<ActionRun> {
  return request(`/api/actions/${id}`, { signal })
}

/** Sends failed and held-back actions again. Skips actions that cannot be sent again. */
export function retryActions(ids: readonly number[]): Promise<{ retried: number }> {
  return request('/api/actions/retry', { method: 'POST', body: { ids } })
}
