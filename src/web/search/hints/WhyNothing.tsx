import { fieldText, nameText } from '../../../charts/name-text.ts'
import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { agoText } from '../../../charts/time-text.ts'
import { isGroupPill, type Pill, withPill } from '../../../filter/typed/pill.ts'
import { joinTextParts, textParts } from '../../../filter/typed/text-parts.ts'
import { withEllipsis } from '../../../schema/text/truncate-text.ts'
import { timeRangeOf } from '../../../time/range.ts'
import { Button } from '../../components/Button.tsx'
import { finalAnswer, hasEndedEarly } from '../../live/displayed-state.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { useZone } from '../../state/preferences.ts'
import { searchBoxTexts } from '../../texts/search/search-box.ts'
import { presetText } from '../../time/range-text.ts'
import { useRangeTags } from '../completion/use-range-tags.ts'
import { writePill } from '../pills/write-pill.ts'
import { pillLabel } from '../state/pill-text.ts'
import { archiveParam, filterOf } from '../state/search-requests.ts'
import { topValuesRequest } from '../state/top-values-request.ts'
import type { SearchControl } from '../state/use-search-state.ts'
import { doubtOf, isNetwork } from './likely-meant.ts'
import { wordsMeant } from './words-meant.ts'

const texts = searchBoxTexts.nothing
/** Maximum filters and parts of the text that are explained, since each needs two queries. */
const maxConditions = 5
/** Maximum values of a field that are compared with a filter. */
const maxValues = 500
/** Maximum UTF-16 units that are shown of a part of the text. */
const maxShownText = 60
const maxShownNetworks = 3
/** UTF-16 units at the start of the text in which networks are looked for. */
const maxReadText = 2_000

/**
 * Shown in place of results: why a search finds nothing. Either its range has no events, or each filter and
 * each part of the text gets a line: that its tag or value does not occur, or how many events it finds alone
 * and how many the search finds without it.
 */
