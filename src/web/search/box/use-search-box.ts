import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type FindName, noNames } from '../../../filter/typed/name-words.ts'
import { type FindTag, noTags } from '../../../filter/typed/names-of-events.ts'
import { type Pill, pillText, withPill } from '../../../filter/typed/pill.ts'
import type { QueryFault } from '../../../filter/typed/query-fault.ts'
import { namesOfSearch, parseTypedQuery, type TermKeptAsText } from '../../../filter/typed/typed-query.ts'
import { timeRangeOf } from '../../../time/range.ts'
import { showToast } from '../../components/toast.tsx'
import { useZone } from '../../state/preferences.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { lazyFindNames } from '../completion/lazy-find-names.ts'
import { findKnownTag, lookUpTags } from '../completion/use-range-tags.ts'
import type { RecentSearch } from '../history/search-history.ts'
import { addRecentSearch } from '../history/use-recent-searches.ts'
import { writePill } from '../pills/write-pill.ts'
import { maxPills, type SearchState } from '../state/search-state.ts'
import type { SearchControl } from '../state/use-search-state.ts'
import { type BoxState, noUndo, recordStep, redoStep, undoStep } from './box-undo.ts'
import { chartIn, loadChartReader, needsChartReader } from './chart-in.ts'
import { beginsWithOr, finishTerms, leadingAnd } from './finish-terms.ts'
import type { TextElement } from './GrowingInput.tsx'
import { conditionsIn, findTagOf, parseKeeping, quoteTerm, unknownNames } from './kept-conditions.ts'
import { NewestWait } from './newest-wait.ts'

/** The state of the search box, and what it can do. */
export interface SearchBoxControl {
  /** The text in the box. */
  draft: string
  fault: QueryFault | undefined
  /** Whether the text in the box is the text of the search. */
  isRun: boolean
  /** The filters last created by typing, for an announcement. */
  createdPills: readonly Pill[]
  /** Terms of the search that look like conditions and are searched as text. */
  textTerms: readonly TermKeptAsText[]
  inputRef: React.RefObject<TextElement | null>
  /** Handles a text that the user has typed or pasted. All conditions of a pasted text count as finished. */
  type: (text: string, caret: number, isPasted?: boolean) => void
  /** Replaces the text, such as with a chosen suggestion in it, and sets the caret. */
  insert: (text: string, caret: number) => void
  /** Turns all conditions of the text into filters when the box loses the focus. */
  leave: () => void
  /** Searches for the text in the box; its conditions become filters. */
  run: () => void
  /** Removes text and filters. */
  clear: () => void
  undo: () => void
  redo: () => void
  changePills: (pills: Pill[]) => void
  /** Replaces the text from `start` to `end` with a filter. */
  replaceByPill: (start: number, end: number, pill: Pill) => void
  /** Puts a filter back into the box as text. */
  editAsText: (index: number) => void
  /** Searches for a filter's condition as text. */
  searchAsText: (index: number) => void
  /** Runs a recent or saved search in place of the current one. */
  restore: (other: Pick<RecentSearch, 'text' | 'pills' | 'range'>) => void
  /** The search that the box would run, without look-ups: conditions in its text are filters. */
  understood: () => Pick<SearchState, 'text' | 'pills'>
}

/** Where the box is. */
export interface SearchBoxPlace {
  /**
   * In a form, the text counts as soon as it is typed. Leaving the box runs it. Conditions in the text that
   * the form opens with stay text, and the searches are not added to the recent ones.
   */
  isForm?: boolean
  /** Reads the results of the current search again. */
  retry?: () => void
}

/** The last time that typing created filters: the box before that, and its text, caret and filters after. */
interface CreatedPills {
  before: BoxState
  text: string
  caret: number
  pills: readonly Pill[]
}

/**
 * The state of the search box. While the user types, finished conditions of the text become filters
 * (`finish`). Enter runs the remaining text (`run`). Before both, names that this page does not know are
 * looked up: they may be tags, and words may be hosts, programs or values of tags.
 */
