interface Props<Value extends string | number> {
  label: string
  /** Label of the choice of no filter; undefined: one of the options is always chosen. */
  anyLabel?: string
  value: Value | undefined
  options: readonly Value[]
  textOf: (option: Value) => string
  onChange: (option: Value | undefined) => void
}

/** A filter by one of several values, or the choice of an order. */
export function FilterSelect<Value extends string | number>(props: Props<Value>) {
  const { label, anyLabel, value, options, textOf, onChange } = props
  return (
    <select
      className="field"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(options.find(option => String(option) === target.value))}
    >
      {anyLabel !== undefined && <option value="">{anyLabel}</option>}
      {options.map(option => (
        <option key={option} value={option}>
          {textOf(option)}
        </option>
      ))}
    </select>
  )
}
