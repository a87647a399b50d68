import { printable } from '../../charts/printable.ts'
import { Check } from '../components/forms/Check.tsx'

interface CheckOption<T extends string | number> {
  value: T
  text: string
  note?: string
}

interface Props<T extends string | number> {
  legend: string
  options: readonly CheckOption<T>[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
  className?: string
}

/** A list of checkboxes. `chosen` has the order in which they were checked. */
export function CheckList<T extends string | number>(props: Props<T>) {
  const { legend, options, chosen, onChange, className = '' } = props
  const toggle = (value: T, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, value] : chosen.filter(one => one !== value))
  return (
    <fieldset className={`check-list ${className}`}>
      <legend className="label">{legend}</legend>
      {options.map(({ value, text, note }) => (
        <Check key={value} isOn={chosen.includes(value)} onChange={isOn => toggle(value, isOn)}>
          <span>
            {printable(text)}
            {note !== undefined && <span className="faint">{printable(note)}</span>}
          </span>
        </Check>
      ))}
    </fieldset>
  )
}
