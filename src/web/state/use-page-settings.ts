import { readPageSettings } from '../api/page-settings.ts'
import { useHasPermission } from './session.ts'
import { useRead } from './use-read.ts'

/** First part of the query key of the settings. */
export const pageSettingsKey = 'page-settings'
/** Other users' changes are shown after this time, or with a reload. */
const staleMs = 60_000

/** Settings of the page for all users. They are read when a component first needs them. */
export function usePageSettings() {
  const enabled = useHasPermission('search')
  return useRead([pageSettingsKey], readPageSettings, { enabled, staleTime: staleMs })
}
