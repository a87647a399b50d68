import { type KeyboardEvent, useRef, useState } from 'react'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { IconButton } from '../components/IconButton.tsx'
import { fieldValueTexts } from '../texts/search/fields.ts'

/** A value of a field as the list shows it. */
export interface FieldValue {
  value: string
  label: string
  count: number
  /** Relative length of the bar, 0 to 1. */
  length: number
  share: string
  /** Design token of the bar. */
  colour: string | undefined
}

interface Props {
  /** Name for screen readers. */
  label: string
  values: readonly FieldValue[]
  selected: readonly string[]
  excluded: readonly string[]
  onSelect: (value: string) => void
  onExclude: (value: string) => void
}

/** Values to select and to exclude. One stop of the Tab key; arrow keys move inside. */
export function ValueList({ label, values, selected, excluded, onSelect, onExclude }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)
  const current = Math.min(active, values.length - 1)

  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const column = event.target instanceof HTMLInputElement ? 'input' : 'button'
    const targetColumn = { ArrowRight: 'button', ArrowLeft: 'input' }[event.key] ?? column
    if (by === undefined && targetColumn === column) return
    const row = Math.max(0, Math.min(values.length - 1, current + (by ?? 0)))
    event.preventDefault()
    event.stopPropagation()
    setActive(row)
    list.current?.children[row]?.querySelector<HTMLElement>(targetColumn)?.focus()
  }

  return (
    <ul ref={list} className="fieldlist-rows" aria-label={label} onKeyDown={press}>
      {values.map((item, index) => {
        const { value, label, count, share } = item
        const isSelected = selected.includes(value)
        const isExcluded = excluded.includes(value)
        const tabIndex = index === current ? 0 : -1
        const name =
          count > 0 ? fieldValueTexts.pick(label, exactNumber(count), share) : fieldValueTexts.picked(label)
        return (
          <li key={value} className={isExcluded ? 'fieldlist-row not' : 'fieldlist-row'}>
            <label className="fieldlist-pick" title={name}>
              <input
                type="checkbox"
                aria-label={name}
                checked={isSelected}
                tabIndex={tabIndex}
                onFocus={() => setActive(index)}
                onChange={() => onSelect(value)}
              />
              <span className="fieldlist-value one-line">{label}</span>
              <span className="fieldlist-count number">{count > 0 ? shortNumber(count) : ''}</span>
              <span className="fieldlist-track">
                <span
                  style={{
                    width: `${Math.max(count > 0 ? 1 : 0, item.length * 100)}%`,
                    background: item.colour && `var(${item.colour})`,
                  }}
                />
              </span>
            </label>
            <IconButton
              icon="minus"
              iconSize={14}
              label={isExcluded ? fieldValueTexts.include(label) : fieldValueTexts.exclude(label)}
              aria-pressed={isExcluded}
              tabIndex={tabIndex}
              onFocus={() => setActive(index)}
              onClick={() => onExclude(value)}
            />
          </li>
        )
      })}
    </ul>
  )
}
