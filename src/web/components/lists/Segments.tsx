import { followLink } from '../../state/location.ts'

interface Props<View extends string> {
  label: string
  views: readonly View[]
  current: View
  addressOf: (view: View) => string
  textOf: (view: View) => string
}

/** Links to the views of a page, side by side. */
export function Segments<View extends string>({ label, views, current, addressOf, textOf }: Props<View>) {
  return (
    <nav className="segments" aria-label={label}>
      {views.map(view => (
        <a
          key={view}
          href={addressOf(view)}
          onClick={followLink}
          aria-current={view === current ? 'page' : undefined}
        >
          {textOf(view)}
        </a>
      ))}
    </nav>
  )
}
