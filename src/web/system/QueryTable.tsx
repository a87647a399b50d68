import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import type { ListedQuery } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Check } from '../components/forms/Check.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { useAction } from '../components/use-action.ts'
import { useNow } from '../components/use-now.ts'
import { isGone } from '../live/page-queries.ts'
import { queryApi } from '../live/query-api.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { queryLine } from './query-line.ts'
import { useListedQueries } from './readings.ts'
import { ShortTable } from './ShortTable.tsx'

const texts = systemTexts.queries
/** Number of queries listed at first. */
const maxListed = 10

/** The queries of all users, with a button to stop a running one. Queries of widgets are not stopped here. */
export function QueryTable() {
  const [onlyRunning, setOnlyRunning] = useState(false)
  const reading = useListedQueries()
  const { data } = reading
  const now = useNow(5)
  const list = data?.list ?? []
  const running = list.filter(({ is_running: isRunning }) => isRunning)
  const shownQueries = onlyRunning ? running : list
  const columns: Column<ListedQuery>[] = [
    {
      heading: texts.columns.what,
      className: 'cell-title',
      cell: ({ type, params }) => (
        <>
          <strong>{type}</strong>
          <span
            className="faint system-query one-line"
            title={printable(JSON.stringify(params).slice(0, 2_000))}
          >
            {printable(queryLine(params))}
          </span>
        </>
      ),
    },
    { heading: texts.columns.who, cell: ownerText },
    {
      heading: texts.columns.state,
      cell: ({ is_running: isRunning, is_watched: isWatched, of_widget: ofWidget }) => (
        <>
          <span className={isRunning ? 'badge notice' : 'badge'}>{stateText(isRunning, isWatched)}</span>
          {ofWidget && <span className="faint"> {texts.ofWidget}</span>}
        </>
      ),
    },
    { heading: texts.columns.since, className: 'number', cell: query => agoText(query.asked_at, now) },
    { heading: texts.columns.used, className: 'number', cell: query => agoText(query.used_at, now) },
    { heading: texts.columns.actions, className: actionsColumn, cell: query => <StopQuery query={query} /> },
  ]
  return (
    <Section
      id="system-queries"
      heading={texts.heading}
      bar={
        <>
          {data && <span className="faint number">{texts.counts(running.length, data.queries)}</span>}
          <span className="grow" />
          <Check isOn={onlyRunning} onChange={setOnlyRunning}>
            {texts.onlyRunning}
          </Check>
        </>
      }
    >
      <ReadError of={reading} title={texts.failed} />
      {data && shownQueries.length === 0 && <p className="soft">{texts.empty}</p>}
      <ShortTable
        rows={shownQueries}
        columns={columns}
        keyOf={query => query.query_id}
        maxListed={maxListed}
        allText={texts.all}
      />
    </Section>
  )
}

function ownerText({ owner }: ListedQuery): string {
  return printable(owner ?? texts.deleted)
}

function stateText(isRunning: boolean, isWatched: boolean): string {
  if (isRunning) return texts.running
  return isWatched ? texts.watched : texts.idle
}

function StopQuery({ query }: { query: ListedQuery }) {
  const { act, isPending } = useAction('system', 'queries')
  const stop = async () => {
    try {
      await queryApi.stop(query.query_id, new AbortController().signal)
    } catch (error) {
      // A removed query computes nothing.
      if (!isGone(error)) throw error
    }
  }
  if (!query.is_running || query.of_widget) return null
  return (
    <Button
      className="small"
      aria-label={texts.stopOf(query.type, ownerText(query))}
      disabled={isPending}
      onClick={() => act(stop, texts.stopped)}
    >
      {texts.stop}
    </Button>
  )
}
