import { type RunKind, type RunStatus, runKinds } from '../../../schema/triggers/action-run.ts'
import { historyTexts } from '../../texts/triggers/history.ts'

export type HistoryShow = keyof typeof historyTexts.shows
// The keys are the choices.
export const historyShows = Object.keys(historyTexts.shows) as HistoryShow[]

/** The statuses that each choice shows; none: all. */
export const statusesOf: Readonly<Record<HistoryShow, readonly RunStatus[]>> = {
  all: [],
  wrong: ['dead', 'failed'],
  waiting: ['pending', 'running'],
  done: ['done'],
  suppressed: ['suppressed'],
}

/** The state of the history, held by its address. */
export interface HistoryState {
  show: HistoryShow
  kind: RunKind | undefined
  text: string
  trigger: number | undefined
  /** From 1. */
  page: number
}

const maxTextLength = 200

/** Reads the query part of an address. Invalid parts get their default. */
export function readHistoryState(query: string): HistoryState {
  const params = new URLSearchParams(query)
  return {
    show: historyShows.find(show => show === params.get('show')) ?? 'all',
    kind: runKinds.find(kind => kind === params.get('kind')),
    text: (params.get('q') ?? '').slice(0, maxTextLength),
    trigger: idOf(params.get('trigger')),
    page: idOf(params.get('page')) ?? 1,
  }
}

/** The address, without members that have their default. */
export function historyAddress({ show, kind, text, trigger, page }: Partial<HistoryState>): string {
  const params = new URLSearchParams({ view: 'history' })
  if (show !== undefined && show !== 'all') params.set('show', show)
  if (kind !== undefined) params.set('kind', kind)
  if (text) params.set('q', text)
  if (trigger !== undefined) params.set('trigger', String(trigger))
  if (page !== undefined && page > 1) params.set('page', String(page))
  return `/triggers?${params}`
}

function idOf(text: string | null): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined
}
