import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'

interface Props {
  /** Name of the input for screen readers and tests. Without it, they find only the button. */
  label?: string
  title?: string
  /** File extensions and types, comma-separated. */
  accept: string
  disabled: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A button that lets the user choose files. */
export function FileButton({ label, accept, disabled, onFiles, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        {...(label === undefined ? { hidden: true } : { className: 'unseen', 'aria-label': label })}
        tabIndex={-1}
        multiple
        accept={accept}
        disabled={disabled}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Button {...button} disabled={disabled} onClick={() => input.current?.click()} />
    </>
  )
}
