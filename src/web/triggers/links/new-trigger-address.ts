import { type Pill, pillText } from '../../../filter/typed/pill.ts'

/** The address of the form for a new trigger with the text and the active conditions of a search. */
export function newTriggerAddress({ text, pills }: { text: string; pills: readonly Pill[] }): string {
  const params = new URLSearchParams()
  if (text.trim() !== '') params.set('q', text.trim())
  for (const pill of pills) if (!pill.off) params.append('f', pillText(pill))
  const query = params.toString()
  return query === '' ? '/triggers/new' : `/triggers/new?${query}`
}

/** The address of the form for a new trigger for events like the one with this id. */
export function newTriggerAddressForEvent(eventId: string): string {
  return `/triggers/new?event=${encodeURIComponent(eventId)}`
}

/** The address of the form for a new trigger with the filter of a saved search. */
export function newTriggerAddressForSaved(id: number): string {
  return `/triggers/new?saved=${id}`
}
