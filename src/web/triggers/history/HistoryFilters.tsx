import { runKinds } from '../../../schema/triggers/action-run.ts'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { followLink } from '../../state/location.ts'
import { historyTexts as texts } from '../../texts/triggers/history.ts'
import { type HistoryState, historyAddress, historyShows } from './history-address.ts'

interface Props {
  state: HistoryState
  onChange: (change: Partial<HistoryState>, replace?: boolean) => void
}

/** Chooses which actions are shown. */
export function HistoryFilters({ state, onChange }: Props) {
  return (
    <div className="trigger-filters">
      <nav className="trigger-shows" aria-label={texts.showLabel}>
        {historyShows.map(show => (
          <a
            key={show}
            className="chip"
            href={historyAddress({ ...state, show, page: 1 })}
            onClick={followLink}
            aria-current={state.show === show ? 'true' : undefined}
          >
            {texts.shows[show]}
          </a>
        ))}
      </nav>
      <span className="grow" />
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        value={state.text}
        onChange={text => onChange({ text }, true)}
      />
      <select
        className="field"
        aria-label={texts.kindLabel}
        value={state.kind ?? ''}
        onChange={event => onChange({ kind: runKinds.find(kind => kind === event.target.value) })}
      >
        <option value="">{texts.anyKind}</option>
        {runKinds.map(kind => (
          <option key={kind} value={kind}>
            {texts.kinds[kind]}
          </option>
        ))}
      </select>
    </div>
  )
}
