import type { ReactNode } from 'react'
import { Link } from '../Link.tsx'
import '../kit.css'

interface Props<Show extends string> {
  label: string
  /** The parts of the list. */
  shows: readonly Show[]
  current: Show
  addressOf: (show: Show) => string
  textOf: (show: Show) => string
  /** Shown after the text. */
  countOf?: (show: Show) => ReactNode
  /** Whether the count is emphasised, because it needs attention. */
  isBad?: (show: Show) => boolean
}

/** Links that choose which part of a list is shown. */
export function ShowLinks<Show extends string>(props: Props<Show>) {
  const { label, shows, current, addressOf, textOf, countOf, isBad } = props
  return (
    <nav className="show-links" aria-label={label}>
      {shows.map(show => (
        <Link
          key={show}
          className={isBad?.(show) ? 'chip bad' : 'chip'}
          href={addressOf(show)}
          aria-current={show === current ? 'true' : undefined}
        >
          {textOf(show)}
          {countOf?.(show)}
        </Link>
      ))}
    </nav>
  )
}
