import { useMemo } from 'react'
import { currentPreferences, setPreferences, usePreferences } from '../../state/preferences.ts'

const maxStarred = 200

function idsIn(text: string): number[] {
  return text
    .split(',')
    .filter(part => part !== '')
    .map(Number)
}

/** Ids of the user's starred dashboards. */
export function useStarred(): ReadonlySet<number> {
  const { starredDashboards } = usePreferences()
  return useMemo(() => new Set(idsIn(starredDashboards)), [starredDashboards])
}

export function toggleStar(id: number): void {
  const ids = idsIn(currentPreferences().starredDashboards)
  const next = ids.includes(id) ? ids.filter(one => one !== id) : [...ids, id].slice(-maxStarred)
  setPreferences({ starredDashboards: next.join(',') })
}
