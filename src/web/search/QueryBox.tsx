import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../components/Icon.tsx'
import { usePreferences } from '../state/preferences.ts'
import { findKnownTag } from './known-tags.ts'
import { addToHistory, queryHistory } from './query-history.ts'
import { parseTypedQuery } from './typed-query.ts'

interface Props {
  text: string
  inputRef: RefObject<HTMLInputElement | null>
  error: string | undefined
  /** Resolves to the text that stays in the box after its conditions have become filters. */
  onRun: (text: string) => Promise<string>
}

/** The input for the message search: checked while typed, run with Enter, with recent queries of this browser. */
export function QueryBox({ text, inputRef, error, onRun }: Props) {
  const id = useId()
  const { keys } = usePreferences()
  const [draft, setDraft] = useState(text)
  const [history, setHistory] = useState<string[]>([])
  const [activeIndex, setActiveIndex] = useState(-1)
  const underlay = useRef<HTMLDivElement>(null)
  useEffect(() => setDraft(text), [text])

  const { fault } = parseTypedQuery(draft, findKnownTag)
  const serviceError = !fault && draft === text ? error : undefined
  const suggestions = history
    .filter(item => item !== draft && item.toLowerCase().includes(draft.toLowerCase()))
    .slice(0, 8)

  const run = (query: string) => {
    setHistory([])
    setDraft(query)
    if (parseTypedQuery(query, findKnownTag).fault) return
    addToHistory(query)
    // Keeps what was typed meanwhile.
    void onRun(query).then(remaining => setDraft(now => (now === query ? remaining : now)))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(suggestions[activeIndex] ?? draft)
    else if (event.key === 'Escape' && history.length > 0) setHistory([])
    else if (event.key === 'Escape') inputRef.current?.blur()
    else if (event.key === 'ArrowDown' && history.length === 0) {
      setHistory(queryHistory())
      setActiveIndex(-1)
    } else if (event.key === 'ArrowDown') setActiveIndex(Math.min(suggestions.length - 1, activeIndex + 1))
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(-1, activeIndex - 1))
    else return
    event.preventDefault()
  }
  const isOpen = suggestions.length > 0

  return (
    <div className="query">
      <label className="unseen" htmlFor={id}>
        Search in messages
      </label>
      <Icon name="search" />
      <div ref={underlay} className="query-under" aria-hidden="true">
        {fault && (
          <>
            {fault.before}
            <mark>{fault.at}</mark>
          </>
        )}
      </div>
      <input
        ref={inputRef}
        id={id}
        className="field query-input"
        value={draft}
        placeholder='Search messages: link down, "exact phrase", fail* | !test'
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-history`}
        aria-activedescendant={isOpen && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
        aria-invalid={fault !== undefined || serviceError !== undefined}
        aria-describedby={`${id}-fault`}
        onChange={event => {
          setDraft(event.target.value)
          setActiveIndex(-1)
        }}
        onFocus={() => {
          if (draft === '') setHistory(queryHistory())
        }}
        onBlur={() => setHistory([])}
        onKeyDown={press}
        onScroll={event => {
          if (underlay.current) underlay.current.scrollLeft = event.currentTarget.scrollLeft
        }}
      />
      {draft !== '' && (
        <button type="button" className="query-clear" aria-label="Clear query" onClick={() => run('')}>
          <Icon name="close" size={14} />
        </button>
      )}
      {(keys || draft !== text) && (
        <span className="kbd query-key wide" aria-hidden="true">
          {draft === text ? '/' : '↵'}
        </span>
      )}
      <p className="query-fault" id={`${id}-fault`} role="alert">
        {fault ? `Expected ${fault.expected}, here.` : serviceError}
      </p>
      {isOpen && (
        <div className="query-history menu" id={`${id}-history`} role="listbox" aria-label="Recent queries">
          {suggestions.map((item, index) => (
            <div
              key={item}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              className="menu-item mono"
              // Runs before the blur that a click causes.
              onPointerDown={event => {
                event.preventDefault()
                run(item)
              }}
            >
              <Icon name="clock" size={14} />
              {item}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
