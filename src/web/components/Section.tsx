import type { ReactNode } from 'react'
import './kit.css'

interface Props {
  /** Id of the heading. */
  id: string
  heading: ReactNode
  /** Tooltip of the heading. */
  title?: string
  /** Content beside the heading, such as counts and buttons. */
  bar?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page under a heading, which names it for screen readers. */
export function Section({ id, heading, title, bar, className, children }: Props) {
  const name = (
    <h2 id={id} title={title}>
      {heading}
    </h2>
  )
  return (
    <section
      className={className === undefined ? 'page-section' : `page-section ${className}`}
      aria-labelledby={id}
    >
      {bar === undefined ? (
        name
      ) : (
        <div className="section-bar">
          {name}
          {bar}
        </div>
      )}
      {children}
    </section>
  )
}
