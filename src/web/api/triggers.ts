import type {
  Trigger,
  TriggerContent,
  TriggerDraft,
  TriggerExport,
  TriggerImport,
  TriggerMove,
  TriggerOrderField,
  TriggerPatch,
} from '../../schema/triggers/trigger.ts'
import type { TriggerDryRun } from '../../schema/triggers/trigger-dry-run.ts'
import type { TriggerPreview } from '../../schema/triggers/trigger-preview.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request, resource } from './http/request.ts'

/** First part of the query keys of all triggers: a change of any trigger invalidates them. */
export const triggersKey = 'triggers'

/** Filter, order and page of the list of triggers. */
export interface TriggerListOptions {
  text?: string
  /** Kinds of actions, comma-separated. */
  action?: string
  /** Ids of owners, comma-separated. */
  owner?: string
  isActive?: boolean | undefined
  ordering?: TriggerOrderField | `-${TriggerOrderField}`
  /** From 1. */
  page?: number
  pageSize: number
}

function listAddress(
  { isActive, pageSize, ordering = 'order', ...query }: TriggerListOptions,
  isExport?: true,
) {
  const parameters = { ...query, is_active: isActive, ordering, page_size: pageSize, export: isExport }
  return addressWith('/api/triggers', parameters)
}

export function readTriggers(options: TriggerListOptions, signal: AbortSignal): Promise<ListPage<Trigger>> {
  return request(listAddress(options), { signal })
}

/** Triggers per request of an export: the maximum page size of the API. */
const exportPageSize = 1_000

/** All triggers that match a filter, on all pages of the list, in the format of files. */
export async function exportTriggers(options: TriggerListOptions): Promise<TriggerExport[]> {
  const exported: TriggerExport[] = []
  for (let page = 1; ; page++) {
    const { objects, item_count } = await request<ListPage<TriggerExport>>(
      listAddress({ ...options, page, pageSize: exportPageSize }, true),
    )
    exported.push(...objects)
    if (objects.length === 0 || exported.length >= item_count) return exported
  }
}

export function exportTrigger(id: number): Promise<TriggerExport> {
  return request(`/api/triggers/${id}?export=true`)
}

export const {
  read: readTrigger,
  create: createTrigger,
  change: changeTrigger,
  remove: deleteTrigger,
} = resource<Trigger, TriggerDraft, TriggerPatch>('/api/triggers')

export function moveTrigger(id: number, to: TriggerMove): Promise<Trigger> {
  return request(`/api/triggers/${id}/move`, { method: 'POST', body: to })
}

/** Creates a copy that is switched off. */
export function cloneTrigger(id: number): Promise<Trigger> {
  return request(`/api/triggers/${id}/clone`, { method: 'POST', body: {} })
}

/** Imports all triggers of a file, or none. The service validates the content. */
export function importTriggers(file: unknown): Promise<TriggerImport[]> {
  return request('/api/triggers/import', { method: 'POST', body: file })
}

/** What a trigger would have done in the last days. An aborted signal stops the computation. */
export function dryRunTrigger(
  trigger: TriggerContent,
  days: number,
  signal: AbortSignal,
): Promise<TriggerDryRun> {
  // The name is left out, because a new trigger may not have one yet.
  const { name: _, ...content } = trigger
  return request('/api/triggers/dry-run', { method: 'POST', body: { trigger: content, days }, signal })
}

/** The texts of a trigger's mails, webhooks, notes and tasks for an event. */
export function previewTrigger(
  trigger: TriggerContent,
  eventId: string,
  signal: AbortSignal,
): Promise<TriggerPreview> {
  const { name, ...content } = trigger
  return request('/api/triggers/preview', {
    method: 'POST',
    body: { trigger: { ...content, ...(name !== '' && { name }) }, event_id: eventId },
    signal,
  })
}
