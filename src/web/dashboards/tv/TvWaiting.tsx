import { Notice } from '../../components/Notice.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import '../grid/dashboard-tv.css'

const { tv: texts } = dashboardTexts

/** TV mode until the service accepts its token, and while the service does not answer. App tries again. */
export function TvWaiting({ isRefused }: { isRefused: boolean }) {
  return (
    <main className="dash-tv">
      <h1 className="unseen">{dashboardTexts.list.title}</h1>
      <Notice title={isRefused ? texts.refused : texts.failed} bad>
        {isRefused ? texts.refusedHint : texts.failedHint}
      </Notice>
    </main>
  )
}
