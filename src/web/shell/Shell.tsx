import { lazy, type MouseEvent, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '../api/session.ts'
import { useKeys } from '../components/use-keys.ts'
import { DownloadTray } from '../exports/DownloadTray.tsx'
import { reportDialogInput } from '../reports/report-dialog-input.ts'
import { SearchPage } from '../search/SearchPage.tsx'
import { navigate, useLocation } from '../state/location.ts'
import { Help } from './Help.tsx'
import { pageAt } from './pages.ts'
import { TopBar } from './TopBar.tsx'
import { useShownPages } from './use-shown-pages.ts'

const ReportDialog = lazy(async () => ({
  default: (await import('../reports/ReportDialog.tsx')).ReportDialog,
}))

/** The frame of every page of a signed-in user. */
export function Shell({ user }: { user: User }) {
  const { path } = useLocation()
  const [help, setHelp] = useState(false)
  const reportInput = useSyncExternalStore(reportDialogInput.watch, reportDialogInput.get)
  const shown = useShownPages()
  useKeys({
    '?': () => setHelp(true),
    'g s': () => navigate('/search'),
    ...Object.fromEntries(shown.flatMap(({ keys, path }) => (keys ? [[keys, () => navigate(path)]] : []))),
  })
  const page = pageAt(path)
  const known = path === '/search' || (page !== undefined && shown.includes(page))
  useEffect(() => {
    if (path === '/dashboard') navigate('/dashboards', true)
    else if (!known) navigate('/search', true)
  }, [known, path])
  const Content = known ? page?.component : undefined

  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a place; the address is the state of the page and stays */}
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <TopBar user={user} onHelp={() => setHelp(true)} />
      {Content ? (
        <Suspense fallback={<main className="page" />}>
          <Content />
        </Suspense>
      ) : (
        <SearchPage />
      )}
      <DownloadTray />
      {reportInput && (
        <Suspense>
          <ReportDialog input={reportInput} onClose={() => reportDialogInput.set(undefined)} />
        </Suspense>
      )}
      {help && <Help onClose={() => setHelp(false)} />}
    </div>
  )
}

/** Focuses the content behind the top bar. The address stays: it is the state of the page. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus()
}
