import { declareAddress, pageNumber, positive, type StateOf, searchText, word } from '../state/address.ts'

const address = declareAddress('/notifications', {
  show: word('show', ['unread', 'all'], undefined),
  text: searchText,
  /** Only of this trigger. */
  trigger: positive('trigger', 10),
  /** The group that is open. */
  open: positive('open', 10),
  page: pageNumber(10),
})

/** The state of the inbox, held by its address. */
export type NotificationsState = StateOf<typeof address> & { show: 'unread' | 'all' }

/** Invalid parts get their default. The inbox starts with what is unread, or with all of one trigger. */
export function readNotificationsState(query: string): NotificationsState {
  const state = address.read(query)
  return { ...state, show: state.show ?? standardShow(state.trigger) }
}

/** The address, without members that have their default. */
export function notificationsAddress({ show, ...state }: Partial<NotificationsState>): string {
  return address.write({ ...state, show: show === standardShow(state.trigger) ? undefined : show })
}

function standardShow(trigger: number | undefined): 'unread' | 'all' {
  return trigger === undefined ? 'unread' : 'all'
}
