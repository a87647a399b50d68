import { agoText } from '../../charts/time-text.ts'
import { Notice } from '../components/Notice.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { useZone } from '../state/preferences.ts'
import { presetText, type Range, rangeKey } from '../time/range.ts'
import { filterOf } from './search-requests.ts'
import { noTags, parseTypedQuery } from './typed-query.ts'
import type { SearchControl } from './use-search-state.ts'

const widerRange: Range = { preset: 'last_30_days' }

/** An empty result that helps: when such an event was last seen, and what can be loosened. */
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
    <Notice title={narrowed ? 'Nothing matches in this time' : 'No events in this time'}>
      {seen
        ? `The last such event came ${agoText(seen.last_seen, Date.now() / 1000)} from ${seen.name}.`
        : last.answer && !last.stale
          ? noEventsText(state.text)
          : ' '}
      <div className="actions">
        {seen && rangeKey(state.range) !== rangeKey(widerRange) && (
          <button
            type="button"
            className="button"
            onClick={() => change({ range: widerRange, unzoomed: undefined })}
          >
            {presetText('last_30_days')}
          </button>
        )}
        {state.pills.length > 0 && (
          <button type="button" className="button" onClick={() => change({ pills: [] })}>
            Drop the filters
          </button>
        )}
        {state.text !== '' && (
          <button type="button" className="button" onClick={() => change({ text: '' })}>
            Clear the query
          </button>
        )}
      </div>
    </Notice>
  )
}

/** Whose search was read as words must not take that for an answer about a field. */
function noEventsText(text: string): string {
  const [ask] = parseTypedQuery(text, noTags).textTerms
  return ask
    ? `There was none in the last 30 days either, with ${ask.written} read as words of messages. Whether a field or tag has that value was not asked.`
    : 'There was none in the last 30 days either.'
}
