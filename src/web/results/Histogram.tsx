import { useMemo } from 'react'
import { histogram } from '../../charts/histogram.ts'
import { nameText } from '../../charts/name-text.ts'
import { lengthText, spanText } from '../../charts/time-text.ts'
import { severities } from '../../schema/event.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useNow } from '../components/use-now.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import type { Series } from '../graphics/BarTooltip.tsx'
import { severityColour } from '../graphics/colours.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { severityRateRequest } from '../search/search-requests.ts'
import type { SearchControl } from '../search/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { rangeText, zoomedOut } from '../time/range.ts'

const series: Series[] = severities.map((_, severity) => ({
  label: nameText('severity', severity),
  colour: severityColour({ name: severity, rest: false }),
}))

interface Props {
  control: SearchControl
  /** The query has an error and cannot be asked. */
  isInvalid: boolean
}

/** Counts over time above the results. A click or a drag zooms into a time range. */
export function Histogram({ control, isInvalid }: Props) {
  const zone = useZone()
  const now = useNow(5)
  const { state, change } = control
  const { unzoomed } = state
  const rate = useLiveQuery(isInvalid ? undefined : severityRateRequest(state, zone), state.live)
  const { totals, details } = rate.answer?.results ?? {}
  const stacks = useMemo(() => histogram(details ?? []), [details])
  const first = stacks[0]
  const step = stacks[1] ? stacks[1].ts_to - stacks[1].ts_from : first && first.ts_to - first.ts_from

  return (
    <section
      className={rate.stale && rate.error === undefined ? 'histogram stale' : 'histogram'}
      aria-label="Events over time"
    >
      <header>
        {first && totals ? spanText(totals.ts_from, totals.ts_to, zone) : <span>&nbsp;</span>}
        {step !== undefined && <span className="faint">{lengthText(step)} per bar</span>}
        <span className="grow" />
        <ul className="key wide">
          {series.map(item => (
            <li key={item.label}>
              <i style={{ background: `var(${item.colour})` }} />
              {item.label}
            </li>
          ))}
        </ul>
        {unzoomed && (
          <Button className="small" onClick={() => change({ range: unzoomed, unzoomed: undefined })}>
            <Icon name="close" size={12} /> Reset zoom to {rangeText(unzoomed, zone)}
          </Button>
        )}
        {totals && (
          <IconButton
            icon="zoomOut"
            label="Zoom out"
            iconSize={15}
            onClick={() => {
              const range = zoomedOut(totals.ts_from, totals.ts_to, Date.now() / 1000)
              change({ range, unzoomed: undefined })
            }}
          />
        )}
      </header>
      <BarsOverTime
        stacks={stacks}
        series={series}
        height={112}
        zone={zone}
        now={now}
        label="Events over time"
        onPick={(from, to) => change({ range: { from, to }, unzoomed: unzoomed ?? state.range, live: false })}
      />
    </section>
  )
}
