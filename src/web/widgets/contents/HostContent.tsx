import { useMemo } from 'react'
import { type HostResults, type HostSeries, hostSeries } from '../../../charts/host-series.ts'
import { shareText } from '../../../charts/number-text.ts'
import type { SystemType } from '../../../schema/query/system.ts'
import { useNow } from '../../components/use-now.ts'
import { AreasOverTime } from '../../graphics/AreasOverTime.tsx'
import { slotColour } from '../../graphics/colours.ts'
import { Gauge } from '../../graphics/Gauge.tsx'
import { LinesOverTime } from '../../graphics/LinesOverTime.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { ChartWithLegend } from './ChartWithLegend.tsx'
import type { ContentProps } from './content-props.ts'
import { gaugeOf } from './host-gauge.ts'
import type { Size } from './use-size.ts'

/** A widget of at least this size has a gauge of the newest share beside the chart. */
const minSizeForGaugePx = { width: 420, height: 110 }
/** Width of the gauge and the gap beside it: `.host-gauge` and `.host-content` in widget-views.css. */
const gaugeSpacePx = 120 + 12

/** Metrics of the host over time, with the newest share as a gauge. */
export function HostContent({ title, view, answer, size, zone, links }: ContentProps<SystemType>) {
  // The declared types are wider. Each answer here has a SystemType, and results with totals and details.
  const type = answer.type as SystemType
  const results = answer.results as unknown as HostResults
  const host = useMemo(() => hostSeries(type, results), [type, results])
  const gauge = host && gaugeOf(type, results)
  if (!host) return null
  if (view === 'gauge' && gauge)
    return (
      <div className="gauges row">
        <HostGauge gauge={gauge} />
      </div>
    )
  const withGauge =
    gauge !== undefined && size.width >= minSizeForGaugePx.width && size.height >= minSizeForGaugePx.height
  return (
    <div className="host-content">
      {withGauge && (
        <div className="host-gauge row">
          <HostGauge gauge={gauge} />
        </div>
      )}
      <HostChart
        title={title}
        host={host}
        isLines={view === 'lines'}
        size={withGauge ? { ...size, width: size.width - gaugeSpacePx } : size}
        zone={zone}
        onPick={links.intoPeriod}
      />
    </div>
  )
}

/** The gauge of a share in use, coloured from 75 % and from 90 %. */
function HostGauge({ gauge }: { gauge: NonNullable<ReturnType<typeof gaugeOf>> }) {
  const fullColour = gauge.share >= 0.9 ? '--bar-error' : '--bar-warning'
  return (
    <Gauge
      label={gauge.label}
      share={gauge.share}
      text={shareText(gauge.share)}
      note={gauge.text}
      colour={gauge.share >= 0.75 ? fullColour : '--bar'}
    />
  )
}

interface ChartProps {
  title: string
  host: HostSeries
  isLines: boolean
  size: Size
  zone: string
  onPick: ((from: number, to: number) => void) | undefined
}

/** The metrics over time: stacked areas, or lines. */
function HostChart({ title, host, isLines, size, zone, onPick }: ChartProps) {
  const now = useNow(5)
  const { bands, samples, from, top, base, text } = host
  const series = useMemo(() => bands.map(band => ({ ...band, colour: slotColour(band.slot) })), [bands])
  const scale = useMemo(() => ({ from, base, ...(top === undefined ? {} : { top }) }), [from, base, top])
  const newest = samples.at(-1)?.values ?? []
  const items = series.map(({ label, colour }, index) => ({ label, colour, text: text(newest[index] ?? 0) }))
  return (
    <ChartWithLegend items={items} hint={widgetTexts.searchHint} size={size}>
      {chartSize => {
        const common = { ...chartSize, samples, series, zone, now, label: title, text, onPick }
        return isLines ? (
          <LinesOverTime {...common} base={base} />
        ) : (
          <AreasOverTime {...common} scale={scale} />
        )
      }}
    </ChartWithLegend>
  )
}
