import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { withPill } from '../../filter/typed/pill.ts'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { SavedSearchList } from '../saved-searches/SavedSearchList.tsx'
import { stateOfSaved } from '../saved-searches/saved-search.ts'
import { QueryBox } from '../search/box/QueryBox.tsx'
import { Pills, type PillsHandle } from '../search/box/SearchBox.tsx'
import { useSearchBox } from '../search/box/use-search-box.ts'
import { AmbiguousTerms } from '../search/hints/AmbiguousTerms.tsx'
import { PillEditor } from '../search/pills/PillEditor.tsx'
import { readSearchState } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useHasPermission } from '../state/session.ts'
import { filterFormTexts as texts } from '../texts/search/filter-form.ts'
import { filterForm, filterOfForm } from './filter-form.ts'
import './filter-form.css'

interface Props {
  filter: unknown
  fault: string | undefined
  /** The saved search from which the filter was copied. */
  copiedFrom?: SavedSearch | undefined
  onChange: (filter: unknown[] | undefined) => void
}

/** Names, values and words are looked up in the last week: a form has no range of its own. */
const lookupRange = { preset: 'last_7_days' }

/**
 * A filter in a form: the search box of the page, with a form for single conditions and a list of saved
 * searches to copy. Reads `filter` only once.
 */
export function FilterField({ filter, fault, copiedFrom, onChange }: Props) {
  /** The filter before any change, for members of its conditions that pills do not have. */
  const [original] = useState(filter)
  const [state, setState] = useState(() => ({
    ...readSearchState(''),
    ...filterForm(filter),
    range: lookupRange,
  }))
  const [source, setSource] = useState(copiedFrom)
  const control = useMemo(
    (): SearchControl => ({
      state,
      change: change => setState(before => ({ ...before, ...change, range: lookupRange })),
      addPill: pill => setState(before => ({ ...before, pills: withPill(before.pills, pill) })),
    }),
    [state],
  )
  const box = useSearchBox(control, { isForm: true })
  const pills = useRef<PillsHandle>(null)
  const canReadSearches = useHasPermission('search')

  /** The filter that the form has, as JSON. */
  const reported = useRef(JSON.stringify(filterOfForm(state, original)))
  // Before the browser handles the next key or click, so that a form is never sent with an older filter.
  useLayoutEffect(() => {
    const { fault, inputRef } = box
    inputRef.current?.setCustomValidity(fault ? texts.fault(fault.expected) : '')
    const changed = filterOfForm(box.understood(), original)
    const key = JSON.stringify(changed)
    if (key === reported.current) return
    reported.current = key
    onChange(changed)
  })

  return (
    <div className="filter-form stack gap-6">
      <QueryBox
        box={box}
        state={state}
        error={fault}
        formLabel={texts.label}
        onEnterPills={() => pills.current?.focusLast()}
      >
        <Pills box={box} state={state} errors={undefined} handle={pills} />
      </QueryBox>
      <AmbiguousTerms
        textTerms={box.isRun ? box.textTerms : []}
        state={state}
        onFilter={(text, added) => control.change({ text, pills: added.reduce(withPill, [...state.pills]) })}
        onQuote={text => control.change({ text })}
      />
      <div className="wrap-row gap-6">
        <MenuButton
          className="button quiet small"
          content={
            <>
              <Icon name="plus" size={14} /> {texts.addCondition}
            </>
          }
        >
          {close => (
            <PillEditor
              state={state}
              onSave={added => {
                close()
                box.changePills(withPill(state.pills, added))
              }}
            />
          )}
        </MenuButton>
        {canReadSearches && (
          <MenuButton
            className="button quiet small"
            content={
              <>
                <Icon name="star" size={14} /> {texts.fromSaved}
              </>
            }
          >
            {close => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the field in it
              <div
                className="saved-panel"
                onKeyDown={event => {
                  // Enter in the field would send the form around this panel.
                  if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
                    event.preventDefault()
                }}
              >
                <SavedSearchList>
                  {search => (
                    <button
                      type="button"
                      className="saved-link saved-choice grow one-line"
                      onClick={() => {
                        close()
                        const { text, pills } = stateOfSaved(search)
                        box.restore({ text, pills, range: lookupRange })
                        setSource(search)
                      }}
                    >
                      {printable(search.title)}
                    </button>
                  )}
                </SavedSearchList>
              </div>
            )}
          </MenuButton>
        )}
      </div>
      {source && (box.draft !== '' || state.pills.length > 0) && (
        <p className="field-hint" role="status">
          {texts.copiedFrom}{' '}
          <Link href={`/search?saved=${source.id}`} target="_blank" rel="noreferrer">
            {printable(source.title)}
          </Link>
          {texts.copiedHint}
        </p>
      )}
    </div>
  )
}
