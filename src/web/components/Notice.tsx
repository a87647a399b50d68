import type { ReactNode } from 'react'

/** A notice in place of content: why there is none, and what to do. */
export function Notice({
  title,
  bad = false,
  children,
}: {
  title: string
  bad?: boolean
  children?: ReactNode
}) {
  return (
    <div className={bad ? 'blank bad' : 'blank'} role={bad ? 'alert' : undefined}>
      {title !== '' && <strong>{title}</strong>}
      {children}
    </div>
  )
}
