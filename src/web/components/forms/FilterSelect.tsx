interface Props<Option extends string | number> {
  label: string
  /** Label of the option for no filter; undefined: one of the options is always chosen. */
  emptyLabel?: string
  value: Option | undefined
  options: readonly Option[]
  labelOf: (option: Option) => string
  onChange: (option: Option | undefined) => void
}

/** A `<select>` for a filter, or for the order of a list. */
export function FilterSelect<Option extends string | number>(props: Props<Option>) {
  const { label, emptyLabel, value, options, labelOf, onChange } = props
  return (
    <select
      className="field"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(options.find(option => String(option) === target.value))}
    >
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      {options.map(option => (
        <option key={option} value={option}>
          {labelOf(option)}
        </option>
      ))}
    </select>
  )
}
