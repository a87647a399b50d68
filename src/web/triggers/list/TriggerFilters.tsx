import { actionKinds } from '../../../schema/triggers/trigger.ts'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { followLink } from '../../state/location.ts'
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
    <div className="trigger-filters">
      <nav className="trigger-shows" aria-label={texts.showLabel}>
        {triggerShows.map(show => (
          <a
            key={show}
            className="chip"
            href={triggersAddress({ ...state, show, page: 1 })}
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
        aria-label={texts.actionLabel}
        value={state.action}
        onChange={event => onChange({ action: actionKinds.find(kind => kind === event.target.value) ?? '' })}
      >
        <option value="">{texts.anyAction}</option>
        {shownKinds.map(kind => (
          <option key={kind} value={kind}>
            {texts.actionNames[kind]}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label={texts.sort}
        value={state.sort}
        onChange={event =>
          onChange({ sort: triggerSorts.find(sort => sort === event.target.value) ?? 'order' })
        }
      >
        {triggerSorts.map(sort => (
          <option key={sort} value={sort}>
            {texts.sorts[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}
