import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fieldText, nameText } from '../../charts/name-text.ts'
import { Icon } from '../components/Icon.tsx'
import { popoverPosition } from '../components/popover-position.ts'
import { copyText } from '../components/toast.tsx'
import type { Pill } from './pill.ts'

interface Chosen {
  field: string
  value: string
  anchor: DOMRect
}
type Open = (field: string, value: string, anchor: Element) => void

const ValueMenuContext = createContext<Open>(() => {})

/** Opens the one menu of the page for a value of a field. */
export function useValueMenu(): Open {
  return useContext(ValueMenuContext)
}

/** What can be done with a value wherever it stands: filter for it, filter it out, copy it. */
export function ValueMenuProvider({
  onFilter,
  children,
}: {
  onFilter: (pill: Pill) => void
  children: ReactNode
}) {
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
    const view = { width: innerWidth, height: innerHeight }
    const { left, top } = popoverPosition(chosen.anchor, element.getBoundingClientRect(), view, false)
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` })
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
            <button type="button" className="menu-item" onClick={filter('eq')}>
              <Icon name="plus" /> Filter for this
            </button>
            <button type="button" className="menu-item" onClick={filter('ne')}>
              <Icon name="minus" /> Filter it out
            </button>
            <button type="button" className="menu-item" onClick={act(({ value }) => void copyText(value))}>
              <Icon name="copy" /> Copy
            </button>
          </div>
        )}
      </div>
    </ValueMenuContext>
  )
}
