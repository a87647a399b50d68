import { runKinds } from '../../../schema/triggers/action-run.ts'
import { FilterSelect } from '../../components/forms/FilterSelect.tsx'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { ShowLinks } from '../../components/lists/ShowLinks.tsx'
import { historyTexts as texts } from '../../texts/triggers/history.ts'
import { type HistoryState, historyAddress, historyShows } from './history-address.ts'

interface Props {
  state: HistoryState
  onChange: (change: Partial<HistoryState>, replace?: boolean) => void
}

/** Chooses which actions are shown. */
export function HistoryFilters({ state, onChange }: Props) {
  return (
    <div className="filter-bar trigger-filters">
      <ShowLinks
        label={texts.showLabel}
        shows={historyShows}
        current={state.show}
        addressOf={show => historyAddress({ ...state, show, page: 1 })}
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
        label={texts.kindLabel}
        none={texts.anyKind}
        value={state.kind}
        words={runKinds}
        textOf={kind => texts.kinds[kind]}
        onChange={kind => onChange({ kind })}
      />
    </div>
  )
}
