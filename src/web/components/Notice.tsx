import type { ReactNode } from 'react'

/** What stands where there is nothing to show: what is the matter, and what can be done. */
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
