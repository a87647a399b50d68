import { lazy, Suspense } from 'react'
import { useLocation } from '../state/location.ts'
import '../styles/triggers.css'

const TriggerList = lazy(async () => ({ default: (await import('./TriggerList.tsx')).TriggerList }))
const TriggerEditor = lazy(async () => ({
  default: (await import('./edit/TriggerEditor.tsx')).TriggerEditor,
}))

/** All triggers at /triggers, the form of one at /triggers/7 and /triggers/new. */
export function TriggersPage() {
  const { path, query } = useLocation()
  const [, , opened] = path.split('/')
  // One <main> for all of them: what leads to it stays right.
  return (
    <main className={opened ? 'page trigger-page' : 'page triggers'}>
      <Suspense>
        {opened ? (
          <TriggerEditor key={`${opened} ${query}`} opened={opened} query={query} />
        ) : (
          <TriggerList />
        )}
      </Suspense>
    </main>
  )
}
