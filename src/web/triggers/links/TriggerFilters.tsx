import type { ReactNode } from 'react'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { ShowLinks } from '../../components/lists/ShowLinks.tsx'

interface Props<Show extends string> {
  texts: { showLabel: string; shows: Readonly<Record<Show, string>>; search: string; searchHint: string }
  shows: readonly Show[]
  state: { show: Show; text: string }
  addressOf: (show: Show) => string
  onText: (text: string) => void
  /** Further filters. */
  children: ReactNode
}

/**
 * The bar above the lists of triggers and of their actions: choices of a part, a search, and more filters.
 */
export function TriggerFilters<Show extends string>(props: Props<Show>) {
  const { texts, shows, state, addressOf, onText, children } = props
  return (
    <div className="filter-bar wrap-row trigger-filters">
      <ShowLinks
        label={texts.showLabel}
        shows={shows}
        current={state.show}
        addressOf={addressOf}
        textOf={show => texts.shows[show]}
      />
      <span className="grow" />
      <SearchField label={texts.search} placeholder={texts.searchHint} value={state.text} onChange={onText} />
      {children}
    </div>
  )
}
