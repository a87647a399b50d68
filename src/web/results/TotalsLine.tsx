import { exactNumber } from '../../charts/number-text.ts'
import { elapsedText } from '../../charts/time-text.ts'
import { isRunning } from '../api/queries.ts'
import { Announcement } from '../components/Announcement.tsx'
import { MissingDays } from '../live/MissingDays.tsx'
import { StopButton } from '../live/StopButton.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { resultTexts } from '../texts/search/results.ts'

/** Number of events and elapsed time; progress and a stop button while the search runs. */
export function TotalsLine({ search }: { search: WatchedQuery<'Search'> }) {
  const { answer, stale, elapsedMs } = search
  const totals = answer?.results.totals
  const running = answer !== undefined && !stale && isRunning(answer)
  return (
    <div className="totals">
      <Announcement text={totals && !stale ? resultTexts.count(totals.count) : ''} />
      {totals && !stale ? (
        <>
          <Count count={totals.count} />
          {answer?.status === 'STOPPED' && <span className="tag-note">{resultTexts.stopped}</span>}
          <MissingDays answer={answer} />
          {totals.approximate && (
            <span className="tag-note" title={totals.bound}>
              {resultTexts.approximate}
            </span>
          )}
          {totals.occurrences !== totals.count && (
            <span className="soft number wide" title={resultTexts.occurrencesHint}>
              {resultTexts.occurrences(totals.occurrences)}
            </span>
          )}
          {elapsedMs !== undefined && <span className="faint number wide">{elapsedText(elapsedMs)}</span>}
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
          <StopButton />
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
