import { useMemo } from 'react'
import { rateNumber } from '../../charts/number-text.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Section } from '../components/Section.tsx'
import { useNow } from '../components/use-now.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import '../styles/charts.css'

const texts = ingestTexts.rate
const series = [
  { label: texts.new, colour: '--bar' },
  { label: texts.duplicates, colour: '--series-2' },
  { label: texts.oot, colour: '--bar-warning' },
]
const stepSeconds = 60

/** Events by the minute of receipt, live. */
export function ReceivedRate() {
  const zone = useZone()
  const now = useNow(5)
  const query = useLiveQuery(
    { type: 'ProcessingStats', params: { time_range: { preset: 'last_1_hours', step: stepSeconds } } },
    true,
  )
  const details = query.answer?.results.details
  const stacks = useMemo(
    () =>
      (details ?? []).map(({ new: first, duplicates, oot, ts_from, ts_to }) => ({
        ts_from,
        ts_to,
        counts: [first, duplicates, oot],
      })),
    [details],
  )
  // The last period has just begun.
  const last = stacks.at(-2)?.counts.reduce((sum, count) => sum + count, 0)
  return (
    <Section
      id="ingest-rate"
      heading={
        <>
          {texts.heading}
          {last !== undefined && (
            <span className="faint number ingest-note">{texts.now(rateNumber(last / stepSeconds))}</span>
          )}
        </>
      }
    >
      {query.error !== undefined && query.answer === undefined ? (
        <ErrorNotice title={texts.failed} error={query.error} onRetry={query.retry} />
      ) : (
        <BarsOverTime
          stacks={stacks}
          series={series}
          height={120}
          zone={zone}
          now={now}
          label={texts.heading}
          onPick={(from, to) => navigate(searchAddress({ range: { from, to } }))}
        />
      )}
    </Section>
  )
}
