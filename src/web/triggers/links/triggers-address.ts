import { type ActionKind, actionKinds } from '../../../schema/triggers/trigger.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'

export type TriggerShow = keyof typeof triggerTexts.shows
export type TriggerSort = keyof typeof triggerTexts.sorts
// The keys are the choices.
export const triggerShows = Object.keys(triggerTexts.shows) as TriggerShow[]
// As above.
export const triggerSorts = Object.keys(triggerTexts.sorts) as TriggerSort[]

/** The state of the list of triggers, held by its address. */
export interface TriggersState {
  show: TriggerShow
  sort: TriggerSort
  action: ActionKind | ''
  text: string
  /** From 1. */
  page: number
}

const maxTextLength = 200

/** Reads the query part of an address. Invalid parts get their default. */
export function readTriggersState(query: string): TriggersState {
  const params = new URLSearchParams(query)
  const page = params.get('page') ?? ''
  return {
    show: triggerShows.find(show => show === params.get('show')) ?? 'all',
    sort: triggerSorts.find(sort => sort === params.get('sort')) ?? 'order',
    action: actionKinds.find(kind => kind === params.get('action')) ?? '',
    text: (params.get('q') ?? '').slice(0, maxTextLength),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address, without members that have their default. */
export function triggersAddress({ show, sort, action, text, page }: Partial<TriggersState>): string {
  const params = new URLSearchParams()
  if (show !== undefined && show !== 'all') params.set('show', show)
  if (sort !== undefined && sort !== 'order') params.set('sort', sort)
  if (action) params.set('action', action)
  if (text) params.set('q', text)
  if (page !== undefined && page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/triggers' : `/triggers?${query}`
}

/** The form of one trigger. */
export function triggerAddress(id: number): string {
  return `/triggers/${id}`
}
