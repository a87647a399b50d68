import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** For screen readers, and the placeholder unless there is another one. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A field for a search in what the page has already read: `onChange` is called for each typed letter. */
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
