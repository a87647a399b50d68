import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { elapsedText } from '../../charts/time-text.ts'
import { errorText } from '../api/api-error.ts'
import { isRunning, stopQuery } from '../api/queries.ts'
import { Announcement } from '../components/Announcement.tsx'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { showToast } from '../components/toast.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { resultTexts } from '../texts/results.ts'

/** Number of events and elapsed time; progress and a stop button while the search runs. */
export function TotalsLine({ search }: { search: WatchedQuery<'Search'> }) {
  const [stopping, setStopping] = useState(false)
  const { answer, stale, elapsedMs } = search
  const totals = answer?.results.totals
  const running = answer !== undefined && !stale && isRunning(answer)
  const stop = async () => {
    if (!answer) return
    setStopping(true)
    try {
      search.setAnswer(await stopQuery<'Search'>(answer.query_id))
    } catch (error) {
      showToast(errorText(error))
    } finally {
      setStopping(false)
    }
  }
  return (
    <div className="totals">
      <Announcement text={totals && !stale ? resultTexts.count(totals.count) : ''} />
      {totals && !stale ? (
        <>
          <Count count={totals.count} />
          {totals.occurrences !== totals.count && (
            <span className="soft number wide" title={resultTexts.occurrencesHint}>
              {resultTexts.occurrences(totals.occurrences)}
            </span>
          )}
          {elapsedMs !== undefined && <span className="faint number wide">{elapsedText(elapsedMs)}</span>}
          {answer?.status === 'STOPPED' && <span className="tag-note">{resultTexts.stopped}</span>}
          {totals.approximate && (
            <span className="tag-note" title={totals.bound}>
              {resultTexts.approximate}
            </span>
          )}
        </>
      ) : (
        <span className="faint">
          {search.error || (answer?.status === 'STOPPED' && !stale) ? '' : resultTexts.searching}
        </span>
      )}
      {running && (
        <span className="running">
          <progress max={100} value={answer.progress} aria-label={resultTexts.progress} />
          <span className="number soft">
            {answer.queue_position === undefined
              ? resultTexts.percent(answer.progress)
              : resultTexts.queued(answer.queue_position)}
          </span>
          <Button className="small" disabled={stopping} onClick={stop}>
            <Icon name="stop" size={12} /> {resultTexts.stop}
          </Button>
        </span>
      )}
    </div>
  )
}

/** The number stands out from its unit. */
function Count({ count }: { count: number }) {
  const number = exactNumber(count)
  return (
    <span>
      <b className="number">{number}</b>
      {resultTexts.count(count).slice(number.length)}
    </span>
  )
}
