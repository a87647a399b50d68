import type { ActionRun, RunKind, RunStatus } from '../../schema/triggers/action-run.ts'
import { type ListPage, request } from './http/request.ts'

/** Filter of a list of the action history. */
export interface ActionListOptions {
  trigger?: number | undefined
  kind?: RunKind | undefined
  statuses: readonly RunStatus[]
  text: string
  page: number
  pageSize: number
}

export function readActions(
  { trigger, kind, statuses, text, page, pageSize }: ActionListOptions,
  signal: AbortSignal,
): Promise<ListPage<ActionRun>> {
  const params = new URLSearchParams({ page_size: String(pageSize), ordering: '-id' })
  if (trigger !== undefined) params.set('trigger', String(trigger))
  if (kind !== undefined) params.set('kind', kind)
  if (statuses.length > 0) params.set('status', statuses.join(','))
  if (text !== '') params.set('text', text)
  if (page > 1) params.set('page', String(page))
  return request(`/api/actions?${params}`, { signal })
}

/** One action with its response or output. */
export function readAction(id: number, signal: AbortSignal): Promise<ActionRun> {
  return request(`/api/actions/${id}`, { signal })
}

/** Sends actions again that failed or were held back; skips actions that cannot be sent again. */
export function retryActions(ids: readonly number[]): Promise<{ retried: number }> {
  return request('/api/actions/retry', { method: 'POST', body: { ids } })
}
