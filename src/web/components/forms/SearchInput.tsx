import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Accessible name; also the placeholder, unless there is a `placeholder`. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A field for a search in data that the page has already read. Calls `onChange` for each typed letter. */
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
