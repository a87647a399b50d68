import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Accessible name; also the placeholder, unless there is a `placeholder`. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search field that calls `onChange` for each typed letter; `SearchField` waits for a pause instead. */
export function SearchInput({ label, className = '', onChange, ...attributes }: Props) {
  return (
    <input
      type="search"
      className={`field ${className}`}
      aria-label={label}
      placeholder={label}
      {...attributes}
      onChange={event => onChange(event.target.value)}
    />
  )
}
