import type { ReactNode } from 'react'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { Icon } from '../parts/Icon.tsx'
import { Notice } from '../parts/Notice.tsx'
import { followed } from '../state/location.ts'
import { type Ask, type AskedType, isRunning } from '../wire/queries.ts'
import { saidBy } from '../wire/wire-error.ts'

interface Props<T extends AskedType> {
  title: string
  /** Columns of the six. */
  span: 2 | 3 | 4 | 6
  query: WatchedQuery<T>
  /** The search that shows the events behind this widget. */
  search: string
  /** True when there is nothing to draw in the results. */
  empty: boolean
  note?: ReactNode
  children: ReactNode
}

/** The frame of a widget: its title, the way to its events, and what is shown when there is no picture. */
export function Panel<T extends AskedType>({ title, span, query, search, empty, note, children }: Props<T>) {
  const { answer, error, stale } = query
  const failure =
    answer?.error?.detail ?? (answer === undefined && error !== undefined ? saidBy(error) : undefined)
  const hasResults = answer !== undefined && Object.keys(answer.results).length > 0
  return (
    <section className={`panel span-${span}`} aria-label={title} aria-busy={stale}>
      <header>
        <h2>{title}</h2>
        {note !== undefined && <span className="faint">{note}</span>}
        <span className="grow" />
        {answer !== undefined && error !== undefined && (
          <span className="tag-note" title={saidBy(error)}>
            not current
          </span>
        )}
        <ExportMenu
          title={title}
          queryId={stale || !hasResults ? undefined : answer.query_id}
          // Of this panel's type, whichever that is.
          ask={query.ask as Ask | undefined}
          label={`Export ${title}`}
          className="panel-link"
          face={<Icon name="download" size={14} />}
        />
        <a
          className="panel-link"
          href={search}
          onClick={followed}
          aria-label={`Search the events of ${title}`}
          title="Open as a search"
        >
          <Icon name="search" size={14} />
        </a>
      </header>
      {answer && isRunning(answer) && (
        <div className="panel-progress" style={{ width: `${Math.max(3, answer.progress)}%` }} />
      )}
      <div className={stale && hasResults && failure === undefined ? 'panel-body stale' : 'panel-body'}>
        {failure !== undefined ? (
          <Notice title="No result" bad>
            {failure}
          </Notice>
        ) : !hasResults ? (
          <div className="panel-wait" />
        ) : empty && !isRunning(answer) ? (
          <Notice title="">No events in this time</Notice>
        ) : (
          children
        )}
      </div>
    </section>
  )
}