export function useSearchBox(
  control: SearchControl,
  { isForm = false, retry }: SearchBoxPlace,
): SearchBoxControl {
  const { state } = control
  const zone = useZone()
  const inputRef = useRef<TextElement>(null)
  const [draft, setDraft] = useState(state.text)
  const [createdPills, setCreatedPills] = useState<readonly Pill[]>([])
  const undoSteps = useRef(noUndo)
  /** Undefined before filters are created, and after a run, an undo, or an OR that has taken them back. */
  const lastCreated = useRef<CreatedPills>(undefined)
  /** Conditions of a text that undo or redo has restored: they stay text, which the next run quotes. */
  const [initiallyKept] = useState<ReadonlySet<string>>(() => new Set(isForm ? conditionsIn(state.text) : []))
  const kept = useRef(initiallyKept)
  /** Words in the text that undo or redo restored last: they stay words, also if they are hosts. */
  const plainWords = useRef<ReadonlySet<string>>(new Set())
  /** Conditions that the user edits as text: the next run turns them into filters again. */
  const edited = useRef<ReadonlySet<string>>(new Set())
  /** Caret for the next rendering; undefined: the caret stays. */
  const caretToSet = useRef<number>(undefined)
  // The current state for handlers and answers to look-ups. Includes changes that are not rendered yet.
  const latest = useRef({ control, draft })
  useLayoutEffect(() => {
    latest.current = { control, draft }
    if (caretToSet.current === undefined) return
    inputRef.current?.setSelectionRange(caretToSet.current, caretToSet.current)
    caretToSet.current = undefined
  })
  // Another search, such as a saved one or the previous one in the history, replaces the text in the box.
  useEffect(() => setDraft(state.text), [state.text])
  /** Number of look-ups that ended: each may change what a form understands. */
  const [, setLookups] = useState(0)
  // Look-ups of names before the typed text is run, and before its conditions become filters.
  const [runWait] = useState(() => new NewestWait())
  const [finishWait] = useState(() => new NewestWait())
  // A late look-up must not bring the user back from another page.
  useEffect(
    () => () => {
      runWait.end()
      finishWait.end()
    },
    [runWait, finishWait],
  )
  /** Whether commands for charts can be read: their reader is loaded with the first command. */
  const [canReadCharts, setCanReadCharts] = useState(false)
  useEffect(() => {
    if (!isForm) void loadChartReader(draft)?.then(() => setCanReadCharts(true))
  }, [draft, isForm])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `chartIn` needs the reader
  const fault = useMemo(() => {
    if (!isForm && needsChartReader(draft)) return undefined
    const command = isForm ? undefined : chartIn(draft)
    return parseTypedQuery(command?.search ?? draft, findKnownTag).fault
  }, [draft, isForm, canReadCharts])
  const textTerms = useMemo(() => parseTypedQuery(state.text, noTags).textTerms, [state.text])

  const searchedRange = () => timeRangeOf(latest.current.control.state.range, zone)
  const setText = (text: string, caret?: number) => {
    latest.current.draft = text
    caretToSet.current = caret
    setDraft(text)
  }
  const changeSearch = (change: Partial<SearchState>) => {
    const { control } = latest.current
    if ('text' in change) runWait.end()
    latest.current.control = { ...control, state: { ...control.state, ...change } }
    control.change(change)
  }
  const currentState = (): BoxState => ({
    text: latest.current.draft,
    caret: inputRef.current?.selectionStart ?? latest.current.draft.length,
    pills: latest.current.control.state.pills,
  })
  const record = (before: BoxState, mergeKey?: string) => {
    undoSteps.current = recordStep(undoSteps.current, before, mergeKey)
  }
  /** Whether a search may have this many filters. If not, a toast says so. */
  const fits = (pills: readonly Pill[]) => {
    if (isForm || pills.length <= maxPills) return true
    showToast(texts.tooManyFilters(maxPills))
    return false
  }

  /** Turns finished conditions of the draft into filters; with `all`, all conditions. */
  const finish = (all: boolean, caret: number, findTag: FindTag = findKnownTag) => {
    const { control, draft } = latest.current
    const done = finishTerms(draft, caret, findTag, {
      all,
      kept: new Set([...kept.current, ...edited.current]),
    })
    if (!done) return
    const pills = done.pills.reduce(withPill, [...control.state.pills])
    if (!fits(pills)) return
    const before = { text: draft, caret, pills: control.state.pills }
    record(before)
    lastCreated.current = { before, text: done.text, caret: done.caret, pills }
    setCreatedPills(done.pills)
    setText(done.text, done.caret)
    changeSearch({ pills })
  }
  /** Calls `finish` at once, and again after a look-up of unknown names if the text is still the same. */
  const finishAfterLookup = (all: boolean, caret: number) => {
    finish(all, caret)
    const names = unknownNames(latest.current.draft)
    const typed = latest.current.draft
    if (names.length > 0)
      void finishWait.after(lookUpTags(names, searchedRange()), () => {
        setLookups(count => count + 1)
        if (latest.current.draft === typed)
          finish(all, inputRef.current?.selectionStart ?? caret, findTagOf(typed))
      })
  }

  const type = (text: string, caret: number, isPasted = false) => {
    // The number of words is in the merge key, so that each typed word is one undo step.
    record(currentState(), isPasted ? '' : `type ${text.slice(0, caret).split(/\s/).length}`)
    const alternative = takeBack(lastCreated.current, text, latest.current.control.state.pills)
    if (alternative) {
      setText(alternative.text, alternative.caret)
      lastCreated.current = undefined
      changeSearch({ pills: alternative.pills })
      finishAfterLookup(isPasted, alternative.caret)
      return
    }
    const andLength = latest.current.control.state.pills.length > 0 ? leadingAnd(text) : 0
    if (andLength === 0) setText(text)
    else setText(text.slice(andLength), Math.max(0, caret - andLength))
    finishAfterLookup(isPasted, Math.max(0, caret - andLength))
  }

  /**
   * Runs a text with filters. Its conditions become filters, but conditions in `kept` are quoted as text.
   */
  const apply = (typed: string, pills: readonly Pill[], findName: FindName, chart?: Partial<SearchState>) => {
    const { control, draft } = latest.current
    const parsed = parseKeeping(kept.current, typed, findTagOf(typed), findName)
    if (parsed.fault) return
    const allPills = parsed.pills.reduce(withPill, [...pills])
    if (!fits(allPills)) return
    kept.current = new Set()
    edited.current = new Set()
    lastCreated.current = undefined
    const { state } = control
    if (!isForm) addRecentSearch({ text: parsed.text, pills: allPills, range: state.range })
    if (chart) changeSearch({ text: parsed.text, pills: allPills, ...chart })
    else if (keyOf(parsed.text, allPills) === keyOf(state.text, state.pills)) retry?.()
    else changeSearch({ text: parsed.text, pills: allPills })
    // Keeps text typed meanwhile.
    if (draft === typed) setText(parsed.text)
  }
  const run = () => {
    const loading = isForm ? undefined : loadChartReader(latest.current.draft)
    if (loading) return void runWait.after(loading, run)
    record(currentState())
    const command = isForm ? undefined : chartIn(latest.current.draft)
    // The view shows what the command says.
    if (command) setText(command.search)
    const typed = latest.current.draft
    const chart = command && { view: 'statistics' as const, statistics: command.statistics }
    const tags = unknownNames(typed)
    const { text, saved, pills } = latest.current.control.state
    // A text that is run again stays as it is: its words are not looked up.
    const candidates = typed.trim() === text.trim() ? [] : namesOfSearch(typed, findTagOf(typed))
    const words = candidates.filter(word => !plainWords.current.has(word))
    runWait.end()
    if (tags.length === 0 && words.length === 0) return apply(typed, pills, noNames, chart)
    let findName = noNames
    const lookUp = async () => {
      const range = searchedRange()
      const [found] = await Promise.all([lazyFindNames(words, range), lookUpTags(tags, range)])
      findName = found
    }
    void runWait.after(lookUp(), () => {
      const { state } = latest.current.control
      // Another search that was opened meanwhile, such as a saved one, stays.
      if (state.text === text && state.saved === saved) apply(typed, state.pills, findName, chart)
    })
  }

  /** Undoes or redoes a step. */
  const step = (move: typeof undoStep | typeof redoStep) => {
    const moved = move(undoSteps.current, currentState())
    if (!moved) return
    undoSteps.current = moved.undo
    lastCreated.current = undefined
    const { text, caret, pills } = moved.state
    // The conditions and names of the restored text stay text.
    const { filterTerms } = parseTypedQuery(text, findTagOf(text))
    kept.current = new Set(filterTerms.map(({ written }) => written))
    plainWords.current = new Set(namesOfSearch(text, findTagOf(text)))
    setText(text, caret)
    setCreatedPills([])
    if (keyOf('', pills) !== keyOf('', latest.current.control.state.pills)) changeSearch({ pills })
    inputRef.current?.focus()
  }
  const changePills = (pills: Pill[]) => {
    if (!fits(pills)) return
    record(currentState())
    changeSearch({ pills })
  }
  const withoutPill = (index: number) => latest.current.control.state.pills.toSpliced(index, 1)

  return {
    draft,
    fault,
    isRun: draft.trim() === state.text.trim(),
    createdPills,
    textTerms,
    inputRef,
    type,
    insert: (text, caret) => {
      record(currentState())
      setText(text, caret)
      inputRef.current?.focus()
      finishAfterLookup(false, caret)
    },
    leave: () => {
      if (!isForm) finishAfterLookup(true, latest.current.draft.length)
      else if (latest.current.draft.trim() !== latest.current.control.state.text.trim()) run()
    },
    run,
    clear: () => {
      record(currentState())
      plainWords.current = new Set()
      setText('')
      changeSearch({ text: '', pills: [] })
    },
    undo: () => step(undoStep),
    redo: () => step(redoStep),
    changePills,
    replaceByPill: (start, end, pill) => {
      const { draft, control } = latest.current
      const pills = withPill(control.state.pills, pill)
      if (!fits(pills)) return
      record(currentState())
      const textBefore = draft.slice(0, start).trimEnd()
      setText(`${textBefore}${textBefore === '' ? '' : ' '}${draft.slice(end).trimStart()}`)
      changeSearch({ pills })
    },
    editAsText: index => {
      const { draft, control } = latest.current
      const pill = control.state.pills[index]
      const written = pill && writePill(pill)
      if (written === undefined) return
      record(currentState())
      const text = `${draft.trimEnd()} ${written}`.trimStart()
      edited.current = new Set([...edited.current, written])
      setText(text, text.length)
      changeSearch({ pills: withoutPill(index) })
      inputRef.current?.focus()
    },
    searchAsText: index => {
      const { draft, control } = latest.current
      const pill = control.state.pills[index]
      const written = pill && writePill(pill)
      if (written === undefined) return
      record(currentState())
      const text = `${draft.trim()} ${quoteTerm(written, written, noNames)}`.trimStart()
      setText(text)
      changeSearch({ text, pills: withoutPill(index) })
    },
    restore: ({ text, pills, range }) => {
      record(currentState())
      setText(text, text.length)
      changeSearch({ text, pills, range, unzoomed: undefined })
    },
    understood: () => {
      const { control, draft } = latest.current
      const { text, pills } = control.state
      if (draft.trim() === text.trim()) return { text, pills }
      const parsed = parseKeeping(kept.current, draft, findKnownTag, noNames)
      return { text: parsed.text, pills: parsed.pills.reduce(withPill, [...pills]) }
    },
  }
}

