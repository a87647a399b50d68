import { lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react'
import { withPill } from '../../../filter/typed/pill.ts'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { AmbiguousTerms } from '../hints/AmbiguousTerms.tsx'
import type { SearchErrors } from '../state/search-errors.ts'
import type { SearchControl } from '../state/use-search-state.ts'
import { PillErrors, Pills, type PillsHandle } from './Pills.tsx'
import { QueryBox } from './QueryBox.tsx'
import { useSearchBox } from './use-search-box.ts'

const PillEditor = lazy(async () => ({ default: (await import('../pills/PillEditor.tsx')).PillEditor }))

/** Methods of the box for the page. */
export interface SearchBoxHandle {
  focus: () => void
}
interface Props {
  control: SearchControl
  errors: SearchErrors | undefined
  handle: Ref<SearchBoxHandle>
  /** Runs the search again. */
  onRetry: () => void
}

/** The search box: filters and text, their faults, and their interpretation. */
export function SearchBox({ control, errors, handle, onRetry }: Props) {
  const { state, change } = control
  const box = useSearchBox(control, onRetry)
  const pills = useRef<PillsHandle>(null)
  useImperativeHandle(handle, () => ({ focus: () => box.inputRef.current?.focus() }))
  return (
    <div className="search-box">
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

/** A button that adds a filter by a form. */
export function AddFilterButton({ control }: { control: SearchControl }) {
  return (
    <MenuButton className="button icon" label={texts.addFilter} alignRight content={<Icon name="filter" />}>
      {close => (
        <Suspense fallback={<div className="pill-editor" />}>
          <PillEditor
            state={control.state}
            onSave={pill => {
              close()
              control.addPill(pill)
            }}
          />
        </Suspense>
      )}
    </MenuButton>
  )
}
