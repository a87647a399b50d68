import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, lengthText, momentText } from '../../charts/time-text.ts'
import { hostStates, type SourceHost } from '../../schema/intake/ingest-health.ts'
import type { HostsQuery } from '../api/ingest.ts'
import { Button } from '../components/Button.tsx'
import { FilterSelect } from '../components/forms/FilterSelect.tsx'
import { SearchInput } from '../components/forms/SearchInput.tsx'
import { Link } from '../components/Link.tsx'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { useNow } from '../components/use-now.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { useMarkHost } from './use-health.ts'
import { firstHosts, useHosts } from './use-hosts.ts'

const texts = ingestTexts.hosts
/** The class of the badge of each state. */
const badges = { active: 'success', quiet: 'warning', gone: '', new: 'notice' } as const

/** Hosts with their state and the usual time between their events. By default, quiet hosts come first. */
export function HostTable() {
  const zone = useZone()
  const now = useNow(5)
  const [query, setQuery] = useState(firstHosts)
  const change = (changes: Partial<HostsQuery>) => setQuery(before => ({ ...before, page: 1, ...changes }))
  const hosts = useHosts(query)
  const isFiltered = query.search !== '' || query.state !== ''
  const columns: Column<SourceHost>[] = [
    {
      heading: texts.columns.host,
      sortBy: 'host',
      className: 'cell-title',
      cell: host => <HostName host={host} />,
    },
    {
      heading: texts.columns.state,
      cell: ({ state, mark, marked_by: by }) => (
        <>
          <span className={`badge ${badges[state]}`} title={texts.hints[state]}>
            {texts.states[state]}
          </span>
          {mark !== null && <span className="faint ingest-note">{ingestTexts.marked[mark](by ?? '')}</span>}
        </>
      ),
    },
    {
      heading: texts.columns.last,
      sortBy: 'last_at',
      className: 'number',
      title: ({ last_at: last }) => momentText(last, zone),
      cell: ({ last_at: last }) => agoText(last, now),
    },
    {
      heading: texts.columns.usual,
      className: 'number',
      cell: ({ usual_silence: usual }) =>
        usual === null ? <span className="faint">{texts.unknownRhythm}</span> : lengthText(usual),
    },
    {
      heading: texts.columns.events,
      sortBy: 'events',
      className: 'end number',
      cell: ({ events }) => exactNumber(events),
    },
    {
      heading: texts.columns.actions,
      className: actionsColumn,
      cell: host => <HostActions host={host} name={printable(host.host)} />,
    },
  ]
  return (
    <Section id="ingest-hosts" heading={texts.heading} title={texts.tracked}>
      <PagedTable
        list={hosts}
        columns={columns}
        keyOf={({ host }) => host}
        rowClass={({ state }) => (state === 'gone' ? 'resting' : undefined)}
        sorting={{ ordering: query.ordering, onSort: ordering => change({ ordering }) }}
        page={query.page}
        onPage={page => change({ page })}
        errorTitle={texts.failed}
        filter={
          <>
            <SearchInput
              label={texts.search}
              value={query.search}
              maxLength={255}
              onChange={search => change({ search })}
            />
            <FilterSelect
              label={texts.state}
              emptyLabel={texts.any}
              value={hostStates.find(state => state === query.state)}
              options={hostStates}
              labelOf={state => texts.states[state]}
              onChange={state => change({ state: state ?? '' })}
            />
          </>
        }
        empty={
          isFiltered ? (
            <EmptyList
              title={texts.empty}
              action={<Button onClick={() => change({ search: '', state: '' })}>{texts.showAll}</Button>}
            />
          ) : (
            <EmptyList
              title={texts.none}
              text={texts.noneHint}
              action={
                <Link className="button primary" href="/send">
                  {ingestTexts.light.send}
                </Link>
              }
            />
          )
        }
      />
    </Section>
  )
}

/** A link to the search for a host's events, with a note if the host's clock is wrong. */
function HostName({ host: { host, clock_delay: delay } }: { host: SourceHost }) {
  const name = printable(host)
  return (
    <>
      <Link
        className="ingest-host"
        href={searchAddress({ pills: [{ field: 'host', op: 'eq', values: [host], off: false }] })}
        title={ingestTexts.searchHost(name)}
      >
        {name}
      </Link>
      {delay !== null && (
        <span className="warning-text small-text" title={texts.clockHint}>
          {texts.clock(lengthText(delay))}
        </span>
      )}
    </>
  )
}

/** Buttons that acknowledge or ignore the silence of a quiet host, or remove the mark of a marked host. */
function HostActions({ host: { host, state, mark: currentMark }, name }: { host: SourceHost; name: string }) {
  const { mark, isPending } = useMarkHost()
  if (currentMark !== null)
    return (
      <Button
        className="small"
        aria-label={ingestTexts.unmarkHost(name)}
        disabled={isPending}
        onClick={() => mark(host, null)}
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
        onClick={() => mark(host, 'acknowledged')}
      >
        {ingestTexts.acknowledge}
      </Button>{' '}
      <Button
        className="small quiet"
        aria-label={ingestTexts.ignoreHost(name)}
        title={ingestTexts.ignoreHint}
        disabled={isPending}
        onClick={() => mark(host, 'ignored')}
      >
        {ingestTexts.ignore}
      </Button>
    </>
  )
}
