import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, lengthText, momentText } from '../../charts/time-text.ts'
import { hostStates, type SourceHost } from '../../schema/intake/ingest-health.ts'
import type { HostsQuery } from '../api/ingest.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Pager } from '../components/lists/Pager.tsx'
import { Notice } from '../components/Notice.tsx'
import { useNow } from '../components/use-now.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { SortHeading } from './SortHeading.tsx'
import { useMarkHost } from './use-health.ts'
import { firstHosts, useHosts } from './use-hosts.ts'

const texts = ingestTexts.hosts
const badges = { active: 'info', quiet: 'warning', gone: '', new: 'notice' } as const

/** Hosts with their state and rhythm, quiet ones first. */
export function HostTable() {
  const [query, setQuery] = useState(firstHosts)
  const change = (change: Partial<HostsQuery>) => setQuery(before => ({ ...before, page: 1, ...change }))
  const { data, error, refetch } = useHosts(query)
  const isFiltered = query.search !== '' || query.state !== ''
  return (
    <section className="ingest-section wide-section" aria-labelledby="ingest-hosts">
      <h2 id="ingest-hosts" title={texts.tracked}>
        {texts.heading}
      </h2>
      <div className="list-filter">
        <input
          className="field"
          type="search"
          value={query.search}
          maxLength={255}
          placeholder={texts.search}
          aria-label={texts.search}
          onChange={event => change({ search: event.target.value })}
        />
        <select
          className="field"
          aria-label={texts.state}
          value={query.state}
          onChange={event => change({ state: event.target.value })}
        >
          <option value="">{texts.any}</option>
          {hostStates.map(state => (
            <option key={state} value={state}>
              {texts.states[state]}
            </option>
          ))}
        </select>
        <span className="grow" />
        <Pager page={query.page} pages={data?.page_count ?? 1} onChange={page => change({ page })} />
      </div>
      {!data && error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {data?.objects.length === 0 && (
        <Notice title={isFiltered ? texts.empty : texts.none}>{isFiltered ? texts.emptyHint : null}</Notice>
      )}
      {data && data.objects.length > 0 && (
        <table className="list-table ingest-table">
          <thead>
            <tr>
              <SortHeading text={texts.columns.host} field="host" query={query} change={change} />
              <th scope="col">{texts.columns.state}</th>
              <SortHeading text={texts.columns.last} field="last_at" query={query} change={change} />
              <th scope="col">{texts.columns.usual}</th>
              <SortHeading
                text={texts.columns.events}
                field="events"
                query={query}
                change={change}
                isNumber
              />
              <th scope="col">
                <span className="unseen">{texts.columns.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.objects.map(host => (
              <HostRow key={host.host} host={host} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function HostRow({ host: one }: { host: SourceHost }) {
  const zone = useZone()
  const now = useNow(5)
  const { host, state, last_at: last, usual_silence: usual, clock_delay: delay, mark, marked_by: by } = one
  const name = printable(host)
  return (
    <tr className={state === 'gone' ? 'resting' : undefined}>
      <td className="cell-title">
        <a
          className="ingest-host"
          href={searchAddress({ pills: [{ field: 'host', op: 'eq', values: [host], off: false }] })}
          title={ingestTexts.searchHost(name)}
          onClick={followLink}
        >
          {name}
        </a>
        {delay !== null && (
          <span className="ingest-clock" title={texts.clockHint}>
            {texts.clock(lengthText(delay))}
          </span>
        )}
      </td>
      <td data-label={texts.columns.state}>
        <span className={`badge ${badges[state]}`} title={texts.hints[state]}>
          {texts.states[state]}
        </span>
        {mark !== null && <span className="faint ingest-note">{ingestTexts.marked[mark](by ?? '')}</span>}
      </td>
      <td className="number" data-label={texts.columns.last} title={momentText(last, zone)}>
        {agoText(last, now)}
      </td>
      <td className="number" data-label={texts.columns.usual}>
        {usual === null ? <span className="faint">{texts.unknownRhythm}</span> : lengthText(usual)}
      </td>
      <td className="end number" data-label={texts.columns.events}>
        {exactNumber(one.events)}
      </td>
      <td className="cell-actions">
        <HostActions host={one} name={name} />
      </td>
    </tr>
  )
}

function HostActions({ host: { host, state, mark }, name }: { host: SourceHost; name: string }) {
  const { mutate, isPending } = useMarkHost()
  if (mark !== null)
    return (
      <Button
        className="small"
        aria-label={ingestTexts.unmarkHost(name)}
        disabled={isPending}
        onClick={() => mutate({ host, mark: null })}
      >
        {ingestTexts.unmark}
      </Button>
    )
  if (state !== 'quiet') return null
  return (
    <>
      <Button
        className="small"
        aria-label={ingestTexts.acknowledgeHost(name)}
        title={ingestTexts.acknowledgeHint}
        disabled={isPending}
        onClick={() => mutate({ host, mark: 'acknowledged' })}
      >
        {ingestTexts.acknowledge}
      </Button>{' '}
      <Button
        className="small quiet"
        aria-label={ingestTexts.ignoreHost(name)}
        title={ingestTexts.ignoreHint}
        disabled={isPending}
        onClick={() => mutate({ host, mark: 'ignored' })}
      >
        {ingestTexts.ignore}
      </Button>
    </>
  )
}
