/** The state of the inbox, held by its address. */
export interface NotificationsState {
  show: 'unread' | 'all'
  text: string
  /** Only of this trigger. */
  trigger: number | undefined
  /** The group that is open. */
  open: number | undefined
  /** From 1. */
  page: number
}

const maxTextLength = 200

/**
 * Reads the query part of an address. Invalid parts get their default; with a trigger, all of its
 * notifications are shown.
 */
export function readNotificationsState(query: string): NotificationsState {
  const params = new URLSearchParams(query)
  const trigger = idOf(params.get('trigger'))
  const show = params.get('show')
  return {
    show: show === 'all' || show === 'unread' ? show : trigger === undefined ? 'unread' : 'all',
    text: (params.get('q') ?? '').slice(0, maxTextLength),
    trigger,
    open: idOf(params.get('open')),
    page: idOf(params.get('page')) ?? 1,
  }
}

/** The address, without members that have their default. */
export function notificationsAddress({
  show,
  text,
  trigger,
  open,
  page,
}: Partial<NotificationsState>): string {
  const params = new URLSearchParams()
  if (show !== undefined && show !== (trigger === undefined ? 'unread' : 'all')) params.set('show', show)
  if (text) params.set('q', text)
  if (trigger !== undefined) params.set('trigger', String(trigger))
  if (open !== undefined) params.set('open', String(open))
  if (page !== undefined && page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/notifications' : `/notifications?${query}`
}

function idOf(text: string | null): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined
}
