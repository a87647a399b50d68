import { useMemo } from 'react'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Section } from '../components/Section.tsx'
import { useNow } from '../components/use-now.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { systemTexts } from '../texts/settings/system.ts'
import '../styles/charts.css'

const texts = systemTexts.storage
const daySeconds = 86_400

/** Stored events, by day. */
export function StoredByDay() {
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
    <Section id="system-storage" heading={texts.heading}>
      {query.error !== undefined && query.answer === undefined ? (
        <ErrorNotice title={texts.failed} error={query.error} onRetry={query.retry} />
      ) : (
        <BarsOverTime
          stacks={stacks}
          series={[{ label: texts.label, colour: '--bar' }]}
          height={130}
          zone={zone}
          now={now}
          label={texts.heading}
          onPick={(from, to) => navigate(searchAddress({ range: { from, to } }))}
        />
      )}
    </Section>
  )
}
