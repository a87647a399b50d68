import { useEffect } from 'react'
import { Notice } from '../../components/Notice.tsx'
import { refreshSession } from '../../state/session.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import '../grid/dashboard-tv.css'

const { tv: texts } = dashboardTexts
/** Interval of trying again. */
const retryMs = 10_000

/** TV mode until the service accepts its token, and while the service does not answer: retries forever. */
export function TvWaiting({ isRefused }: { isRefused: boolean }) {
  useEffect(() => {
    const timer = setInterval(() => void refreshSession(), retryMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="dash-tv">
      <h1 className="unseen">{dashboardTexts.list.title}</h1>
      <Notice title={isRefused ? texts.refused : texts.failed} bad>
        {isRefused ? texts.refusedHint : texts.failedHint}
      </Notice>
    </main>
  )
}
