import { lazy, Suspense } from 'react'
import { useLocation } from '../state/location.ts'
import './triggers.css'

const TriggerList = lazy(async () => ({ default: (await import('./list/TriggerList.tsx')).TriggerList }))
const HistoryView = lazy(async () => ({ default: (await import('./history/HistoryView.tsx')).HistoryView }))
const SilencesView = lazy(async () => ({
  default: (await import('./silences/SilencesView.tsx')).SilencesView,
}))
const TriggerEditor = lazy(async () => ({
  default: (await import('./edit/TriggerEditor.tsx')).TriggerEditor,
}))

/**
 * All triggers at /triggers, history and silences at ?view=, the form of a trigger at /triggers/7 and
 * /triggers/new.
 */
export function TriggersPage() {
  const { path, query } = useLocation()
  const [, , opened] = path.split('/')
  const view = new URLSearchParams(query).get('view')
  // One <main> for all views, so that references to it stay valid.
  return (
    <main className={opened ? 'page trigger-page' : 'page triggers'}>
      <Suspense>
        {opened ? (
          <TriggerEditor key={`${opened} ${query}`} opened={opened} query={query} />
        ) : view === 'history' ? (
          <HistoryView />
        ) : view === 'silences' ? (
          <SilencesView />
        ) : (
          <TriggerList />
        )}
      </Suspense>
    </main>
  )
}