/**
 * Handles an OR that the user has typed after a filter: returns the box with the filter's condition as text
 * again, so that both sides of the OR become one filter. Undefined if no such OR was typed.
 */
function takeBack(
  created: CreatedPills | undefined,
  text: string,
  pills: readonly Pill[],
): BoxState | undefined {
  // An OR at the place in the text where the last conditions became filters.
  if (created && keyOf('', created.pills) === keyOf('', pills)) {
    const [head, tail] = [created.text.slice(0, created.caret), created.text.slice(created.caret)]
    const added = text.slice(head.length, text.length - tail.length)
    if (text.startsWith(head) && text.endsWith(tail) && beginsWithOr(added)) {
      const { before } = created
      const start = `${before.text.slice(0, before.caret).trimEnd()} ${added.trimStart()}`
      return { text: start + before.text.slice(before.caret), caret: start.length, pills: before.pills }
    }
  }
  // An OR at the start of the box: the last filter becomes its left side.
  const lastPill = pills.at(-1)
  const written = lastPill && !lastPill.off && beginsWithOr(text) ? writePill(lastPill) : undefined
  if (written === undefined) return undefined
  const fullText = `${written} ${text.trimStart()}`
  return { text: fullText, caret: fullText.length, pills: pills.slice(0, -1) }
}

/** The same text for equal texts and filters. */
function keyOf(text: string, pills: readonly Pill[]): string {
  return JSON.stringify([text, pills.map(pillText)])
}
