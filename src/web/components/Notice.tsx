import type { ReactNode } from 'react'

interface Props {
  /** Empty: no title. */
  title: string
  /** The content is missing because of an error, which screen readers announce at once. */
  bad?: boolean
  children?: ReactNode
}

/** Shown in place of content: says why it is missing, and what to do. */
export function Notice({ title, bad = false, children }: Props) {
  return (
    <div className={bad ? 'blank bad' : 'blank'} role={bad ? 'alert' : undefined}>
      {title !== '' && <strong>{title}</strong>}
      {children}
    </div>
  )
}
