import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import { errorText } from '../api/http/api-error.ts'
import type { ListedQuery } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { showToast } from '../components/toast.tsx'
import { useNow } from '../components/use-now.ts'
import { isGone } from '../live/page-queries.ts'
import { queryApi } from '../live/query-api.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { queryText } from './query-text.ts'
import { useListedQueries } from './use-listed-queries.ts'

const texts = systemTexts.queries
/** Number of queries listed at first. */
const maxListed = 10

/** Queries with their users and start times; running queries can be stopped. */
export function QueryTable() {
  const [onlyRunning, setOnlyRunning] = useState(false)
  const { data, error, refetch } = useListedQueries(true)
  const list = data?.list ?? []
  const [showsAll, setShowsAll] = useState(false)
  const fitting = onlyRunning ? list.filter(({ is_running: isRunning }) => isRunning) : list
  const shown = showsAll ? fitting : fitting.slice(0, maxListed)
  return (
    <section className="system-section" aria-labelledby="system-queries">
      <div className="system-bar">
        <h2 id="system-queries">{texts.heading}</h2>
        {data && (
          <span className="faint number">
            {texts.counts(list.filter(({ is_running: isRunning }) => isRunning).length, data.queries)}
          </span>
        )}
        <span className="grow" />
        <label className="check">
          <input
            type="checkbox"
            checked={onlyRunning}
            onChange={event => setOnlyRunning(event.target.checked)}
          />
          {texts.onlyRunning}
        </label>
      </div>
      {!data && error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {data && shown.length === 0 && <p className="soft">{texts.empty}</p>}
      {shown.length > 0 && (
        <table className="list-table">
          <thead>
            <tr>
              <th scope="col">{texts.columns.what}</th>
              <th scope="col">{texts.columns.who}</th>
              <th scope="col">{texts.columns.state}</th>
              <th scope="col">{texts.columns.since}</th>
              <th scope="col">{texts.columns.used}</th>
              <th scope="col">
                <span className="unseen">{texts.columns.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(query => (
              <Row key={query.query_id} query={query} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length < fitting.length && (
        <Button className="small" onClick={() => setShowsAll(true)}>
          {texts.all(fitting.length)}
        </Button>
      )}
    </section>
  )
}

function Row({ query }: { query: ListedQuery }) {
  const {
    query_id: id,
    type,
    params,
    owner,
    is_running: isRunning,
    is_watched: isWatched,
    of_widget: ofWidget,
  } = query
  const now = useNow(5)
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => queryApi.stop(id, new AbortController().signal),
    onSuccess: () => showToast(texts.stopped),
    // A removed query computes nothing.
    onError: error => showToast(isGone(error) ? texts.stopped : errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['system', 'queries'] }),
  })
  const who = printable(owner ?? texts.deleted)
  return (
    <tr>
      <td className="cell-title">
        <strong>{type}</strong>
        <span className="faint system-query" title={printable(JSON.stringify(params).slice(0, 2_000))}>
          {printable(queryText(params))}
        </span>
      </td>
      <td data-label={texts.columns.who}>{who}</td>
      <td data-label={texts.columns.state}>
        <span className={isRunning ? 'badge notice' : 'badge'}>
          {isRunning ? texts.running : isWatched ? texts.watched : texts.idle}
        </span>
        {ofWidget && <span className="faint"> {texts.ofWidget}</span>}
      </td>
      <td className="number" data-label={texts.columns.since}>
        {agoText(query.asked_at, now)}
      </td>
      <td className="number" data-label={texts.columns.used}>
        {agoText(query.used_at, now)}
      </td>
      <td className="cell-actions">
        {isRunning && !ofWidget && (
          <Button
            className="small"
            aria-label={texts.stopOf(type, who)}
            disabled={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {texts.stop}
          </Button>
        )}
      </td>
    </tr>
  )
}
