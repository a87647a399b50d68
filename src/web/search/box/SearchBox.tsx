import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type Pill, withPill } from '../../../filter/typed/pill.ts'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { lazyComponent } from '../../state/lazy-part.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { AmbiguousTerms } from '../hints/AmbiguousTerms.tsx'
import { PillFace, pillClass } from '../pills/PillFace.tsx'
import { pillLabel, pillName } from '../state/pill-text.ts'
import type { SearchErrors } from '../state/search-errors.ts'
import type { SearchState } from '../state/search-state.ts'
import type { SearchControl } from '../state/use-search-state.ts'
import { QueryBox } from './QueryBox.tsx'
import { type SearchBoxControl, useSearchBox } from './use-search-box.ts'

const PillEditor = lazyComponent(
  async () => (await import('../pills/PillEditor.tsx')).PillEditor,
  <div className="pill-editor" />,
)

/** Methods of the search box, for its page. */
export interface SearchBoxHandle {
  focus: () => void
}
interface Props {
  control: SearchControl
  errors: SearchErrors | undefined
  handle: Ref<SearchBoxHandle>
  /** Called when the user runs the current search again. */
  onRetry: () => void
}

/** The search box: filters and text, their errors, and hints about terms that may be meant as filters. */
export function SearchBox({ control, errors, handle, onRetry }: Props) {
  const { state, change } = control
  const box = useSearchBox(control, { retry: onRetry })
  const pills = useRef<PillsHandle>(null)
  useImperativeHandle(handle, () => ({ focus: () => box.inputRef.current?.focus() }))
  return (
    <div className="search-box stack gap-4 grow">
      <QueryBox box={box} state={state} error={errors?.text} onEnterPills={() => pills.current?.focusLast()}>
        <Pills box={box} state={state} errors={errors?.pills} handle={pills} />
      </QueryBox>
      <PillErrors pills={state.pills} errors={errors?.pills} />
      <AmbiguousTerms
        textTerms={box.textTerms}
        state={state}
        onFilter={(text, pills) => change({ text, pills: pills.reduce(withPill, [...state.pills]) })}
        onQuote={text => change({ text })}
      />
    </div>
  )
}

/** A button that opens a form for a new filter. */
export function AddFilterButton({ control }: { control: SearchControl }) {
  return (
    <MenuButton className="button icon" label={texts.addFilter} alignRight content={<Icon name="filter" />}>
      {close => (
        <PillEditor
          state={control.state}
          onSave={pill => {
            close()
            control.addPill(pill)
          }}
        />
      )}
    </MenuButton>
  )
}

/** Methods of the filters, for their box. */
export interface PillsHandle {
  focusLast: () => void
}
interface PillsProps {
  box: SearchBoxControl
  state: SearchState
  /** The service's errors, by index of the pill. */
  errors: ReadonlyMap<number, string> | undefined
  handle: Ref<PillsHandle>
}

/**
 * Filters in the box: arrow keys move between them and the text, Enter edits, Delete removes, Ctrl+Z undoes.
 */
export function Pills({ box, state, errors, handle }: PillsProps) {
  const { pills } = state
  const group = useRef<HTMLFieldSetElement>(null)
  /** Index of the filter to focus after the next rendering; -1: the text. Set when a filter is removed. */
  const indexToFocus = useRef<number>(undefined)
  const buttons = () => [...(group.current?.querySelectorAll<HTMLElement>('.pill-face') ?? [])]
  /** Focuses a filter by its index, or the text after the last one. */
  const focusAt = (index: number) => {
    const button = buttons()[index] ?? box.inputRef.current
    button?.focus()
  }
  useImperativeHandle(handle, () => ({ focusLast: () => buttons().at(-1)?.focus() }))
  useLayoutEffect(() => {
    if (indexToFocus.current === undefined) return
    focusAt(indexToFocus.current)
    indexToFocus.current = undefined
  })
  if (pills.length === 0) return null

  const remove = (index: number) => {
    indexToFocus.current = Math.min(index, pills.length - 2)
    box.changePills(pills.filter((_, other) => other !== index))
  }
  const press = (event: KeyboardEvent, index: number) => {
    // An open editor handles its own keys.
    if (!(event.target instanceof Element) || !event.target.matches('.pill-face')) return
    if (event.altKey || event.ctrlKey || event.metaKey) {
      if (event.altKey || event.key.toLowerCase() !== 'z') return
      box.undo()
    } else if (event.key === 'ArrowLeft') focusAt(Math.max(0, index - 1))
    else if (event.key === 'ArrowRight') focusAt(index + 1)
    else if (event.key === 'Home') focusAt(0)
    else if (event.key === 'End') box.inputRef.current?.focus()
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else return
    event.preventDefault()
  }

  return (
    <fieldset className="pills" ref={group}>
      <legend className="unseen">{texts.filters}</legend>
      {pills.map((pill, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button within
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no identity but their position
          key={index}
          className={`${pillClass(pill)}${errors?.has(index) ? ' bad' : ''}`}
          onKeyDown={event => press(event, index)}
        >
          <MenuButton className="pill-face one-line" content={<PillFace pill={pill} />}>
            {close => (
              <PillEditor
                pill={pill}
                state={state}
                onSave={changed => {
                  close()
                  box.changePills(pills.with(index, changed))
                }}
                onRemove={() => remove(index)}
                asText={{
                  onEdit: () => box.editAsText(index),
                  onSearch: () => box.searchAsText(index),
                }}
              />
            )}
          </MenuButton>
          <button
            type="button"
            className="pill-remove"
            tabIndex={-1}
            aria-label={texts.removeFilter(pillName(pill))}
            onClick={() => remove(index)}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
    </fieldset>
  )
}

/** Errors of the service about filters, below the box. */
function PillErrors({ pills, errors }: { pills: readonly Pill[]; errors: PillsProps['errors'] }) {
  return [...(errors ?? [])].map(([index, message]) => {
    const pill = pills[index]
    return (
      pill && (
        <p key={index} className="pill-fault" role="alert">
          {`${pillLabel(pill)}: ${message}`}
        </p>
      )
    )
  })
}
