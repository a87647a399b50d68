import type { AreaSeries } from '../../charts/areas.ts'
import { shortNumber } from '../../charts/number-text.ts'
import type { SystemType } from '../../schema/query/system-metrics.ts'
import type { Chart, ChartInput, ChartSize } from './chart.ts'
import { bandsOverTime } from './over-time.ts'
import { palette, seriesColour } from './palette.ts'

interface Band extends AreaSeries {
  metric: string
  label: string
  colour: string
}

interface HostChart {
  bands: readonly Band[]
  /** The top of the scale is the sum of all metrics, drawn or not: 100 per cent per processor. */
  isShareOfTotal?: true
  base?: 1024
  text: (value: number) => string
}

function band(metric: string, label: string, colour: number | string, side: Band['side'] = 'above'): Band {
  return { metric, label, colour: typeof colour === 'number' ? seriesColour(colour) : colour, side }
}

/** Bands from the base line up. Outgoing traffic is mirrored below it. */
const hostCharts: Record<SystemType, HostChart> = {
  System_CPU: {
    bands: [
      band('usage_user', 'User', 0),
      band('usage_system', 'System', 1),
      band('usage_nice', 'Nice', 5),
      band('usage_iowait', 'Waiting for disks', 4),
      band('usage_irq', 'Interrupts', 2),
      band('usage_softirq', 'Soft interrupts', 6),
      band('usage_steal', 'Stolen', 3),
    ],
    isShareOfTotal: true,
    text: value => `${shortNumber(value)}%`,
  },
  System_Memory: {
    bands: [
      band('used', 'Used', 0),
      band('buffered', 'Buffered', 2),
      band('cached', 'Cached', 1),
      band('free', 'Free', palette.rest),
    ],
    base: 1024,
    text: bytesText,
  },
  System_DF: {
    bands: [band('used', 'Used', 0), band('reserved', 'Reserved', 2), band('free', 'Free', palette.rest)],
    base: 1024,
    text: bytesText,
  },
  System_IOPS: {
    bands: [band('reads', 'Reads', 0), band('writes', 'Writes', 1, 'below')],
    text: shortNumber,
  },
  System_Network: {
    bands: [band('if_octets.rx', 'Received', 0), band('if_octets.tx', 'Sent', 1, 'below')],
    base: 1024,
    text: value => `${bytesText(value)}/s`,
  },
  System_NetworkErrors: {
    bands: [
      band('drop_in', 'Dropped in', 0),
      band('err_in', 'Errors in', 4),
      band('drop_out', 'Dropped out', 1, 'below'),
      band('err_out', 'Errors out', 6, 'below'),
    ],
    text: shortNumber,
  },
}

/** Metrics of the host over time, as far as there are samples. */
export function systemChart({ type, query }: ChartInput, size: ChartSize): Chart | undefined {
  // The results of the System_ types (schema/query/system.ts).
  const chart = hostCharts[type as SystemType]
  const { totals, details } = query.results as {
    totals: Record<string, { last_ts: number | null; count: number }>
    details: (Record<string, number> & { ts_from: number; ts_to: number })[]
  }
  const last = chart.bands.reduce((latest, { metric }) => Math.max(latest, totals[metric]?.last_ts ?? 0), 0)
  const reached = details.filter(period => period.ts_from <= last)
  const [first] = reached
  if (!first) return undefined
  // Periods without samples are zero; those before the first sample are not drawn.
  const sampled = chart.bands.reduce((max, { metric }) => Math.max(max, totals[metric]?.count ?? 0), 0)
  const known = reached.slice(Math.max(0, reached.length - sampled))
  // Series that stay at zero would only crowd the legend.
  const bands = chart.bands.filter(({ metric }) => known.some(period => (period[metric] ?? 0) > 0))
  return bandsOverTime(
    known.map(({ ts_from, ts_to, ...figures }) => {
      return { ts_from, ts_to, values: bands.map(({ metric }) => figures[metric] ?? 0) }
    }),
    bands.length > 0 ? bands : chart.bands.slice(0, 1),
    { ...size, now: query.base_time },
    { ...chart, from: first.ts_from, ...(chart.isShareOfTotal ? { top: totalShare(known) } : {}) },
  )
}

/** The largest sum of the metrics of a period, in full hundreds. */
function totalShare(periods: readonly Record<string, number>[]): number {
  const sums = periods.map(({ ts_from: _from, ts_to: _to, ...figures }) =>
    Object.values(figures).reduce((sum, figure) => sum + figure, 0),
  )
  return Math.max(100, Math.round(Math.max(...sums) / 100) * 100)
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** 1.5 GiB. */
function bytesText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1023.5 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${Number(size.toFixed(size < 9.95 ? 1 : 0))} ${units[unit]}`
}
