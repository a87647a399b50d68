import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fieldText, nameText } from '../../charts/name-text.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { placePopover } from '../components/popover-position.ts'
import { copyText } from '../components/toast.tsx'
import type { Pill } from '../search/pill.ts'

interface Chosen {
  field: string
  value: string
  anchor: DOMRect
}
interface Props {
  onFilter: (pill: Pill) => void
  children: ReactNode
}
type Open = (field: string, value: string, anchor: Element) => void

const ValueMenuContext = createContext<Open>(() => {})

/** Opens the menu for a value of a field. */
export function useValueMenu(): Open {
  return useContext(ValueMenuContext)
}

/** Offers to filter for a value, to filter it out, or to copy it. */
export function ValueMenuProvider({ onFilter, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const open = useMemo<Open>(
    () => (field, value, anchor) => setChosen({ field, value, anchor: anchor.getBoundingClientRect() }),
    [],
  )

  useLayoutEffect(() => {
    const element = panel.current
    if (!chosen || !element) return
    element.showPopover()
    placePopover(element, chosen.anchor)
    element.querySelector('button')?.focus()
  }, [chosen])

  const act = (work: (value: Chosen) => void) => () => {
    panel.current?.hidePopover()
    if (chosen) work(chosen)
  }
  const filter = (op: 'eq' | 'ne') =>
    act(({ field, value }) => onFilter({ field, op, values: [value], off: false }))

  return (
    <ValueMenuContext value={open}>
      {children}
      <div
        ref={panel}
        popover="auto"
        onToggle={event => {
          if (event.newState === 'closed') setChosen(undefined)
        }}
      >
        {chosen && (
          <div className="menu">
            <p className="menu-title">
              {fieldText(chosen.field)} <b>{nameText(chosen.field, chosen.value)}</b>
            </p>
            <MenuItem onClick={filter('eq')}>
              <Icon name="plus" /> Filter for value
            </MenuItem>
            <MenuItem onClick={filter('ne')}>
              <Icon name="minus" /> Filter out value
            </MenuItem>
            <MenuItem onClick={act(({ value }) => void copyText(value))}>
              <Icon name="copy" /> Copy value
            </MenuItem>
          </div>
        )}
      </div>
    </ValueMenuContext>
  )
}
