import { useEffect, useRef, useState } from 'react'
import { SearchInput } from './SearchInput.tsx'
import '../kit.css'

/** The time after the last key press before `onChange` is called. */
const delayMs = 250

interface Props {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A field for a search by the service. Calls `onChange` when the user pauses typing. */
export function SearchField({ label, placeholder, value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  // A change from elsewhere, such as the back button, replaces the typed text.
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => latest.current(typed), delayMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <SearchInput
      className="search-field"
      label={label}
      placeholder={placeholder}
      maxLength={100}
      value={typed}
      onChange={setTyped}
    />
  )
}
