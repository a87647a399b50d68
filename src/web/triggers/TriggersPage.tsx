import { lazyComponent } from '../state/lazy-part.ts'
import { useLocation } from '../state/location.ts'
import './triggers.css'

const TriggerList = lazyComponent(async () => (await import('./list/TriggerList.tsx')).TriggerList)
const HistoryView = lazyComponent(async () => (await import('./history/HistoryView.tsx')).HistoryView)
const SilencesView = lazyComponent(async () => (await import('./silences/SilencesView.tsx')).SilencesView)
const TriggerEditor = lazyComponent(async () => (await import('./edit/TriggerEditor.tsx')).TriggerEditor)

/**
 * All triggers at /triggers, history and silences at ?view=, the form of a trigger at /triggers/7 and
 * /triggers/new.
 */
export function TriggersPage() {
  const { path, query } = useLocation()
  const [, , opened] = path.split('/')
  // One <main> for all views, so that references to it stay valid.
  return (
    <main className={opened ? 'page trigger-page' : 'page triggers'}>
      {opened ? (
        <TriggerEditor key={`${opened} ${query}`} opened={opened} query={query} />
      ) : (
        <View name={new URLSearchParams(query).get('view')} />
      )}
    </main>
  )
}

function View({ name }: { name: string | null }) {
  if (name === 'history') return <HistoryView />
  return name === 'silences' ? <SilencesView /> : <TriggerList />
}
