import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { isNote } from '../../schema/dashboards/note.ts'
import { type QueryType, queryTypeNamed } from '../../schema/query/query.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { errorText } from '../api/http/api-error.ts'
import { isRunning, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { useNow } from '../components/use-now.ts'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import { MissingDays } from '../live/MissingDays.tsx'
import { useZone } from '../state/preferences.ts'
import { widgetTexts } from '../texts/dashboards/widgets.ts'
import type { AnswerWithResults } from './contents/content-props.ts'
import { contents, isAboutEvents } from './contents/contents.tsx'
import { MoreRows } from './contents/MoreRows.tsx'
import { useWidgetQuery } from './data/use-widget-query.ts'
import type { ShownWidget, WidgetContext } from './data/widget-context.ts'
import { ownRangeText } from './data/widget-range.ts'
import { sourceOf, unfilteredText } from './data/widget-request.ts'
import { lagSeconds } from './lag.ts'
import { NoteView } from './NoteView.tsx'
import { tableOf } from './table-of.ts'
import { drillDownAddress, drillDownOf } from './views/drill-down.ts'
import { drillLinksOf } from './views/drill-links.ts'
import { viewOf } from './views/views.ts'
import { WidgetBody } from './WidgetBody.tsx'
import './widgets.css'
import './widget-views.css'
import './widget-events.css'

/** A widget counts as on screen at this distance, so that it is drawn before it is scrolled into view. */
const screenMargin = '200px'

interface Props {
  widget: ShownWidget
  context: WidgetContext
  /** Controls in the header, such as the menu of an editor. */
  actions?: ReactNode
}

/** A widget with its frame, which fills its space. */
export function WidgetView(props: Props) {
  return isNote(props.widget.type) ? (
    <NoteView {...props} actions={props.actions} />
  ) : (
    <QueryWidget {...props} />
  )
}

/** A widget that follows its query while it is on screen, and links to the search behind it. */
function QueryWidget({ widget, context, actions }: Props) {
  const zone = useZone()
  const element = useRef<HTMLElement>(null)
  const isOnScreen = useOnScreen(element, context.isEager === true)
  const [isTable, setTable] = useState(false)
  const source = useMemo(() => sourceOf(widget, context, zone), [widget, context, zone])
  const type = queryTypeNamed(widget.type)
  const query = useWidgetQuery(type && source, isOnScreen, context.onLost)
  const { answer, request, isStale } = query
  const title = printable(String(widget.title ?? widget.config.title ?? '')) || widgetTexts.untitled
  const canDrill = context.canDrill !== false
  /** The search behind the widget. Only the params of an answer contain the values of variables. */
  const base = useMemo(
    () =>
      drillDownOf(
        (isStale ? undefined : answer?.params) ?? source?.request.params ?? {},
        periodOf(answer?.results),
      ),
    [source, answer, isStale],
  )
  const { onFault } = context
  useEffect(() => onFault?.(query.error ?? answer?.error), [onFault, query.error, answer?.error])
  const links = useMemo(() => drillLinksOf(base, canDrill), [base, canDrill])
  // Next to an error, results of an earlier query would be mistaken for current ones.
  const shownAnswer = hasResults(answer) && !(isStale && query.error !== undefined) ? answer : undefined
  // The params of an answer contain the values of variables; they have the shape of its type.
  const shownRequest =
    shownAnswer && request ? ({ type: request.type, params: shownAnswer.params } as QueryRequest) : request
  const range = ownRangeText(widget, context, zone)
  const note = shownAnswer && type && !isTable ? noteOf(type, shownAnswer) : undefined
  const unfiltered = unfilteredText(widget, context)
  const hasEvents = type !== undefined && isAboutEvents(type)
  const { description } = widget.config
  const hint = [
    title,
    range,
    unfiltered,
    typeof description === 'string' ? printable(description) : undefined,
  ]
    .filter(part => part !== undefined)
    .join('. ')
  return (
    <section className="widget card" aria-label={title} aria-busy={isStale || undefined} ref={element}>
      <header>
        <h2 className="one-line" title={hint}>
          {title}
        </h2>
        {unfiltered !== undefined && (
          <span
            className="widget-unfiltered small-text soft one-line"
            title={`${unfiltered}. ${widgetTexts.unfilteredHint}`}
          >
            {unfiltered}
          </span>
        )}
        <span className="widget-notes faint">
          {range !== undefined && (
            <span className="widget-range" title={widgetTexts.ownRange(range)}>
              {range}
            </span>
          )}
          {note !== undefined && <span>{note}</span>}
        </span>
        <MissingDays answer={answer} />
        {answer && <Staleness answer={answer} error={query.error} zone={zone} />}
        <span className="widget-actions">
          {shownAnswer && type && (
            <button
              type="button"
              className="widget-link"
              aria-label={isTable ? widgetTexts.asChart(title) : widgetTexts.asTable(title)}
              title={isTable ? widgetTexts.asChartHint : widgetTexts.asTableHint}
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
            >
              <Icon name="table" size={14} />
            </button>
          )}
          {canDrill && (
            <ExportMenu
              title={title}
              queryId={isStale || !shownAnswer ? undefined : shownAnswer.query_id}
              query={shownRequest}
              label={widgetTexts.export(title)}
              className="widget-link"
              content={<Icon name="download" size={14} />}
            />
          )}
          {canDrill && hasEvents && (
            <Link
              className="widget-link"
              href={drillDownAddress(base)}
              aria-label={widgetTexts.search(title)}
              title={widgetTexts.searchHint}
            >
              <Icon name="search" size={14} />
            </Link>
          )}
        </span>
        {actions}
      </header>
      {answer && isRunning(answer) && (
        <div className="widget-progress" style={{ width: `${Math.max(3, answer.progress)}%` }} />
      )}
      {isTable && shownAnswer && type ? (
        <WidgetTable
          title={title}
          answer={shownAnswer}
          zone={zone}
          isByPeriod={viewOf(type, widget.config) === 'heat_map'}
        />
      ) : (
        <WidgetBody
          widget={widget}
          type={type}
          title={title}
          query={query}
          shownAnswer={shownAnswer}
          links={links}
          base={base}
          zone={zone}
        />
      )}
    </section>
  )
}

/** Whether an answer has results; the first answer to a query has none. */
function hasResults(answer: QueryAnswer | undefined): answer is AnswerWithResults<QueryType> & QueryAnswer {
  return answer !== undefined && (Array.isArray(answer.results) || 'totals' in answer.results)
}

/** The text beside the title, such as the sum of all counts; undefined for a type without one. */
function noteOf(type: QueryType, answer: AnswerWithResults<QueryType>): string | undefined {
  // The answer belongs to a query of this type.
  const note = contents[type].note as
    | ((answer: AnswerWithResults<QueryType>) => string | undefined)
    | undefined
  return note?.(answer)
}

/** The range that results cover, for types that have one. */
function periodOf(results: unknown): { ts_from: number; ts_to: number } | undefined {
  if (typeof results !== 'object' || results === null || !('totals' in results)) return undefined
  const { totals } = results
  if (typeof totals !== 'object' || totals === null) return undefined
  const { ts_from, ts_to } = totals as { ts_from?: unknown; ts_to?: unknown }
  return typeof ts_from === 'number' && typeof ts_to === 'number' ? { ts_from, ts_to } : undefined
}

/** Whether an element is on screen, or close to it. */
function useOnScreen(ref: RefObject<Element | null>, isAlways: boolean): boolean {
  const [isOnScreen, setOnScreen] = useState(isAlways)
  useEffect(() => {
    const element = ref.current
    if (isAlways || !element) return
    const observer = new IntersectionObserver(
      entries => setOnScreen(entries.at(-1)?.isIntersecting === true),
      { rootMargin: screenMargin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isAlways])
  return isOnScreen || isAlways
}

/** Shows why results are not current or not exact; otherwise nothing. */
function Staleness({ answer, error, zone }: { answer: QueryAnswer; error: unknown; zone: string }) {
  const now = useNow(5)
  const asOf = widgetTexts.asOf(momentText(answer.base_time, zone))
  if (answer.status === 'STOPPED')
    return (
      <span className="tag-note one-line" title={asOf}>
        {widgetTexts.stopped}
      </span>
    )
  if (isRunning(answer))
    return (
      <span className="faint number widget-note">
        {answer.queue_position === undefined
          ? widgetTexts.partial(answer.progress)
          : widgetTexts.queued(answer.queue_position)}
      </span>
    )
  if (error !== undefined)
    return (
      <span className="tag-note one-line" title={`${errorText(error)} ${asOf}`}>
        {widgetTexts.outdated}
      </span>
    )
  const lag = lagSeconds(answer, now)
  if (lag !== undefined)
    return (
      <span className="tag-note one-line number" title={asOf}>
        {widgetTexts.behind(lag)}
      </span>
    )
  const bound = boundOf(answer.results)
  return bound === undefined ? null : (
    <span className="faint widget-note" title={bound}>
      {widgetTexts.approximate}
    </span>
  )
}

/** The error bound of approximate results, in words. */
function boundOf(results: unknown): string | undefined {
  const totals = isObject(results) && isObject(results.totals) ? results.totals : {}
  return totals.approximate === true ? String(totals.bound ?? widgetTexts.approximate) : undefined
}

interface WidgetTableProps {
  title: string
  answer: AnswerWithResults<QueryType>
  zone: string
  /** As of `tableOf`. */
  isByPeriod: boolean
}

/**
 * The results of a widget as a plain table: the same data as the chart, for reading and for screen readers.
 */
function WidgetTable({ title, answer, zone, isByPeriod }: WidgetTableProps) {
  const { columns, rows, moreCount } = useMemo(
    () => tableOf(answer.results, answer.params, zone, isByPeriod),
    [answer.results, answer.params, zone, isByPeriod],
  )
  return (
    <div className="widget-body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
      <section className="widget-scroll" tabIndex={0} aria-label={widgetTexts.tableOf(title)}>
        <table className="widget-table plain">
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={index}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: so have cells
                  <td key={at} className="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <MoreRows count={moreCount} />
      </section>
    </div>
  )
}
