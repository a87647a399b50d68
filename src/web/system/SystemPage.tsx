import { useMemo } from 'react'
import { daySeconds } from '../../time/calendar-units.ts'
import { readVersions } from '../api/system.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Section } from '../components/Section.tsx'
import { useNow } from '../components/use-now.ts'
import { usePageTitle } from '../components/use-page-title.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import { seesAllHosts, useHealth } from '../ingest/use-health.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { DeployTagSetting } from './DeployTagSetting.tsx'
import { FieldLinkSettings } from './FieldLinkSettings.tsx'
import { HostFigures } from './HostFigures.tsx'
import { LegalHolds } from './LegalHolds.tsx'
import { Parts } from './Parts.tsx'
import { QueryTable } from './QueryTable.tsx'
import {
  useLegalHolds,
  useListedQueries,
  useServiceHealth,
  useSlowQueries,
  useStoredSpace,
} from './readings.ts'
import { SlowQueryTable } from './SlowQueryTable.tsx'
import { SpaceByDay } from './SpaceByDay.tsx'
import './system.css'
import '../styles/charts.css'

const { about, storage: storageTexts } = systemTexts
const links = { docs: '/api/docs', schema: '/api/schema', metrics: '/metrics' } as const
// `Object.keys` returns string[].
const linkNames = Object.keys(links) as (keyof typeof links)[]

/**
 * The state of the service and of its machine. A section appears only once the height of the sections above
 * is known.
 */
export function SystemPage() {
  usePageTitle(systemTexts.title)
  const canSearch = useHasPermission('search')
  const managesQueries = useHasPermission('manage_queries')
  const managesRetention = useHasPermission('manage_retention')
  const managesPageSettings = useHasPermission('manage_rules')
  const health = useHealth(canSearch)
  const holds = useLegalHolds(managesRetention)
  const queries = useListedQueries(managesQueries)
  const slow = useSlowQueries(managesQueries)
  const seesAll = health.data && seesAllHosts(health.data)
  const space = useStoredSpace(seesAll === true)
  const service = useServiceHealth(seesAll === true)
  const isStateLoaded =
    !canSearch || (!health.isPending && !(seesAll === true && (space.isPending || service.isPending)))
  const areListsLoaded = isStateLoaded && !(managesQueries && (queries.isPending || slow.isPending))
  return (
    <main className="page system">
      <header className="page-bar">
        <h1>{systemTexts.title}</h1>
      </header>
      {canSearch && <StateSections health={health} seesAll={seesAll} />}
      {isStateLoaded && managesQueries && <QueryTable />}
      {isStateLoaded && managesQueries && !queries.isPending && <SlowQueryTable />}
      {areListsLoaded && managesRetention && <LegalHolds />}
      {areListsLoaded && !(managesRetention && holds.isPending) && (
        <>
          {managesPageSettings && <FieldLinkSettings />}
          {managesPageSettings && <DeployTagSetting />}
          <About />
        </>
      )}
    </main>
  )
}

/** Sections for users who may read events. `seesAll`: events of all hosts; undefined before that is known. */
function StateSections({
  health: { data: health, isPending },
  seesAll,
}: {
  health: ReturnType<typeof useHealth>
  seesAll: boolean | undefined
}) {
  return (
    <>
      <Parts health={health} seesAll={seesAll} />
      {seesAll === true && <HostFigures />}
      {seesAll === false && <p className="faint">{systemTexts.host.forAll}</p>}
      {!isPending && <StoredByDay />}
      {seesAll === true && <SpaceByDay />}
    </>
  )
}

/** The version, the license, and links to the documentation of the API. */
function About() {
  const { data } = useRead(['version'], readVersions)
  return (
    <Section id="system-about" heading={about.heading}>
      <dl className="system-about">
        <dt>{about.version}</dt>
        <dd className="number">{data?.millrace}</dd>
        <dt>{about.interface}</dt>
        <dd className="number">{data?.version}</dd>
        <dt>{about.license}</dt>
        <dd>{about.licenseText}</dd>
      </dl>
      <ul className="system-links">
        {linkNames.map(name => (
          <li key={name}>
            <a className="link" href={links[name]} target="_blank" rel="noreferrer">
              {about.links[name]}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A chart of the stored events by day, which opens the search for a day. */
function StoredByDay() {
  const zone = useZone()
  const now = useNow(60)
  const query = useLiveQuery(
    { type: 'EventRate', params: { time_range: { preset: 'last_30_days', step: daySeconds } } },
    true,
  )
  const details = query.answer?.results.details
  const stacks = useMemo(
    () => (details ?? []).map(period => ({ ...period, counts: [period.count] })),
    [details],
  )
  return (
    <Section id="system-storage" heading={storageTexts.heading}>
      {query.error !== undefined && query.answer === undefined ? (
        <ErrorNotice title={storageTexts.failed} error={query.error} onRetry={query.retry} />
      ) : (
        <BarsOverTime
          stacks={stacks}
          series={[{ label: storageTexts.label, colour: '--bar' }]}
          height={130}
          zone={zone}
          now={now}
          label={storageTexts.heading}
          onPick={(from, to) => navigate(searchAddress({ range: { from, to } }))}
        />
      )}
    </Section>
  )
}
