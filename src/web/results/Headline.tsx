import { exactNumber } from '../../charts/number-text.ts'
import { elapsedText, spanText } from '../../charts/time-text.ts'
import { isRunning } from '../api/queries.ts'
import { Announcement } from '../components/Announcement.tsx'
import { MissingDays } from '../live/MissingDays.tsx'
import { StopButton } from '../live/StopButton.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { useZone } from '../state/preferences.ts'
import { resultTexts } from '../texts/search/results.ts'

/**
 * The headline of a search: the number of events, beside it their time range and the elapsed time; progress
 * and a stop button while the search runs.
 */
export function Headline({ search }: { search: WatchedQuery<'Search'> }) {
  const zone = useZone()
  const { answer, stale, elapsedMs } = search
  const totals = stale ? undefined : answer?.results.totals
  const running = answer !== undefined && !stale && isRunning(answer)
  return (
    <div className="totals">
      <Announcement text={totals ? resultTexts.count(totals.count) : ''} />
      {totals ? (
        <>
          <Count count={totals.count} />
          {answer?.status === 'STOPPED' && <span className="tag-note">{resultTexts.stopped}</span>}
          <MissingDays answer={answer} />
          {totals.approximate && (
            <span className="tag-note" title={totals.bound}>
              {resultTexts.approximate}
            </span>
          )}
          <span className="soft number" title={resultTexts.zone(zone)}>
            {spanText(totals.ts_from, totals.ts_to, zone)}
          </span>
          {totals.occurrences !== totals.count && (
            <span className="faint number headline-more" title={resultTexts.occurrencesHint}>
              {resultTexts.occurrences(totals.occurrences)}
            </span>
          )}
          {elapsedMs !== undefined && <span className="faint number wide">{elapsedText(elapsedMs)}</span>}
        </>
      ) : (
        <span className="headline-count faint">
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

/** A number of events, then its unit: the text of `resultTexts.count` begins with the number. */
function Count({ count }: { count: number }) {
  const number = exactNumber(count)
  return (
    <span className="headline-count">
      <b className="number">{number}</b>
      {resultTexts.count(count).slice(number.length)}
    </span>
  )
}
