import type { ReactNode } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { statsTitle } from '../../charts/stats-text.ts'
import { isRunning, type QueryAnswer } from '../api/queries.ts'
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
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { toolTexts } from '../texts/search/results.ts'
import { statisticsTexts as texts } from '../texts/search/statistics.ts'
import type { AnswerWithResults } from '../widgets/contents/content-props.ts'
import { contents } from '../widgets/contents/contents.tsx'
import { GroupStatsContent } from '../widgets/contents/GroupStatsContent.tsx'
import { useSize } from '../widgets/contents/use-size.ts'
import { drillDownOf } from '../widgets/views/drill-down.ts'
import { drillLinksOf } from '../widgets/views/drill-links.ts'
import { StatisticsChoices } from './StatisticsChoices.tsx'
import { statisticsRequest } from './statistics-request.ts'
import '../widgets/widget-views.css'
import './statistics.css'

interface Props {
  control: SearchControl
  /** The query or a filter has an error, which is shown there. */
  isInvalid: boolean
  /** Buttons for the bar above the statistics. */
  tools: ReactNode
}

/** Counts, sums, averages and percentiles of the events of a search, as a table or over time. */
export function StatisticsView({ control, isInvalid, tools }: Props) {
  const { state, change } = control
  const zone = useZone()
  const request = isInvalid ? undefined : statisticsRequest(state, zone)
  const query = useLiveQuery(request, state.live)
  const failure = query.error ?? query.answer?.error
  const isPending = query.answer === undefined || isRunning(query.answer)
  const hasNoTotals = query.error === undefined && isPending && !query.answer?.results.totals
  // The previous answer stays until there is a new one.
  const held = useHeld(query.answer, hasNoTotals)
  const answer = hasTotals(held) ? held : undefined
  const [room, size] = useSize<HTMLDivElement>()
  const isStale = (query.stale || hasNoTotals) && query.error === undefined
  /** Whether the statistics are chosen completely and the search has no error. */
  const isAsked = request !== undefined
  const title = answer ? statsTitle(answer.params) : texts.label
  const emptyText = answer && contents.Stats.emptyText(answer)

  return (
    <section className="found column" aria-label={texts.results} aria-busy={isAsked && isStale}>
      <header className="found-bar row gap-8">
        <ViewTabs view="statistics" onChange={view => change({ view })} />
        <div className="totals-line">
          <Announcement text={isAsked && !isStale && answer ? title : ''} />
          {isAsked && isStale && <span className="faint">{texts.counting}</span>}
          {isAsked && !isStale && answer && (
            <b className="number">
              {texts.groups(exactNumber(answer.results.totals.groups), answer.results.totals.groups === 1)}
            </b>
          )}
          {!query.stale && <MissingDays answer={query.answer} />}
          {!query.stale && query.answer?.status === 'STOPPED' && (
            <span className="tag-note">{texts.partial}</span>
          )}
          {isAsked && !query.stale && query.answer && isRunning(query.answer) && <StopButton />}
        </div>
        <fieldset className="toolbar row" aria-label={toolTexts.label}>
          {tools}
          <ExportMenu
            title={title}
            queryId={query.stale ? undefined : query.answer?.query_id}
            query={query.request}
            rows={answer?.results.totals.values.length}
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
      <StatisticsChoices
        statistics={state.statistics}
        range={state.range}
        onChange={statistics => change({ statistics: { ...state.statistics, ...statistics } })}
      />
      <section
        className={isStale ? 'found-list statistics stale' : 'found-list statistics'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
      >
        {isInvalid && <Notice title={texts.invalid}>{texts.invalidText}</Notice>}
        {!isInvalid && !isAsked && <Notice title={texts.label}>{texts.needsField}</Notice>}
        {isAsked && failure !== undefined && (
          <ErrorNotice title={texts.failed} error={failure} onRetry={query.retry} />
        )}
        {isAsked && failure === undefined && !answer && <Skeleton rows={8} />}
        {isAsked && emptyText !== undefined && !isStale && (
          <Notice title={texts.none}>{texts.noneText}</Notice>
        )}
        <div ref={room} className="statistics-room">
          {isAsked && answer && emptyText === undefined && size.width > 0 && (
            <GroupStatsContent
              title={title}
              view={state.statistics.isOverTime ? 'time_chart_lines' : 'table'}
              config={{}}
              answer={answer}
              size={size}
              zone={zone}
              links={drillLinksOf(drillDownOf(answer.params, answer.results.totals), true)}
            />
          )}
        </div>
      </section>
    </section>
  )
}

/** Whether an answer has results; the first answers to a query may have none. */
function hasTotals(
  answer: QueryAnswer<'Stats'> | undefined,
): answer is QueryAnswer<'Stats'> & AnswerWithResults<'Stats'> {
  return answer?.results.totals !== undefined
}
