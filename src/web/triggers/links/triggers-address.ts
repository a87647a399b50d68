import { actionKinds } from '../../../schema/triggers/action-kinds.ts'
import { declareAddress, oneOf, pageNumber, type StateOf, searchText } from '../../state/address.ts'

export const triggerShows = ['all', 'mine', 'on', 'off'] as const
export const triggerSorts = ['order', 'matched', 'hits', 'unread', 'changed', 'name'] as const
export type TriggerSort = (typeof triggerSorts)[number]

/** The state of the list of triggers. */
export const triggersPage = declareAddress('/triggers', {
  show: oneOf('show', triggerShows, 'all'),
  sort: oneOf('sort', triggerSorts, 'order'),
  action: oneOf('action', actionKinds, ''),
  text: searchText,
  page: pageNumber(),
})

export type TriggersState = StateOf<typeof triggersPage>
export const triggersAddress = triggersPage.write

/** The form of one trigger. */
export function triggerAddress(id: number): string {
  return `/triggers/${id}`
}
