import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { readDashboard } from '../../api/dashboards.ts'
import { useConnectionState } from '../../live/use-live-query.ts'
import { useRead } from '../../state/use-read.ts'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import type { OpenState } from '../draft/address.ts'
import type { Draft } from '../draft/draft.ts'
import { chosenVariables } from '../variables/variables.ts'

/** Default interval of reading the dashboard again: another user may change it. */
const defaultRefetchMs = 60_000

/** A saved dashboard as this page has read it. */
export interface ReadDashboard {
  /** The dashboard as last read, also after the session has ended. */
  dashboard: Dashboard | undefined
  error: unknown
  refetch: () => void
}

/** A saved dashboard, read again at an interval. Reads nothing for the overview. */
export function useDashboard(id: number | 'overview', refetchIntervalMs = defaultRefetchMs): ReadDashboard {
  const { data, error, retry } = useRead(['dashboards', id], signal => readDashboard(Number(id), signal), {
    enabled: id !== 'overview',
    refetchInterval: refetchIntervalMs,
    refetchIntervalInBackground: true,
  })
  return { dashboard: data, error, refetch: retry }
}

interface ContextSource {
  /** The stored version, to which the service's queries belong. */
  stored: Draft
  draft: Draft
  state: Pick<OpenState, 'range' | 'values'>
  /** Reads the dashboard again, because the service no longer knows the query of a widget. */
  onLost: () => void
}

/** The context that widgets get from their dashboard. Keeps its identity until a member changes. */
export function useWidgetContext({ stored, draft, state, onLost }: ContextSource): WidgetContext {
  const lost = useRef(onLost)
  lost.current = onLost
  const lostStable = useCallback(() => lost.current(), [])
  const { config } = draft
  const { range, values } = state
  return useMemo(() => {
    const defaults = chosenVariables(stored.config, {})
    const variables = chosenVariables(config, values)
    return {
      dashboardRange: config.time_range,
      ...(range && { range }),
      variables,
      defaults,
      onLost: lostStable,
    }
  }, [config, stored.config, range, values, lostStable])
}

/**
 * Seconds since the page last had a live connection and could read the dashboard (`isReadable`); 0 while both
 * hold.
 */
export function useDataAge(now: number, isReadable: boolean): number {
  const isLive = useConnectionState() === 'open' && isReadable
  const freshAt = useRef(now)
  useEffect(() => {
    if (isLive) freshAt.current = now
  }, [isLive, now])
  return isLive ? 0 : Math.max(0, Math.round(now - freshAt.current))
}
