import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fieldText, nameText } from '../../../charts/name-text.ts'
import { exactNumber } from '../../../charts/number-text.ts'
import { type Pill, withPill } from '../../../filter/typed/pill.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { menuKeys } from '../../components/menus/menu-keys.ts'
import { placePopover } from '../../components/menus/popover-position.ts'
import { copyText } from '../../components/toast.tsx'
import { FieldLinks } from '../../field-links/FieldLinks.tsx'
import { hasEndedEarly } from '../../live/displayed-state.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { resultValuesRequest } from '../../search/state/search-requests.ts'
import { searchAddress } from '../../search/state/search-state.ts'
import type { SearchControl } from '../../search/state/use-search-state.ts'
import { useZone } from '../../state/preferences.ts'
import { resultTexts, valueTexts } from '../../texts/search/results.ts'
import { useColumns } from '../columns/use-columns.tsx'
import { beginningIfLong } from './beginning-if-long.ts'

/** The value whose menu is open. */
interface Chosen {
  field: string
  value: string
  /** Where `origin` was at the click: the menu opens beside it. */
  anchor: DOMRect
  /** Element that was clicked, which gets the focus back. */
  origin: Element
}
interface Props {
  control: SearchControl
  children: ReactNode
}
/** Opens the menu of a value at an element. */
type Open = (field: string, value: string, anchor: Element) => void

/** Maximum UTF-16 units of a value in the title of its menu. */
const maxTitleUnits = 300

const ValueMenuContext = createContext<Open>(() => {})

/** Opens the value menu of the search; does nothing outside of a search. */
export function useValueMenu(): Open {
  return useContext(ValueMenuContext)
}

/** Menu of a value: filter for it or out, copy it, its field as a column, the top values of its field. */
export function ValueMenuProvider({ control, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [showsTop, setShowsTop] = useState(false)
  const open = useMemo<Open>(
    () => (field, value, origin) => {
      setShowsTop(false)
      setChosen({ field, value, origin, anchor: origin.getBoundingClientRect() })
    },
    [],
  )

  // Shows the panel once it has its entries, because its place depends on its size.
  useLayoutEffect(() => {
    const element = panel.current
    if (!chosen || !element) return
    element.showPopover()
    placePopover(element, chosen.anchor)
    focusFirstEntry(element)
  }, [chosen])

  const close = () => {
    panel.current?.hidePopover()
    if (chosen?.origin instanceof HTMLElement) chosen.origin.focus({ preventScroll: true })
  }
  return (
    <ValueMenuContext value={open}>
      {children}
      <div
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={valueTexts.menu}
        onKeyDown={event => {
          if (menuKeys.handle(event.currentTarget, event)) event.preventDefault()
        }}
        onToggle={event => {
          if (event.newState === 'closed') setChosen(undefined)
        }}
      >
        {chosen && !showsTop && (
          <Menu chosen={chosen} control={control} onClose={close} onTop={() => setShowsTop(true)} />
        )}
        {chosen && showsTop && (
          <TopValues
            field={chosen.field}
            control={control}
            onPick={value => {
              close()
              control.addPill(pillOf(chosen.field, 'eq', value))
            }}
            onBack={() => setShowsTop(false)}
          />
        )}
      </div>
    </ValueMenuContext>
  )
}

/** What to do with one value. */
function Menu({
  chosen,
  control,
  onClose,
  onTop,
}: {
  chosen: Chosen
  control: SearchControl
  onClose: () => void
  onTop: () => void
}) {
  const columns = useColumns()
  const { field, value } = chosen
  /** Closes the menu, then does the work of an entry. */
  const act = (work: () => void) => () => {
    onClose()
    work()
  }
  const beginning = beginningIfLong(value, maxTitleUnits)
  const filteredSearch = {
    ...control.state,
    event: undefined,
    pills: withPill(control.state.pills, pillOf(field, 'eq', value)),
  }
  return (
    <div className="menu value-menu" ref={focusFirstEntry}>
      <p className="menu-title">
        {fieldText(field)} <b>{nameText(field, beginning ?? value)}</b>
      </p>
      <MenuItem onClick={act(() => control.addPill(pillOf(field, 'eq', value)))}>
        <Icon name="plus" /> {valueTexts.filterFor}
      </MenuItem>
      <MenuItem onClick={act(() => control.addPill(pillOf(field, 'ne', value)))}>
        <Icon name="minus" /> {valueTexts.filterOut}
      </MenuItem>
      <MenuItem onClick={act(() => void copyText(value))}>
        <Icon name="copy" /> {valueTexts.copy}
      </MenuItem>
      <MenuItem onClick={act(() => window.open(searchAddress(filteredSearch), '_blank', 'noopener'))}>
        <Icon name="open" /> {valueTexts.openTab}
      </MenuItem>
      <FieldLinks field={field} value={value} className="menu-item" onOpen={onClose} />
      {columns.has(field) ? (
        <MenuItem onClick={act(() => columns.remove(field))}>
          <Icon name="close" /> {valueTexts.removeColumn}
        </MenuItem>
      ) : (
        <MenuItem onClick={act(() => columns.add(field))}>
          <Icon name="columns" /> {valueTexts.addColumn}
        </MenuItem>
      )}
      {field !== 'message' && (
        <MenuItem onClick={onTop}>
          <Icon name="filter" /> {valueTexts.top}
        </MenuItem>
      )}
    </div>
  )
}

/** A filter for or against a value. For messages it is a phrase, because whole messages are rarely equal. */
function pillOf(field: string, op: 'eq' | 'ne', value: string): Pill {
  if (field !== 'message') return { field, op, values: [value], off: false }
  const phrase = `"${value.replaceAll('"', ' ').trim()}"`
  return { field, op: 'qp', values: [op === 'eq' ? phrase : `!${phrase}`], off: false }
}

/**
 * Focuses the first entry of the menu, or of the top values, when one replaces the other: the entry that had
 * the focus is gone. A function made in a render would focus it after each render.
 */
function focusFirstEntry(element: HTMLElement | null): void {
  element?.querySelector('button')?.focus()
}

interface TopValuesProps {
  field: string
  control: SearchControl
  onPick: (value: string) => void
  onBack: () => void
}

/**
 * The most frequent values of a field among the results, in the menu of a value. A click filters for a value.
 */
function TopValues({ field, control, onPick, onBack }: TopValuesProps) {
  const zone = useZone()
  const query = useLiveQuery(resultValuesRequest(control.state, zone, field), false)
  const values = query.answer?.results.totals?.values
  return (
    <div className="menu value-menu" ref={focusFirstEntry}>
      <MenuItem onClick={onBack}>
        <Icon name="left" /> {valueTexts.back}
      </MenuItem>
      <p className="menu-title">
        {valueTexts.top} <b>{fieldText(field)}</b>
      </p>
      {!values && (
        <p className="menu-title" role="status">
          {hasEndedEarly(query) ? valueTexts.topFailed : resultTexts.searching}
        </p>
      )}
      {values?.map(({ name, count }) => (
        <MenuItem key={name} className="top-value" onClick={() => onPick(String(name))}>
          <span className="top-value-name one-line">{nameText(field, name)}</span>
          <span className="number faint">{exactNumber(count)}</span>
        </MenuItem>
      ))}
    </div>
  )
}
