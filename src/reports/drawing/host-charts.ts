import { type HostBand, type HostResults, hostSeries } from '../../charts/host-series.ts'
import type { SystemType } from '../../schema/query/system-metrics.ts'
import type { Chart, ChartInput, ChartSize } from './chart.ts'
import { bandsOverTime } from './over-time.ts'
import { palette, seriesColour } from './palette.ts'

/** Metrics of the host over time, where samples exist. */
export function systemChart({ type, query }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of the System_ types (schema/query/system.ts), the only types of this function.
  const series = hostSeries(type as SystemType, query.results as unknown as HostResults)
  if (!series) return undefined
  const { bands, samples, from, top, base, text } = series
  return bandsOverTime(
    samples,
    bands.map(band => ({ ...band, colour: colourOf(band) })),
    { ...size, now: query.base_time },
    { from, base, text, ...(top === undefined ? {} : { top }) },
  )
}

function colourOf({ slot }: HostBand): string {
  return slot === 'rest' ? palette.rest : seriesColour(slot)
}
