import { lazy, Suspense, useEffect, useRef } from 'react'
import { focusMain } from '../components/Arrival.tsx'
import { useLocation } from '../state/location.ts'
import { RuleList } from './RuleList.tsx'
import './rules.css'

const RuleFilePage = lazy(async () => ({ default: (await import('./RuleFilePage.tsx')).RuleFilePage }))

/** All files of rules, or one of them: `?file=100-a.yaml`, `?new=1`. */
export function RulesPage() {
  const { query } = useLocation()
  const params = new URLSearchParams(query)
  const file = params.get('file')
  // The followed link is gone: the next Tab goes to the opened content.
  const shown = useRef(query)
  useEffect(() => {
    if (shown.current !== query) focusMain()
    shown.current = query
  }, [query])
  return (
    <main className="page rules">
      {file === null && !params.has('new') ? (
        <RuleList />
      ) : (
        <Suspense>
          <RuleFilePage key={file} name={file} />
        </Suspense>
      )}
    </main>
  )
}
