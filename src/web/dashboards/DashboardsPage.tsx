import { lazy, Suspense } from 'react'
import { useLocation } from '../state/location.ts'
import { readDashboardPath } from './address.ts'
import { DashboardList } from './DashboardList.tsx'
import { OpenDashboard } from './OpenDashboard.tsx'
import '../styles/dashboard.css'
import '../styles/dashboard-tv.css'

const TvPage = lazy(async () => ({ default: (await import('./TvPage.tsx')).TvPage }))

/** The list of dashboards, an open one, or one on TV, as the path says. */
export function DashboardsPage() {
  const { path } = useLocation()
  const { dashboard, isTv } = readDashboardPath(path)
  if (dashboard === undefined) return <DashboardList />
  if (!isTv) return <OpenDashboard key={dashboard} id={dashboard} />
  return (
    <Suspense fallback={<main className="dash-tv" />}>
      <TvPage id={dashboard} />
    </Suspense>
  )
}
