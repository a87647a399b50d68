import { lazy, Suspense } from 'react'
import { agoText } from '../../charts/time-text.ts'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/search-requests.ts'
import { noTags, parseTypedQuery } from '../search/typed-query.ts'
import type { SearchControl } from '../search/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { presetText, type Range, rangeKey } from '../time/range.ts'

const WhyNothing = lazy(async () => ({ default: (await import('../search/WhyNothing.tsx')).WhyNothing }))
const widerRange: Range = { preset: 'last_30_days' }

/** Notice for an empty result: when a match was last seen, and how to widen the search. */
export function NoResults({ control }: { control: SearchControl }) {
  const { state, change } = control
  const zone = useZone()
  const last = useLiveQuery(
    {
      type: 'LastN',
      params: {
        time_range: { preset: 'last_30_days', timezone: zone },
        filter: filterOf(state),
        field: 'host',
        limit: 1,
        freeze_time: true,
      },
    },
    false,
  )
  const seen = last.stale ? undefined : last.answer?.results.totals?.values[0]
  const narrowed = state.text !== '' || state.pills.some(pill => !pill.off)
  return (
    <Notice title={narrowed ? 'No results in this time range' : 'No events in this time range'}>
      {seen
        ? `Last match: ${agoText(seen.last_seen, Date.now() / 1000)}, from ${seen.name}.`
        : last.answer && !last.stale
          ? noEventsText(state.text)
          : ' '}
      {narrowed && (
        <Suspense fallback={null}>
          <WhyNothing control={control} />
        </Suspense>
      )}
      <div className="actions">
        {seen && rangeKey(state.range) !== rangeKey(widerRange) && (
          <Button onClick={() => change({ range: widerRange, unzoomed: undefined })}>
            {presetText('last_30_days')}
          </Button>
        )}
        {state.pills.length > 0 && <Button onClick={() => change({ pills: [] })}>Remove filters</Button>}
        {state.text !== '' && <Button onClick={() => change({ text: '' })}>Clear query</Button>}
      </div>
    </Notice>
  )
}

/** Tells when a condition was searched as text: an empty result then says nothing about the field. */
function noEventsText(text: string): string {
  const [ask] = parseTypedQuery(text, noTags).textTerms
  return ask
    ? `None in the last 30 days either. ${ask.written} was searched as text in messages, not as a field or tag.`
    : 'None in the last 30 days either.'
}
