import { actionKinds } from '../../../schema/triggers/action-kinds.ts'
import { declareAddress, oneOf, pageNumber, type StateOf, searchText } from '../../state/address.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'

export type TriggerShow = keyof typeof triggerTexts.shows
export type TriggerSort = keyof typeof triggerTexts.sorts
// Both casts: the texts have exactly these keys, but Object.keys returns string[].
export const triggerShows = Object.keys(triggerTexts.shows) as TriggerShow[]
export const triggerSorts = Object.keys(triggerTexts.sorts) as TriggerSort[]

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
