import { lazy, Suspense } from 'react'
import { useLocation } from '../state/location.ts'
import { RuleList } from './RuleList.tsx'
import '../styles/rules.css'

const RuleFilePage = lazy(async () => ({ default: (await import('./RuleFilePage.tsx')).RuleFilePage }))

/** All files of rules, or one of them: `?file=100-a.yaml`, `?new=1`. */
export function RulesPage() {
  const params = new URLSearchParams(useLocation().query)
  const file = params.get('file')
  if (file === null && !params.has('new')) return <RuleList />
  return (
    <Suspense fallback={<main className="page" />}>
      <RuleFilePage key={file} name={file} />
    </Suspense>
  )
}
