import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import { noTags } from '../../filter/typed/names-of-events.ts'
import { parseTypedQuery } from '../../filter/typed/typed-query.ts'
import { type Range, rangeKey } from '../../time/range.ts'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { finalAnswer } from '../live/displayed-state.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/state/search-requests.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { useZone } from '../state/preferences.ts'
import { resultTexts } from '../texts/search/results.ts'
import { presetText } from '../time/range-text.ts'

const WhyNothing = lazyComponent(async () => (await import('../search/hints/WhyNothing.tsx')).WhyNothing)
const FirstSteps = lazyComponent(async () => (await import('../send/FirstSteps.tsx')).FirstSteps)

const widerRange: Range = { preset: 'last_30_days' }

/** Notice for an empty result: when a match was last seen, and how to widen the search. */
export function NoResults({ control }: { control: SearchControl }) {
  const { state, change } = control
  const zone = useZone()
  const lastMatch = useLiveQuery(
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
  const seen = lastMatch.stale ? undefined : lastMatch.answer?.results.totals?.values[0]
  const narrowed = state.text !== '' || state.pills.some(pill => !pill.off)
  return (
    <>
      {!narrowed && <FirstSteps />}
      <Notice title={narrowed ? resultTexts.none : resultTexts.noEvents}>
        {seen
          ? resultTexts.lastMatch(agoText(seen.last_seen, Date.now() / 1000), printable(String(seen.name)))
          : finalAnswer(lastMatch)
            ? noEventsText(state.text)
            : // Keeps the line free for the text.
              ' '}
        {narrowed && <WhyNothing control={control} />}
        <div className="actions">
          {seen && rangeKey(state.range) !== rangeKey(widerRange) && (
            <Button onClick={() => change({ range: widerRange, unzoomed: undefined })}>
              {presetText('last_30_days')}
            </Button>
          )}
          {state.pills.length > 0 && (
            <Button onClick={() => change({ pills: [] })}>{resultTexts.removeFilters}</Button>
          )}
          {state.text !== '' && (
            <Button onClick={() => change({ text: '' })}>{resultTexts.clearQuery}</Button>
          )}
        </div>
      </Notice>
    </>
  )
}

/**
 * The text for no match. It names a condition that was searched as text, because it is none of a known field.
 */
function noEventsText(text: string): string {
  const [term] = parseTypedQuery(text, noTags).textTerms
  return term
    ? `${resultTexts.noneEither} ${resultTexts.notAField(printable(term.written))}`
    : resultTexts.noneEither
}
