import {
  declareAddress,
  oneOf,
  pageNumber,
  positiveInteger,
  type StateOf,
  searchText,
} from '../state/address.ts'

const address = declareAddress('/notifications', {
  show: oneOf('show', ['unread', 'all'], undefined),
  text: searchText,
  /** Only notifications of this trigger. */
  trigger: positiveInteger('trigger', 10),
  /** The group that is shown open. */
  open: positiveInteger('open', 10),
  page: pageNumber(),
})

/** The state of the inbox. */
export type NotificationsState = StateOf<typeof address> & { show: 'unread' | 'all' }

/** Reads the query part of the address. Invalid parts get their default. */
export function readNotificationsState(query: string): NotificationsState {
  const state = address.read(query)
  return { ...state, show: state.show ?? defaultShow(state.trigger) }
}

/** The address, without members that have their default. */
export function notificationsAddress({ show, ...state }: Partial<NotificationsState>): string {
  return address.write({ ...state, show: show === defaultShow(state.trigger) ? undefined : show })
}

/** Unread notifications, but all notifications of a selected trigger. */
function defaultShow(trigger: number | undefined): 'unread' | 'all' {
  return trigger === undefined ? 'unread' : 'all'
}
