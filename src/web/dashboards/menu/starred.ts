import { useMemo } from 'react'
import { currentPreferences, setPreferences, usePreferences } from '../../state/preferences.ts'

/** Maximum starred dashboards: one more removes the oldest star. */
const maxStarred = 200

/** Parses the preference `starredDashboards`, such as `7,12`; the newest star is last. */
function parseIds(text: string): number[] {
  return text
    .split(',')
    .filter(part => part !== '')
    .map(Number)
}

/** The ids of the starred dashboards. */
export function useStarred(): ReadonlySet<number> {
  const { starredDashboards } = usePreferences()
  return useMemo(() => new Set(parseIds(starredDashboards)), [starredDashboards])
}

/** Adds or removes the star of a dashboard, in the preferences of the user. */
export function toggleStar(id: number): void {
  const ids = parseIds(currentPreferences().starredDashboards)
  const next = ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id].slice(-maxStarred)
  setPreferences({ starredDashboards: next.join(',') })
}
