import { FilterSelect } from '../../components/forms/FilterSelect.tsx'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { ShowLinks } from '../../components/lists/ShowLinks.tsx'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import { shownKinds } from '../links/describe.ts'
import { type TriggersState, triggerShows, triggerSorts, triggersAddress } from '../links/triggers-address.ts'

interface Props {
  state: TriggersState
  onChange: (change: Partial<TriggersState>, replace?: boolean) => void
}

/** Chooses which triggers are shown, and in which order. */
export function TriggerFilters({ state, onChange }: Props) {
  return (
    <div className="filter-bar trigger-filters">
      <ShowLinks
        label={texts.showLabel}
        shows={triggerShows}
        current={state.show}
        addressOf={show => triggersAddress({ ...state, show, page: 1 })}
        textOf={show => texts.shows[show]}
      />
      <span className="grow" />
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        value={state.text}
        onChange={text => onChange({ text }, true)}
      />
      <FilterSelect
        label={texts.actionLabel}
        anyLabel={texts.anyAction}
        value={state.action === '' ? undefined : state.action}
        options={shownKinds}
        textOf={kind => texts.actionNames[kind]}
        onChange={kind => onChange({ action: kind ?? '' })}
      />
      <FilterSelect
        label={texts.sort}
        value={state.sort}
        options={triggerSorts}
        textOf={sort => texts.sorts[sort]}
        onChange={sort => onChange({ sort: sort ?? 'order' })}
      />
    </div>
  )
}
