import type { ReactNode } from 'react'
import { Notice } from '../Notice.tsx'

interface Props {
  title: string
  /** One sentence on what appears here; undefined if filters hide it. */
  text?: string | undefined
  /** The button or link that leads on; undefined if the user may not use it. */
  action: ReactNode
}

/** In place of an empty list: one sentence and its button. */
export function EmptyList({ title, text, action }: Props) {
  return (
    <Notice title={title}>
      {text !== undefined && <span className="blank-text">{text}</span>}
      {action && <div className="actions">{action}</div>}
    </Notice>
  )
}
