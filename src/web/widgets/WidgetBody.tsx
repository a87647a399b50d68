import type { ComponentType } from 'react'
import type { QueryType } from '../../schema/query/query.ts'
import { presetSeconds, type Range } from '../../time/range.ts'
import { ApiError, errorText } from '../api/http/api-error.ts'
import { isRunning } from '../api/queries.ts'
import { Button } from '../components/Button.tsx'
import { Link } from '../components/Link.tsx'
import { Notice } from '../components/Notice.tsx'
import { widgetTexts } from '../texts/dashboards/widgets.ts'
import type { AnswerWithResults, ContentProps } from './contents/content-props.ts'
import { contents, isAboutEvents } from './contents/contents.tsx'
import { useSize } from './contents/use-size.ts'
import type { WidgetQuery } from './data/use-widget-query.ts'
import type { ShownWidget } from './data/widget-context.ts'
import { type DrillDown, drillDownAddress } from './views/drill-down.ts'
import type { DrillLinks } from './views/drill-links.ts'
import { viewOf } from './views/views.ts'

interface Props {
  widget: ShownWidget
  type: QueryType | undefined
  title: string
  query: WidgetQuery
  /** The answer to draw; undefined before the first results, and if a changed query fails. */
  shownAnswer: AnswerWithResults<QueryType> | undefined
  links: DrillLinks
  /** The search behind the widget. */
  base: DrillDown
  zone: string
}

/** The content of a widget, or why there is none. */
export function WidgetBody({ widget, type, title, query, shownAnswer, links, base, zone }: Props) {
  const [ref, size] = useSize<HTMLDivElement>()
  const { answer, error, isStale } = query
  const content = () => {
    if (widget.withdrawn) return <Notice title={widgetTexts.withdrawn}>{widgetTexts.withdrawnWhy}</Notice>
    if (type === undefined) return <Notice title="">{widgetTexts.unknownType(widget.type)}</Notice>
    // A failed request replaces the content only if the shown results are not of the current query.
    const fault = answer?.error ?? (shownAnswer && !isStale ? undefined : error)
    if (isRefused(fault))
      return <Notice title={widgetTexts.noPermission}>{widgetTexts.noPermissionWhy}</Notice>
    if (fault !== undefined)
      return (
        <Notice title={widgetTexts.failed} bad>
          <span className="widget-fault">{errorText(fault)}</span>
          <Button className="small" onClick={query.retry}>
            {widgetTexts.retry}
          </Button>
        </Notice>
      )
    if (shownAnswer === undefined || size.width === 0) return <div className="widget-wait" />
    // The answer belongs to a query of this type.
    const { component, emptyText } = contents[type] as {
      component: ComponentType<ContentProps<QueryType>>
      emptyText: (answer: AnswerWithResults<QueryType>) => string | undefined
    }
    const empty = isRunning(shownAnswer) ? undefined : emptyText(shownAnswer)
    if (empty !== undefined)
      return (
        <Notice title="">
          {empty}
          {links.into && isAboutEvents(type) && !isWeekOrMore(base.range) && (
            <Link
              className="button small"
              href={drillDownAddress({ ...base, range: { preset: 'last_7_days' } })}
            >
              {widgetTexts.widen}
            </Link>
          )}
        </Notice>
      )
    const Content = component
    return (
      <Content
        title={title}
        view={viewOf(type, widget.config)}
        config={widget.config}
        answer={shownAnswer}
        size={size}
        zone={zone}
        links={links}
      />
    )
  }
  return (
    <div className={isStale && shownAnswer ? 'widget-body stale' : 'widget-body'}>
      <div className="widget-room" ref={ref}>
        {content()}
      </div>
    </div>
  )
}

/** Whether a range is so long that a search of a week would find nothing more. */
function isWeekOrMore(range: Range): boolean {
  const week = presetSeconds('last_7_days')
  return ('preset' in range ? presetSeconds(range.preset) : range.to - range.from) >= week
}

/** Whether an error means that the user may not see the answer. */
function isRefused(error: unknown): boolean {
  return (
    (error instanceof ApiError && error.status === 403) ||
    (typeof error === 'object' && error !== null && 'code' in error && error.code === 'permission_denied')
  )
}
