import type { ReactNode } from 'react'
import { spanText } from '../../charts/time-text.ts'
import type { ChangesResults } from '../../schema/query/changes.ts'
import { isRunning } from '../api/queries.ts'
import { Announcement } from '../components/Announcement.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { Notice } from '../components/Notice.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import { MissingDays } from '../live/MissingDays.tsx'
import { StopButton } from '../live/StopButton.tsx'
import { useHeld } from '../live/use-held.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { ViewTabs } from '../results/ViewTabs.tsx'
import { otherRangeOf, otherRanges, otherRangesOf } from '../search/state/other-range.ts'
import { searchAddress } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { changeTexts as texts } from '../texts/search/changes.ts'
import { toolTexts } from '../texts/search/results.ts'
import { ChangesTable } from '../widgets/contents/ChangesTable.tsx'
import { changesRequest, withValue } from './changes-request.ts'
import '../widgets/widget-views.css'
import './changes.css'

/** How far the link to earlier events of a value looks back. */
const earlierSeconds = 7_200

interface Props {
  control: SearchControl
  /** The query or a filter has an error, which is shown there. */
  isInvalid: boolean
  /** Buttons for the bar above the changes. */
  tools: ReactNode
}

/** The values whose share of a search's events moved between its time range and another one. */
export function ChangesView({ control, isInvalid, tools }: Props) {
  const { state, change } = control
  const zone = useZone()
  const query = useLiveQuery(isInvalid ? undefined : changesRequest(state, zone), state.live)
  const failure = query.error ?? query.answer?.error
  const isPending = query.answer === undefined || isRunning(query.answer)
  const hasNoTotals = query.error === undefined && isPending && !query.answer?.results.totals
  // The previous answer stays until there is a new one.
  const totals = useHeld(query.answer, hasNoTotals)?.results.totals
  const isStale = (query.stale || hasNoTotals) && query.error === undefined
  const emptyText = totals && !isPending ? emptyTextOf(totals, zone) : undefined
  const before = totals && hullOf(totals.before.periods)

  return (
    <section className="found column" aria-label={texts.results} aria-busy={!isInvalid && isStale}>
      <header className="found-bar row gap-8">
        <ViewTabs view="changes" onChange={view => change({ view })} />
        {!isInvalid && (
          <div className="totals-line">
            <Announcement text={totals && !isStale ? texts.total(totals.changed) : ''} />
            {totals && !isStale ? (
              <>
                <b className="number">{texts.total(totals.changed)}</b>
                <span className="soft number wide">{texts.counts(totals.before.count, totals.count)}</span>
              </>
            ) : (
              <span className="faint">{query.error ? '' : texts.counting}</span>
            )}
            {!query.stale && <MissingDays answer={query.answer} />}
            {!query.stale && query.answer?.status === 'STOPPED' && (
              <span className="tag-note">{texts.partial}</span>
            )}
            {!query.stale && query.answer && isRunning(query.answer) && <StopButton />}
          </div>
        )}
        <fieldset className="toolbar row" aria-label={toolTexts.label}>
          <select
            className="field small"
            aria-label={texts.compare}
            value={otherRangeOf(state)}
            onChange={event => change({ otherRange: otherRanges.find(one => one === event.target.value) })}
          >
            {otherRangesOf(state).map(one => (
              <option key={one} value={one}>
                {texts.others[one]}
              </option>
            ))}
          </select>
          {tools}
          <ExportMenu
            title={texts.label}
            queryId={query.stale ? undefined : query.answer?.query_id}
            query={query.request}
            rows={totals?.values.length}
            label={texts.exportAs}
            className="button quiet small"
            content={
              <>
                <Icon name="download" size={14} /> {texts.exportAs}
              </>
            }
          />
        </fieldset>
      </header>
      <section
        className={isStale ? 'found-list changes stale' : 'found-list changes'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.values}
      >
        {isInvalid && <Notice title={texts.invalid}>{texts.invalidText}</Notice>}
        {!isInvalid && failure !== undefined && (
          <ErrorNotice title={texts.failed} error={failure} onRetry={query.retry} />
        )}
        {!isInvalid &&
          failure === undefined &&
          (totals === undefined || (isPending && totals.values.length === 0)) && <Skeleton rows={8} />}
        {!isInvalid && !isStale && emptyText !== undefined && <Notice title={texts.none}>{emptyText}</Notice>}
        {!isInvalid && totals && totals.values.length > 0 && (
          <ChangesTable
            values={totals.values}
            onPick={value => change({ pills: withValue(state.pills, value) })}
            addressOf={(value, when) =>
              searchAddress({
                ...state,
                page: 1,
                event: undefined,
                live: false,
                view: 'events',
                pills: withValue(state.pills, value),
                ...(when === 'before' && before && { range: before }),
                ...(when === 'earlier' && {
                  range: { from: Math.max(0, totals.ts_from - earlierSeconds), to: totals.ts_from },
                  unzoomed: undefined,
                }),
              })
            }
          />
        )}
        {!isInvalid &&
          totals?.left_out?.map(text => (
            <p key={text} className="changes-note small-text faint">
              {texts.leftOut(text)}
            </p>
          ))}
      </section>
    </section>
  )
}

/** The range from the start of the first period to the end of the last; undefined without periods. */
function hullOf(periods: ChangesResults['totals']['before']['periods']) {
  const [first, last] = [periods[0], periods.at(-1)]
  return first && last && { from: first.ts_from, to: last.ts_to }
}

/** Why there are no changes; undefined if there are. */
function emptyTextOf({ values, count, before }: ChangesResults['totals'], zone: string): string | undefined {
  if (values.length > 0) return undefined
  if (count === 0 && before.count === 0) return texts.noEvents
  if (count === 0) return texts.noneNow(before.count)
  if (before.count > 0) return texts.noneText
  const span = hullOf(before.periods)
  return texts.noneBefore(span ? spanText(span.from, span.to, zone) : '0 s')
}
