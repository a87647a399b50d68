import { lazy, Suspense } from 'react'
import { useHasPermission } from '../state/session.ts'

const IngestLight = lazy(async () => ({ default: (await import('../ingest/IngestLight.tsx')).IngestLight }))

/** Place of the ingest light in the top bar, for users who may see hosts. */
export function IngestLightSlot() {
  if (!useHasPermission('search')) return null
  return (
    <span className="bar-light">
      <Suspense>
        <IngestLight />
      </Suspense>
    </span>
  )
}
