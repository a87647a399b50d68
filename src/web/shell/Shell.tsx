import { lazy, type MouseEvent, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { pagePaths } from '../../schema/page-paths.ts'
import type { User } from '../api/session.ts'
import { useKeys } from '../components/use-keys.ts'
import { DownloadTray } from '../exports/DownloadTray.tsx'
import { reportDialogInput } from '../reports/report-dialog-input.ts'
import { SearchPage } from '../search/SearchPage.tsx'
import { navigate, useLocation } from '../state/location.ts'
import { useHasPermission } from '../state/session.ts'
import { Help } from './Help.tsx'
import { TopBar } from './TopBar.tsx'

const DashboardPage = lazy(async () => ({
  default: (await import('../dashboard/DashboardPage.tsx')).DashboardPage,
}))

const ReportsPage = lazy(async () => ({
  default: (await import('../reports/ReportsPage.tsx')).ReportsPage,
}))
const ReportDialog = lazy(async () => ({
  default: (await import('../reports/ReportDialog.tsx')).ReportDialog,
}))

/** The frame of every page of a signed-in user. */
export function Shell({ user }: { user: User }) {
  const { path } = useLocation()
  const [help, setHelp] = useState(false)
  const mayReport = useHasPermission('reports')
  const reportInput = useSyncExternalStore(reportDialogInput.watch, reportDialogInput.get)
  useKeys({
    '?': () => setHelp(true),
    'g s': () => navigate('/search'),
    'g d': () => navigate('/dashboard'),
    'g r': () => mayReport && navigate('/reports'),
  })
  const onReports = path === '/reports' && mayReport
  const known =
    path !== '/' && pagePaths.some(address => address === path) && (path !== '/reports' || mayReport)
  useEffect(() => {
    if (!known) navigate('/search', true)
  }, [known])

  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a place; the address is the state of the page and stays */}
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <TopBar user={user} onHelp={() => setHelp(true)} />
      {path === '/dashboard' ? (
        <Suspense fallback={<main className="page" />}>
          <DashboardPage />
        </Suspense>
      ) : onReports ? (
        <Suspense fallback={<main className="page" />}>
          <ReportsPage />
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
