import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { fieldPill, tagPill } from '../../../filter/typed/condition-pill.ts'
import type { InlineCondition } from '../../../filter/typed/inline-conditions.ts'
import { Announcement } from '../../components/Announcement.tsx'
import { Icon } from '../../components/Icon.tsx'
import { usePreferences, useZone } from '../../state/preferences.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { SuggestionList } from '../completion/SuggestionList.tsx'
import type { Suggestion } from '../completion/suggestions.ts'
import { useSuggestions } from '../completion/use-suggestions.ts'
import { useRecentSearches } from '../history/use-recent-searches.ts'
import { pillLabel } from '../state/pill-text.ts'
import type { SearchState } from '../state/search-state.ts'
import { GrowingInput, type TextElement } from './GrowingInput.tsx'
import type { SearchBoxControl } from './use-search-box.ts'

interface Props {
  box: SearchBoxControl
  state: SearchState
  /** The service's error about the text of the search. */
  error: string | undefined
  /** The filters, shown before the text. */
  children: ReactNode
  /** Called when the caret moves from the start of the text into the filters. */
  onEnterPills: () => void
  /** The label above the box, in a form. Escape and keys of the page are then left to the form. */
  formLabel?: string
}

/** The box with filters and text: a combobox that has one line and grows with its text. */
export function QueryBox({ box, state, error, children, onEnterPills, formLabel }: Props) {
  const id = useId()
  const zone = useZone()
  const { keys } = usePreferences()
  const underlay = useRef<HTMLDivElement>(null)
  const { draft, fault, inputRef } = box
  /** Position in the text that the suggestions are for; undefined while the list is closed. */
  const [caret, setCaret] = useState<number>()
  /** Index of the suggestion chosen with the arrow keys; -1: none of them. */
  const [activeIndex, setActiveIndex] = useState(-1)
  const isForm = formLabel !== undefined
  const recent = useRecentSearches(isForm ? undefined : state)
  const { items, completion, isLoading } = useSuggestions(draft, caret, state, zone, recent)
  const note = isLoading ? texts.loadingValues : undefined
  const isOpen = caret !== undefined && (items.length > 0 || isLoading)
  const active = isOpen ? items[activeIndex] : undefined
  /** The service's error is about the text of the search, which may no longer be the text in the box. */
  const serviceError = !fault && (isForm || box.isRun) ? error : undefined

  useEffect(() => {
    if (active) document.getElementById(`${id}-list-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, activeIndex, id])

  const close = () => {
    setCaret(undefined)
    setActiveIndex(-1)
  }
  const open = () => {
    setCaret(inputRef.current?.selectionStart ?? draft.length)
    setActiveIndex(-1)
  }
  const choose = (item: Suggestion) => {
    if (item.kind === 'recent') {
      close()
      box.restore(item.recent)
      return
    }
    if (item.asPill !== undefined && completion?.kind === 'value') {
      close()
      const { name, listed, termStart, end } = completion
      const values = [...listed, item.asPill]
      // The filter does not depend on the position of the condition.
      const condition: InlineCondition = {
        name,
        op: 'eq',
        values,
        written: '',
        start: 0,
        end,
        isSpaced: false,
      }
      const { pill } = fieldPill(condition) ?? tagPill(condition)
      if (pill) box.replaceByPill(termStart, end, pill)
      return
    }
    // A suggested value ends with a space, which replaces the space that follows in the box.
    const text = draft.slice(0, item.start) + item.text + draft.slice(item.end).replace(/^ /, '')
    const newCaret = item.start + item.text.length
    box.insert(text, newCaret)
    // The list stays open for the operators and values of a field, but closes after a value.
    setCaret(item.kind === 'value' ? undefined : newCaret)
    setActiveIndex(-1)
  }
  /** Moves to another suggestion, from both ends of the list through no suggestion to the other end. */
  const move = (by: 1 | -1) => {
    const next = activeIndex + by
    if (next < -1) setActiveIndex(items.length - 1)
    else if (next >= items.length) setActiveIndex(-1)
    else setActiveIndex(next)
  }

  const press = (event: KeyboardEvent<TextElement>) => {
    if (event.nativeEvent.isComposing) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const isLetter = (letter: string) =>
      event.key.toLowerCase() === letter && (event.ctrlKey || event.metaKey)
    if (isLetter('z') && !event.shiftKey) box.undo()
    else if (isLetter('y') || (isLetter('z') && event.shiftKey)) box.redo()
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === 'Enter' && event.shiftKey)
      box.insert(
        `${draft.slice(0, selectionStart ?? 0)}\n${draft.slice(selectionEnd ?? 0)}`,
        (selectionStart ?? 0) + 1,
      )
    else if ((event.key === 'Enter' || event.key === 'Tab') && active) choose(active)
    else if (event.key === 'Enter') {
      close()
      box.run()
    } else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Escape' && !isForm) event.currentTarget.blur()
    else if (event.key === 'ArrowDown' && !draft.slice(selectionEnd ?? 0).includes('\n')) {
      if (isOpen) move(1)
      else open()
    } else if (event.key === 'ArrowUp' && isOpen && (activeIndex >= 0 || !draft.includes('\n'))) move(-1)
    else if (
      (event.key === 'Backspace' || event.key === 'ArrowLeft') &&
      isAtStart &&
      state.pills.length > 0
    ) {
      close()
      onEnterPills()
    } else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what leaves the box bubbles to here
    <div
      className="query"
      onBlur={event => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        close()
        box.leave()
      }}
    >
      <label className={isForm ? 'label' : 'unseen'} htmlFor={id}>
        {formLabel ?? texts.label}
      </label>
      <div
        className={
          fault || serviceError !== undefined
            ? 'query-frame wrap-row gap-4 bad'
            : 'query-frame wrap-row gap-4'
        }
        onPointerDown={event => {
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          inputRef.current?.focus()
        }}
      >
        <Icon name="search" />
        {children}
        <div className="query-text">
          {/* Sets the height of the text, and underlines faults. */}
          <div ref={underlay} className="query-under" aria-hidden="true">
            {fault ? (
              <>
                {fault.before}
                <mark>{fault.character}</mark>
                {draft.slice(fault.before.length + fault.character.length)}
              </>
            ) : (
              draft
            )}
            {endOfText}
          </div>
          <GrowingInput
            inputRef={inputRef}
            id={id}
            className="query-input"
            value={draft}
            placeholder={state.pills.length > 0 ? texts.placeholderWithFilters : texts.placeholder}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-activedescendant={active ? `${id}-list-${activeIndex}` : undefined}
            aria-invalid={fault !== undefined || serviceError !== undefined}
            aria-describedby={`${id}-fault`}
            onText={(text, at, { inputType, isComposing }) => {
              // At -1 no condition counts as finished: an input method is still composing the text.
              box.type(text, isComposing ? -1 : at, /Paste|Drop/.test(inputType ?? ''))
              setCaret(at)
              setActiveIndex(-1)
            }}
            onClick={open}
            onFocus={() => {
              if (draft === '') open()
            }}
            onSelect={event => {
              // The list concerns the word at the caret.
              if (isOpen && event.currentTarget.selectionStart !== caret) open()
            }}
            onKeyDown={press}
            onScroll={event => {
              if (underlay.current) underlay.current.scrollTop = event.currentTarget.scrollTop
            }}
          />
        </div>
        {(draft !== '' || state.pills.length > 0) && (
          <button
            type="button"
            className="query-clear"
            aria-label={texts.clear}
            title={texts.clear}
            onClick={() => {
              box.clear()
              inputRef.current?.focus()
              close()
            }}
          >
            <Icon name="close" size={14} />
          </button>
        )}
        {!isForm && (keys || !box.isRun) && (
          <span className="kbd query-key wide" aria-hidden="true">
            {box.isRun ? '/' : '↵'}
          </span>
        )}
      </div>
      <p className="query-fault" id={`${id}-fault`} role="alert">
        {fault ? texts.expectedHere(fault.expected) : serviceError}
      </p>
      <Announcement
        text={box.createdPills.length > 0 ? texts.filterMade(box.createdPills.map(pillLabel).join(', ')) : ''}
      />
      {isOpen && (
        <SuggestionList
          id={`${id}-list`}
          items={items}
          activeIndex={activeIndex}
          note={note}
          onChoose={choose}
        />
      )}
    </div>
  )
}

/** A zero-width space: without it, a line break at the end of the text would not start a line. */
const endOfText = '\u200b'
