import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { readDashboard } from '../../api/dashboards.ts'
import { useRead } from '../../state/use-read.ts'

/** Other users may change it meanwhile. */
const refetchMs = 60_000

export interface ReadDashboard {
  /** The last one read, kept after the session has ended. */
  dashboard: Dashboard | undefined
  error: unknown
  refetch: () => void
}

/** A saved dashboard, read again every minute. Reads nothing for the overview. */
export function useDashboard(id: number | 'overview', refetchInterval = refetchMs): ReadDashboard {
  const { data, error, retry } = useRead(['dashboards', id], signal => readDashboard(Number(id), signal), {
    enabled: id !== 'overview',
    refetchInterval,
    refetchIntervalInBackground: true,
  })
  return { dashboard: data, error, refetch: retry }
}
