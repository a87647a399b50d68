import { useId, useState } from 'react'
import { fieldText } from '../../../charts/name-text.ts'
import { maxNameLength } from '../../../schema/name-length.ts'
import { Button, MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { withColumnMoved } from '../../search/state/columns.ts'
import { setPreferences, usePreferences } from '../../state/preferences.ts'
import { columnTexts } from '../../texts/search/results.ts'
import { useColumns } from './use-columns.tsx'

/** Chooses and orders columns, and sets how rows look. `fields`: names to suggest. */
export function ColumnMenu({ fields }: { fields: () => readonly string[] }) {
  return (
    <MenuButton
      content={
        <>
          <Icon name="columns" size={14} />
          <span className="tool-word">{columnTexts.columns}</span>
        </>
      }
      label={columnTexts.title}
      className="button quiet small"
      alignRight
    >
      {close => <Panel fields={fields()} onDone={close} />}
    </MenuButton>
  )
}

/** The content of the menu: the columns in their order, and how rows look. */
function Panel({ fields, onDone }: { fields: readonly string[]; onDone: () => void }) {
  const control = useColumns()
  const { columns, change, reset, keep } = control
  const { wrap, ansi, density } = usePreferences()
  const [typed, setTyped] = useState('')
  const id = useId()
  const add = () => {
    if (typed.trim() === '') return
    control.add(typed.trim())
    setTyped('')
  }
  return (
    <div className="column-panel">
      <h2>{columnTexts.columns}</h2>
      <ol>
        {columns.map(({ field }, index) => (
          <li key={field} className="hover-row">
            <span className="grow one-line">{fieldText(field)}</span>
            <IconButton
              icon="up"
              iconSize={13}
              label={columnTexts.moveUp(fieldText(field))}
              disabled={index === 0}
              onClick={() => change(withColumnMoved(columns, field, -1))}
            />
            <IconButton
              icon="down"
              iconSize={13}
              label={columnTexts.moveDown(fieldText(field))}
              disabled={index === columns.length - 1}
              onClick={() => change(withColumnMoved(columns, field, 1))}
            />
            <IconButton
              icon="close"
              iconSize={13}
              label={columnTexts.removeNamed(fieldText(field))}
              disabled={columns.length === 1}
              onClick={() => control.remove(field)}
            />
          </li>
        ))}
      </ol>
      <form
        className="column-add"
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        <input
          className="field small grow"
          aria-label={columnTexts.add}
          placeholder={columnTexts.add}
          maxLength={maxNameLength}
          list={id}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <datalist id={id}>
          {fields
            .filter(field => !control.has(field))
            .map(field => (
              <option key={field} value={field}>
                {fieldText(field)}
              </option>
            ))}
        </datalist>
        <Button type="submit" className="small">
          {columnTexts.addButton}
        </Button>
      </form>
      {keep && <p className="small-text soft column-note">{columnTexts.ofAddress}</p>}
      {keep && (
        <MenuItem
          onClick={() => {
            onDone()
            keep()
          }}
        >
          <Icon name="check" /> {columnTexts.keep}
        </MenuItem>
      )}
      {reset && (
        <MenuItem onClick={reset}>
          <Icon name="left" /> {columnTexts.reset}
        </MenuItem>
      )}
      <h2>{columnTexts.rows}</h2>
      <Check
        name={columnTexts.compact}
        checked={density === 'compact'}
        onChange={on => setPreferences({ density: on ? 'compact' : 'comfortable' })}
      />
      <Check name={columnTexts.wrap} checked={wrap} onChange={on => setPreferences({ wrap: on })} />
      <Check name={columnTexts.ansi} checked={ansi} onChange={on => setPreferences({ ansi: on })} />
    </div>
  )
}

function Check({
  name,
  checked,
  onChange,
}: {
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="option">
      <input type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
      {name}
    </label>
  )
}
