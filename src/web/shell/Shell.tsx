import {
  Component,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { SessionUser } from '../api/session.ts'
import { Button } from '../components/Button.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { Link } from '../components/Link.tsx'
import { Notice } from '../components/Notice.tsx'
import { focusMain, PageFocus } from '../components/PageFocus.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { DownloadTray } from '../exports/DownloadTray.tsx'
import { usePageLinks, useShownPages } from '../navigation/Navigation.tsx'
import { isSearch, type Page, pageAt, searchPage } from '../navigation/pages.ts'
import { preloadLinks } from '../navigation/preload-links.ts'
import { reportDialogInput } from '../reports/report-dialog-input.ts'
import { followPreferences } from '../state/follow-preferences.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { navigate, useLocation } from '../state/location.ts'
import { currentCopy, usePreferences } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { taskDialogInput } from '../tasks/task-dialog-input.ts'
import { pageNames } from '../texts/pages.ts'
import { shellTexts } from '../texts/shell.ts'
import { TopBar } from './TopBar.tsx'

const ReportDialog = lazyComponent(async () => (await import('../reports/ReportDialog.tsx')).ReportDialog)
const TaskDialog = lazyComponent(async () => (await import('../tasks/TaskDialog.tsx')).TaskDialog)
const Help = lazyComponent(async () => (await import('./Help.tsx')).Help)
const Tour = lazyComponent(async () => (await import('../tour/Tour.tsx')).Tour)
const Palette = lazyComponent(async () => (await import('../palette/Palette.tsx')).Palette)

/** The path that is shown in place of a path: the first page, and links of earlier versions. */
function redirectOf(path: string, maySearch: boolean): string | undefined {
  if (path === '/') return maySearch ? '/search' : '/dashboards'
  return path === '/dashboard' ? '/dashboards/overview' : undefined
}

/**
 * The frame of every page of a signed-in user except TV mode: the top bar, the page of the address, and
 * dialogs that any page may open. A new user gets a new shell.
 */
export function Shell({ user }: { user: SessionUser }) {
  const { path } = useLocation()
  const [ownDialog, setOwnDialog] = useState<'help' | 'palette'>()
  const reportInput = useSyncExternalStore(reportDialogInput.watch, reportDialogInput.get)
  const taskInput = useSyncExternalStore(taskDialogInput.watch, taskDialogInput.get)
  const openDialog = ownDialog ?? (reportInput && 'report') ?? (taskInput && 'task') ?? 'none'
  const close = () => setOwnDialog(undefined)
  const openHelp = () => setOwnDialog('help')
  const openPalette = () => setOwnDialog('palette')
  useEffect(() => followPreferences(user.id), [user.id])
  useEffect(preloadLinks, [])
  usePaletteKey(openPalette)
  const pageKeys = usePageLinks().flatMap(({ keys, path }) => (keys ? [[keys, () => navigate(path)]] : []))
  useKeys({ '?': openHelp, ...Object.fromEntries(pageKeys) })
  const redirect = redirectOf(path, useHasPermission('search'))
  useEffect(() => {
    if (redirect !== undefined) navigate(redirect, true)
  }, [redirect])

  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a place; the address is the state of the page and stays */}
      <a className="skip" href="#main" onClick={skip}>
        {shellTexts.skip}
      </a>
      <TopBar user={user} onHelp={openHelp} onPalette={openPalette} />
      {/* The keys of boundaries: after a failure, another page or dialog can still be opened. */}
      <PageBoundary key={pageAt(path)?.path ?? path}>
        <Suspense fallback={<main className="page" />}>
          <Content path={path} />
        </Suspense>
      </PageBoundary>
      <DownloadTray />
      <TourSlot path={path} userId={user.id} />
      <PageBoundary key={openDialog} fallback={<FailedDialog />}>
        {reportInput && <ReportDialog input={reportInput} onClose={() => reportDialogInput.set(undefined)} />}
        {taskInput && <TaskDialog input={taskInput} onClose={() => taskDialogInput.set(undefined)} />}
        {ownDialog === 'help' && <Help onClose={close} />}
        {ownDialog === 'palette' && <Palette onClose={close} onHelp={openHelp} />}
      </PageBoundary>
    </div>
  )
}

/** The page of a path, or a notice if the user may not open it. */
function Content({ path }: { path: string }) {
  const shownPages = useShownPages()
  const maySearch = useHasPermission('search')
  const page = pageAt(path)
  if (isSearch(path) && maySearch)
    return (
      <>
        <searchPage.component />
        <PageFocus path={path} name={pageNames.search} />
      </>
    )
  if (!page || !shownPages.includes(page))
    return (
      <>
        <NoPage page={isSearch(path) ? { permission: 'search' } : page} />
        <PageFocus path={path} name={page?.name ?? shellTexts.missing} />
      </>
    )
  return (
    <>
      <page.component />
      <PageFocus path={path} name={page.name} />
    </>
  )
}

/**
 * The tour, on the search page of a user who may search and has not ended it. Not before the preferences are
 * the user's own: this browser may have another user's.
 */
function TourSlot({ path, userId }: { path: string; userId: number }) {
  const { tour: hasEnded } = usePreferences()
  const maySearch = useHasPermission('search')
  if (hasEnded || !maySearch || !isSearch(path) || currentCopy().userId !== userId) return null
  return (
    <PageBoundary fallback={null}>
      <Tour />
    </PageBoundary>
  )
}

/** Shown in place of a dialog whose code could not be loaded, or that failed. */
function FailedDialog() {
  return (
    <p className="toast" role="alert">
      {shellTexts.failed}
    </p>
  )
}

/** Moves the focus past the top bar. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  focusMain()
}

type NeededRights = Pick<Page, 'permission' | 'needsAllHosts'>

/** Shown in place of a page that does not exist, or for which the user lacks the permission. */
function NoPage({ page: { permission, needsAllHosts } = {} }: { page: NeededRights | undefined }) {
  const title = permission === undefined ? shellTexts.missing : shellTexts.refused
  const maySearch = useHasPermission('search')
  usePageTitle(title)
  return (
    <main className="page">
      <h1 className="unseen">{title}</h1>
      <Notice title={title}>
        {permission === undefined
          ? shellTexts.missingHint
          : shellTexts.refusedHint(permission, needsAllHosts)}
        <div className="actions">
          <Link className="button" href={maySearch ? '/search' : '/dashboards'}>
            {maySearch ? shellTexts.toSearch : shellTexts.toDashboards}
          </Link>
        </div>
      </Notice>
    </main>
  )
}

/** Opens the palette with Ctrl K or Cmd K, also while the user types, but not over another dialog. */
function usePaletteKey(open: () => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPaletteKey =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k'
      if (!isPaletteKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    // Captured before the event reaches a focused editor, in which Ctrl K has another meaning.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

interface BoundaryProps {
  /** Shown in place of the content; by default a notice with a button that reloads; null: nothing. */
  fallback?: ReactNode
  children: ReactNode
}

/** Shows a notice in place of content that cannot be loaded or rendered; the rest of the page stays. */
class PageBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    if (!this.state.failed) return children
    if (fallback !== undefined) return fallback
    return (
      <main className="page">
        <Notice title={shellTexts.broken} bad>
          {shellTexts.brokenHint}
          <div className="actions">
            <Button className="primary" onClick={() => location.reload()}>
              {shellTexts.reload}
            </Button>
          </div>
        </Notice>
      </main>
    )
  }
}
