import { Suspense } from 'react'
import { lazyPart } from '../state/lazy-part.ts'
import { useLocation } from '../state/location.ts'
import { readDashboardPath } from './address.ts'

const list = lazyPart(async () => (await import('./DashboardList.tsx')).DashboardList)
const open = lazyPart(async () => (await import('./OpenDashboard.tsx')).OpenDashboard)
const tv = lazyPart(async () => (await import('./TvPage.tsx')).TvPage)

/** The list of dashboards, an open one, or one on TV, as the path says. */
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

/** Loads the code of what a path of dashboards shows. */
export function loadDashboards(path: string): Promise<unknown> {
  const { dashboard, isTv } = readDashboardPath(path)
  return (dashboard === undefined ? list : isTv ? tv : open).load()
}
