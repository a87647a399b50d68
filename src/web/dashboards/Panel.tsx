import type { ReactNode } from 'react'
import type { QueryType } from '../../schema/query/query.ts'
import { errorText } from '../api/api-error.ts'
import { isRunning, type QueryRequest } from '../api/queries.ts'
import { Icon } from '../components/Icon.tsx'
import { Notice } from '../components/Notice.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { followLink } from '../state/location.ts'
import { drillDownAddress, type WidgetProps } from './widget-props.ts'

interface Props<T extends QueryType> extends WidgetProps {
  query: WatchedQuery<T>
  empty: boolean
  note?: ReactNode
  children: ReactNode
}

/** The frame of a widget: title, export, link to its events, and a notice when there is nothing to draw. */
export function Panel<T extends QueryType>(props: Props<T>) {
  const { title, span, range, pills = [], query, empty, note, children } = props
  const { answer, error, stale } = query
  const failure =
    answer?.error?.detail ?? (answer === undefined && error !== undefined ? errorText(error) : undefined)
  const hasResults = answer !== undefined && Object.keys(answer.results).length > 0
  return (
    <section className={`panel span-${span}`} aria-label={title} aria-busy={stale}>
      <header>
        <h2>{title}</h2>
        {note !== undefined && <span className="faint">{note}</span>}
        <span className="grow" />
        {answer !== undefined && error !== undefined && (
          <span className="tag-note" title={errorText(error)}>
            outdated
          </span>
        )}
        <ExportMenu
          title={title}
          queryId={stale || !hasResults ? undefined : answer.query_id}
          // QueryRequest<T> is one of the union QueryRequest.
          query={query.request as QueryRequest | undefined}
          label={`Export ${title}`}
          className="panel-link"
          content={<Icon name="download" size={14} />}
        />
        <a
          className="panel-link"
          href={drillDownAddress(range, ...pills)}
          onClick={followLink}
          aria-label={`Search the events of ${title}`}
          title="Open in search"
        >
          <Icon name="search" size={14} />
        </a>
      </header>
      {answer && isRunning(answer) && (
        <div className="panel-progress" style={{ width: `${Math.max(3, answer.progress)}%` }} />
      )}
      <div className={stale && hasResults && failure === undefined ? 'panel-body stale' : 'panel-body'}>
        {failure !== undefined ? (
          <Notice title="Query failed" bad>
            {failure}
          </Notice>
        ) : !hasResults ? (
          <div className="panel-wait" />
        ) : empty && !isRunning(answer) ? (
          <Notice title="">No events in this time range</Notice>
        ) : (
          children
        )}
      </div>
    </section>
  )
}
