import { shortNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { Icon } from '../../components/Icon.tsx'
import { useZone } from '../../state/preferences.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { rangeText } from '../../time/range-text.ts'
import type { RecentSearch } from '../history/search-history.ts'
import { pillLabel } from '../state/pill-text.ts'
import type { CompletedText, Suggestion } from './suggestions.ts'

interface Props {
  /** Id of the list. The id of a suggestion is this id and its index. */
  id: string
  items: readonly Suggestion[]
  /** The chosen suggestion; -1: none yet. */
  activeIndex: number
  /** A line below the suggestions. */
  note: string | undefined
  onChoose: (item: Suggestion) => void
}

/** The list below the search box: a listbox in groups. The focus stays in the box. */
export function SuggestionList({ id, items, activeIndex, note, onChoose }: Props) {
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  return (
    <div className="query-list" id={id} role="listbox" aria-label={texts.suggestions}>
      {kinds.map(kind => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by this role
        <div key={kind} role="group" aria-label={texts.groups[kind]}>
          <p className="query-list-note small-text faint" aria-hidden="true">
            {texts.groups[kind]}
          </p>
          {items.map(
            (item, index) =>
              item.kind === kind && (
                <div
                  key={item.key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === activeIndex}
                  className="query-option option faint-icons"
                  // Not on click: by then the box would have lost the focus.
                  onPointerDown={event => {
                    event.preventDefault()
                    if (event.button === 0) onChoose(item)
                  }}
                >
                  {item.kind === 'recent' ? <Recent search={item.recent} /> : <Completed item={item} />}
                </div>
              ),
          )}
        </div>
      ))}
      {note !== undefined && <p className="query-list-note small-text faint">{note}</p>}
    </div>
  )
}

function Completed({ item }: { item: CompletedText }) {
  return (
    <>
      <span className="query-option-label mono one-line">{printable(item.label)}</span>
      {item.detail !== '' && <span className="faint">{item.detail}</span>}
      {item.count !== undefined && (
        <span className="query-option-count small-text faint number">{shortNumber(item.count)}</span>
      )}
    </>
  )
}

function Recent({ search }: { search: RecentSearch }) {
  const zone = useZone()
  return (
    <>
      <Icon name="clock" size={14} />
      <span className="query-option-label one-line">
        {search.pills.map((pill, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
          <span key={index} className={pill.off ? 'query-recent-pill off' : 'query-recent-pill'}>
            {pillLabel(pill)}
          </span>
        ))}
        {search.text !== '' && <span className="mono">{printable(search.text)}</span>}
      </span>
      <span className="query-option-count small-text faint">{rangeText(search.range, zone)}</span>
    </>
  )
}
