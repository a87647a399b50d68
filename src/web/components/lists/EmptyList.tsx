import type { ReactNode } from 'react'
import { Notice } from '../Notice.tsx'

interface Props {
  title: string
  /** One sentence on what appears here; undefined if filters hide it. */
  text?: string | undefined
  /** The button that creates an object, or a link; undefined if the user may not use it. */
  action: ReactNode
}

/** Shown in place of an empty list: a title, one sentence and a button. */
export function EmptyList({ title, text, action }: Props) {
  return (
    <Notice title={title}>
      {text !== undefined && <span className="blank-text">{text}</span>}
      {action && <div className="actions">{action}</div>}
    </Notice>
  )
}
