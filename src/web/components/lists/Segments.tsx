import { Link } from '../Link.tsx'

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
        <Link key={view} href={addressOf(view)} aria-current={view === current ? 'page' : undefined}>
          {textOf(view)}
        </Link>
      ))}
    </nav>
  )
}
