import { Suspense } from 'react'
import { lazyPart } from '../state/lazy-part.ts'
import { useLocation } from '../state/location.ts'
import { readDashboardPath } from './draft/address.ts'

const list = lazyPart(async () => (await import('./list/DashboardList.tsx')).DashboardList)
const open = lazyPart(async () => (await import('./view/OpenDashboard.tsx')).OpenDashboard)
const tv = lazyPart(async () => (await import('./tv/TvPage.tsx')).TvPage)

/** The list of dashboards, an open one, or one in TV mode, depending on the path. */
export function DashboardsPage() {
  const { path } = useLocation()
  const { dashboard, isTv } = readDashboardPath(path)
  if (dashboard === undefined) return <list.component />
  if (!isTv) return <open.component key={dashboard} id={dashboard} />
  return (
    <Suspense fallback={<main className="dash-tv" />}>
      <tv.component id={dashboard} />
    </Suspense>
  )
}

/** Preloads the code of the page that `DashboardsPage` shows for a path. */
export function loadDashboards(path: string): Promise<unknown> {
  const { dashboard, isTv } = readDashboardPath(path)
  if (dashboard === undefined) return list.load()
  return isTv ? tv.load() : open.load()
}
