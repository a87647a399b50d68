import type { ReactNode } from 'react'
import { componentTexts } from '../../texts/components.ts'
import '../kit.css'

interface Props {
  /** The fields are shown at first, because one of them is in use or has a fault. */
  isOpen: boolean
  children: ReactNode
}

/** Rarely used fields of a form with two columns, hidden until the user opens them. */
export function MoreFields({ isOpen, children }: Props) {
  return (
    <details className="whole form-more" open={isOpen || undefined}>
      <summary>{componentTexts.moreSettings}</summary>
      <div className="form-grid">{children}</div>
    </details>
  )
}
