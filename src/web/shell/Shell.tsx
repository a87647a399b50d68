import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useKeys } from '../parts/use-keys.ts'
import { SearchPage } from '../search/SearchPage.tsx'
import { navigate, useLocation } from '../state/location.ts'
import type { User } from '../wire/session.ts'
import { Help } from './Help.tsx'
import { TopBar } from './TopBar.tsx'

const DashboardPage = lazy(async () => ({
  default: (await import('../dashboard/DashboardPage.tsx')).DashboardPage,
}))

/** What surrounds every page for who is signed in. */
export function Shell({ user }: { user: User }) {
  const { path } = useLocation()
  const [help, setHelp] = useState(false)
  const goPressed = useRef(0)
  const go = (to: string) => () => (Date.now() - goPressed.current < 1500 ? navigate(to) : false)
  useKeys({
    '?': () => setHelp(true),
    g: () => {
      goPressed.current = Date.now()
    },
    s: go('/search'),
    d: go('/dashboard'),
  })
  const known = path === '/search' || path === '/dashboard'
  useEffect(() => {
    if (!known) navigate('/search', true)
  }, [known])

  return (
    <div className="shell">
      <TopBar user={user} onHelp={() => setHelp(true)} />
      {path === '/dashboard' ? (
        <Suspense fallback={<main className="page" />}>
          <DashboardPage />
        </Suspense>
      ) : (
        <SearchPage />
      )}
      {help && <Help onClose={() => setHelp(false)} />}
    </div>
  )
}