export function WhyNothing({ control }: { control: SearchControl }) {
  const { state } = control
  const zone = useZone()
  const topHost = useLiveQuery(
    {
      type: 'TopN',
      params: {
        time_range: timeRangeOf(state.range, zone),
        ...archiveParam(state),
        field: 'host',
        limit: 1,
      },
    },
    false,
  )
  const newestHost = useLiveQuery(
    {
      type: 'LastN',
      params: {
        time_range: { preset: 'last_30_days', timezone: zone },
        ...archiveParam(state),
        field: 'host',
        limit: 1,
      },
    },
    false,
  )
  const hosts = finalAnswer(topHost)?.results.totals?.values
  if (hosts === undefined)
    return <p className="faint">{hasEndedEarly(topHost) ? texts.unknown : texts.checking}</p>
  if (hosts.length === 0) {
    const seen = newestHost.answer?.results.totals?.values[0]
    let newestText = ''
    if (seen) newestText = texts.newest(agoText(seen.last_seen, Date.now() / 1_000))
    else if (finalAnswer(newestHost)) newestText = texts.noneKept
    return (
      <>
        <p>
          {texts.noEvents} {newestText}
        </p>
        {seen && (
          <div className="actions">
            {['last_24_hours', 'last_7_days', 'last_30_days'].map(preset => (
              <Button key={preset} onClick={() => control.change({ range: { preset }, unzoomed: undefined })}>
                {presetText(preset)}
              </Button>
            ))}
          </div>
        )}
      </>
    )
  }
  const active = state.pills.flatMap((pill, index) => (pill.off ? [] : [{ pill, index }]))
  const words = state.text.slice(0, maxReadText).split(/[\s|()"]+/)
  const parts = partsOf(state.text, maxConditions - active.length)
  const networks = words.filter(isNetwork).slice(0, maxShownNetworks)
  return (
    <ul className="why-nothing" aria-label={texts.reasons}>
      {active.length + parts.length > 1 && <li>{texts.together}</li>}
      {active.slice(0, maxConditions).map(({ pill, index }) => (
        <ConditionReason key={index} pill={pill} index={index} control={control} />
      ))}
      {networks.length > 0 && <li>{texts.network(printable(networks.join(searchBoxTexts.or)))}</li>}
      {state.text.trim() !== '' && <TextMeant control={control} />}
      {parts.map((part, index) => (
        <TextReason
          key={part}
          part={part}
          rest={joinTextParts(parts.toSpliced(index, 1))}
          control={control}
        />
      ))}
    </ul>
  )
}

interface ReasonProps {
  pill: Pill
  index: number
  control: SearchControl
}

/**
 * Why a filter finds nothing, or how many events it finds alone, and how many the search finds without it.
 * Hidden until something is known.
 */
function ConditionReason({ pill, index, control: { state, change } }: ReasonProps) {
  const zone = useZone()
  const otherPills = state.pills.toSpliced(index, 1)
  const countWithout = useCount({ ...state, pills: otherPills })
  const countAlone = useCount({ ...state, text: '', pills: [pill] })
  const tags = useRangeTags(state.range, zone, '', true)
  const { field: name, values: pillValues } = isGroupPill(pill) ? { field: '', values: [] } : pill
  const request = topValuesRequest(name, '', { ...state, text: '', pills: [] }, zone, maxValues)
  const totals = finalAnswer(useLiveQuery(request, false))?.results.totals
  const tagNames = tags?.isComplete ? tags.list.map(({ name }) => name) : undefined
  const fieldValues = totals && {
    names: totals.values.map(({ name }) => String(name)),
    isComplete: totals.values.length >= totals.cardinality,
  }
  const doubt = isGroupPill(pill) ? undefined : doubtOf(pill, tagNames, fieldValues)
  const label = pillLabel(pill)
  const written = writePill(pill)
  const values = pillValues.map(value => nameText(name, value)).join(searchBoxTexts.or)
  const field = fieldText(name)
  const doubtTexts = {
    'no-tag': texts.noTag(printable(name)),
    'no-value': texts.noValue(field, values),
    'no-numbers': texts.noNumbers(field),
    network: texts.network(values),
  }
  if (!doubt && countWithout === undefined && countAlone === undefined) return null
  const meant = doubt?.meant
  return (
    <li>
      {doubt ? (
        <span>{doubtTexts[doubt.kind]}</span>
      ) : (
        <Alone count={countAlone} label={label} countWithout={countWithout} />
      )}
      {meant && (
        <Button className="small primary" onClick={() => change({ pills: state.pills.with(index, meant) })}>
          {texts.meant(pillLabel(meant))}
        </Button>
      )}
      {doubt?.kind === 'no-tag' && written !== undefined && (
        <Button
          className="small"
          onClick={() =>
            change({
              text: `${state.text.trim()} "${written.replaceAll('"', '')}"`.trim(),
              pills: otherPills,
            })
          }
        >
          {texts.searchAsText}
        </Button>
      )}
      {countWithout !== undefined && countWithout > 0 && (
        <>
          <span>{texts.without(exactNumber(countWithout), label)}</span>
          <Button className="small" onClick={() => change({ pills: otherPills })}>
            {texts.remove}
          </Button>
        </>
      )}
    </li>
  )
}

/** Offers words of the text that are hosts, programs, mnemonics or severities as filters. */
function TextMeant({ control: { state, change } }: { control: SearchControl }) {
  const values = [
    ['host', useValues('host', state)],
    ['program', useValues('program', state)],
    ['cisco_mnemonic', useValues('cisco_mnemonic', state)],
  ] as const
  const meant = wordsMeant(state.text, new Map(values))
  const search = {
    ...state,
    text: meant?.text ?? '',
    pills: (meant?.pills ?? []).reduce(withPill, [...state.pills]),
  }
  const count = useCount(search)
  if (!meant || !count) return null
  return (
    <li>
      <span>{texts.inFields(exactNumber(count))}</span>
      <Button className="small primary" onClick={() => change({ text: search.text, pills: search.pills })}>
        {texts.meant(meant.pills.map(pillLabel).join(texts.and))}
      </Button>
    </li>
  )
}

/** The most frequent values of a field among all events of a range; empty until they are read. */
function useValues(field: string, { range }: SearchControl['state']): readonly string[] {
  const request = topValuesRequest(field, '', { text: '', pills: [], range }, useZone(), maxValues)
  const answer = finalAnswer(useLiveQuery(request, false))
  return answer?.results.totals?.values.map(({ name }) => String(name)) ?? []
}

interface TextReasonProps {
  part: string
  /** The text without this part. */
  rest: string
  control: SearchControl
}

/** How many events a part of the text finds alone, and how many the search finds without it. */
function TextReason({ part, rest, control: { state, change } }: TextReasonProps) {
  const countWithout = useCount({ ...state, text: rest })
  const countAlone = useCount({ ...state, text: part, pills: [] })
  const label = withEllipsis(printable(part), maxShownText)
  if (countWithout === undefined && countAlone === undefined) return null
  return (
    <li>
      <Alone count={countAlone} label={label} countWithout={countWithout} />
      {countWithout !== undefined && countWithout > 0 && (
        <>
          <span>{texts.withoutText(exactNumber(countWithout), label)}</span>
          <Button className="small" onClick={() => change({ text: rest })}>
            {texts.remove}
          </Button>
        </>
      )}
    </li>
  )
}

interface AloneProps {
  /** Events that the condition finds alone; undefined until they are counted. */
  count: number | undefined
  label: string
  /** Events that the search finds without the condition. */
  countWithout: number | undefined
}

/**
 * How many events a condition finds alone. Shown if that is 0, or if the search finds nothing without the
 * condition either.
 */
function Alone({ count, label, countWithout }: AloneProps) {
  if (count === undefined || (count > 0 && countWithout !== 0)) return null
  return <span>{count === 0 ? texts.nowhere(label) : texts.alone(exactNumber(count), label)}</span>
}

/** The distinct parts of a text; the whole text as one part if it has more than `max` parts. */
function partsOf(text: string, max: number): string[] {
  const parts = [...new Set(textParts(text))]
  return parts.length > Math.max(1, max) ? [text.trim()] : parts
}

/** How many events a search finds; undefined until the count is final. */
function useCount(state: SearchControl['state']): number | undefined {
  const zone = useZone()
  const query = useLiveQuery(
    {
      type: 'Search',
      params: {
        time_range: timeRangeOf(state.range, zone),
        filter: filterOf(state),
        ...archiveParam(state),
        page_size: 1,
        ...('preset' in state.range ? { freeze_time: true } : {}),
      },
    },
    false,
  )
  return finalAnswer(query)?.results.totals?.count
}
