import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { histogram } from '../../../charts/histogram.ts'
import { nameText } from '../../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../../charts/number-text.ts'
import { shortSeverity } from '../../../charts/severity.ts'
import { severities } from '../../../schema/event/event.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useMedia } from '../../components/use-media.ts'
import { useNarrow } from '../../components/use-narrow.ts'
import { useNow } from '../../components/use-now.ts'
import { BarsOverTime } from '../../graphics/BarsOverTime.tsx'
import type { Series } from '../../graphics/BarTooltip.tsx'
import { severityColour } from '../../graphics/colours.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { comparisons } from '../../search/state/comparison.ts'
import { severityRateRequest } from '../../search/state/search-requests.ts'
import type { SearchControl } from '../../search/state/use-search-state.ts'
import { lazyComponent } from '../../state/lazy-part.ts'
import { setPreferences, usePreferences, useZone } from '../../state/preferences.ts'
import { changeTexts } from '../../texts/search/changes.ts'
import { histogramTexts, markTexts, resultTexts, valueTexts } from '../../texts/search/results.ts'
import { rangeText } from '../../time/range-text.ts'
import { countsBefore, countsBeforeRequest } from './counts-before.ts'
import { hoveredMoment, hoveredPeriod } from './hovered-time.ts'
import { isAndAbove, shownSeverities, withSeverityAndAbove, withSeveritySwitched } from './severity-filter.ts'

const HistogramMarks = lazyComponent(async () => (await import('../marks/HistogramMarks.tsx')).HistogramMarks)
/** Severities (error, warning) that have a chip for the severity itself and everything more severe. */
const andAboveCodes = [3, 4] as const

const series: Series[] = severities.map((_, severity) => ({
  label: nameText('severity', severity),
  colour: severityColour({ name: severity, rest: false }),
}))

/** Marks the rows of a period. Declared here, so that it is the same function for each render. */
const markRows = (period: { from: number; to: number } | undefined) => hoveredPeriod.set(period)

interface Props {
  control: SearchControl
  /** The query or a filter has an error, so nothing can be queried. */
  isInvalid: boolean
  /** Shown before the severities. */
  headline: ReactNode
}

/** Height in pixels: lower in a low window, such as a zoomed one, so that it has room for events. */
function useChartHeight(): number {
  const isNarrow = useNarrow()
  const isLow = useMedia('(max-height: 560px)')
  if (isLow) return 48
  return isNarrow ? 84 : 120
}

/** Counts over time by severity, above the results. A click or a drag zooms into a time range. */
export function Histogram({ control, isInvalid, headline }: Props) {
  const zone = useZone()
  const now = useNow(5)
  const { state, change } = control
  const { unzoomed } = state
  const rate = useLiveQuery(isInvalid ? undefined : severityRateRequest(state, zone), state.live)
  const { details } = rate.answer?.results ?? {}
  const stacks = useMemo(() => histogram(details ?? []), [details])
  const before = useLiveQuery(isInvalid ? undefined : countsBeforeRequest(state, stacks, zone), false)
  const { comparison } = state
  const periodsBefore = before.answer?.results.details
  const shownBefore = useMemo(
    () =>
      comparison && periodsBefore && !before.stale
        ? {
            name: histogramTexts.before[comparison],
            counts: countsBefore(stacks, periodsBefore, comparison, zone),
          }
        : undefined,
    [comparison, periodsBefore, before.stale, stacks, zone],
  )
  const { marks: hasMarks } = usePreferences()
  const [from, to] = [stacks[0]?.ts_from, stacks.at(-1)?.ts_to]
  const shownRange = useMemo(
    () => (from === undefined || to === undefined ? undefined : { from, to }),
    [from, to],
  )
  const height = useChartHeight()
  const momentOfRow = useSyncExternalStore(hoveredMoment.watch, hoveredMoment.get)
  /** Sum of all periods by severity. */
  const totals = useMemo(
    () => severities.map((_, code) => stacks.reduce((sum, { counts }) => sum + (counts[code] ?? 0), 0)),
    [stacks],
  )

  return (
    <section className={rate.stale ? 'histogram stale' : 'histogram'} aria-label={histogramTexts.title}>
      <header>
        {headline}
        {rate.answer?.status === 'STOPPED' && !rate.stale && (
          <span className="tag-note">{resultTexts.stopped}</span>
        )}
        {rate.error !== undefined && !isInvalid && <span className="faint">{histogramTexts.failed}</span>}
        <SeverityChips counts={totals} control={control} />
        <select
          className="field small wide"
          aria-label={histogramTexts.compare}
          title={histogramTexts.compareHint}
          value={comparison ?? ''}
          onChange={event => change({ comparison: comparisons.find(one => one === event.target.value) })}
        >
          <option value="">{histogramTexts.notCompared}</option>
          {comparisons.map(one => (
            <option key={one} value={one}>
              {histogramTexts.comparedWith[one]}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="chip"
          aria-pressed={hasMarks}
          title={markTexts.showHint}
          onClick={() => setPreferences({ marks: !hasMarks })}
        >
          {markTexts.show}
        </button>
        {unzoomed && (
          <Button className="small" onClick={() => change({ range: unzoomed, unzoomed: undefined })}>
            <Icon name="close" size={12} /> {histogramTexts.reset(rangeText(unzoomed, zone))}
          </Button>
        )}
        {unzoomed && state.view !== 'changes' && (
          <Button
            className="small"
            title={changeTexts.ofSelectionHint}
            onClick={() => change({ view: 'changes', otherRange: 'rest' })}
          >
            {changeTexts.ofSelection}
          </Button>
        )}
      </header>
      <BarsOverTime
        stacks={stacks}
        series={series}
        height={height}
        zone={zone}
        now={now}
        label={histogramTexts.title}
        before={shownBefore}
        pointedMoment={momentOfRow}
        onHover={markRows}
        onPick={(from, to) => change({ range: { from, to }, unzoomed: unzoomed ?? state.range, live: false })}
      />
      {hasMarks && <HistogramMarks range={shownRange} isLive={state.live} />}
    </section>
  )
}

interface SeverityChipsProps {
  /** By severity. */
  counts: readonly number[]
  control: SearchControl
}

/**
 * Chooses severities with one click each; also the legend of the histogram. Severities without events are
 * left out, unless a filter hides them.
 */
function SeverityChips({ counts, control }: SeverityChipsProps) {
  const { state, change } = control
  const shown = shownSeverities(state.pills)
  return (
    <fieldset className="chips" aria-label={histogramTexts.severities}>
      {andAboveCodes.map(code => (
        <button
          key={`above-${code}`}
          type="button"
          className="chip"
          aria-pressed={isAndAbove(state.pills, code)}
          onClick={() => change({ pills: withSeverityAndAbove(state.pills, code) })}
        >
          {histogramTexts.andAbove(nameText('severity', code))}
        </button>
      ))}
      {severities.map((name, code) => {
        const count = counts[code] ?? 0
        if (count === 0 && shown.has(code)) return null
        const text = nameText('severity', code)
        return (
          <button
            key={name}
            type="button"
            className="chip chip-severity"
            aria-pressed={shown.has(code)}
            title={valueTexts.field(text, exactNumber(count))}
            onClick={() => change({ pills: withSeveritySwitched(state.pills, code) })}
          >
            <i
              className="swatch"
              style={{ background: `var(${severityColour({ name: code, rest: false })})` }}
            />
            {shortSeverity(code)} {count > 0 && <span className="number faint">{shortNumber(count)}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
