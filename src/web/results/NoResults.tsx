import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import { noTags } from '../../filter/typed/names-of-events.ts'
import { parseTypedQuery } from '../../filter/typed/typed-query.ts'
import { type Range, rangeKey } from '../../time/range.ts'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { finalAnswer } from '../live/displayed-state.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { archiveParam, filterOf, isNarrowed } from '../search/state/search-requests.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { useZone } from '../state/preferences.ts'
import { resultTexts } from '../texts/search/results.ts'
import { presetText } from '../time/range-text.ts'

const WhyNothing = lazyComponent(async () => (await import('../search/hints/WhyNothing.tsx')).WhyNothing)
const FirstSteps = lazyComponent(async () => (await import('../send/FirstSteps.tsx')).FirstSteps)

/** The range in which the last match is looked for, and which a button offers. */
const widePreset = 'last_30_days'
const wideRange: Range = { preset: widePreset }

/** Notice for an empty result: when a match was last seen, and how to widen the search. */
export function NoResults({ control }: { control: SearchControl }) {
  const { state, change } = control
  const zone = useZone()
  const lastMatch = useLiveQuery(
    {
      type: 'LastN',
      params: {
        time_range: { preset: widePreset, timezone: zone },
        filter: filterOf(state),
        ...archiveParam(state),
        field: 'host',
        limit: 1,
        freeze_time: true,
      },
    },
    false,
  )
  const seen = lastMatch.stale ? undefined : lastMatch.answer?.results.totals?.values[0]
  // Keeps the height of the line until the text is known.
  let text = '\u00a0'
  if (seen)
    text = resultTexts.lastMatch(agoText(seen.last_seen, Date.now() / 1000), printable(String(seen.name)))
  else if (finalAnswer(lastMatch)) text = noEventsText(state.text)
  const notice = (
    <Notice title={isNarrowed(state) ? resultTexts.none : resultTexts.noEvents}>
      {text}
      {isNarrowed(state) && <WhyNothing control={control} />}
      <div className="actions">
        {seen && rangeKey(state.range) !== rangeKey(wideRange) && (
          <Button onClick={() => change({ range: wideRange, unzoomed: undefined })}>
            {presetText(widePreset)}
          </Button>
        )}
        {state.pills.length > 0 && (
          <Button onClick={() => change({ pills: [] })}>{resultTexts.removeFilters}</Button>
        )}
        {state.text !== '' && <Button onClick={() => change({ text: '' })}>{resultTexts.clearQuery}</Button>}
      </div>
    </Notice>
  )
  return isNarrowed(state) ? notice : <FirstSteps>{notice}</FirstSteps>
}

/**
 * The text for no match in the wide range either. If a part of the query looks like a condition, but was
 * searched as text because its name is not a field, the text says so.
 */
function noEventsText(text: string): string {
  const [term] = parseTypedQuery(text, noTags).textTerms
  return term
    ? `${resultTexts.noneEither} ${resultTexts.notAField(printable(term.written))}`
    : resultTexts.noneEither
}
