import type { SystemType } from '../schema/query/system.ts'
import { formatBinaryBytes } from '../schema/text/format-binary-bytes.ts'
import type { AreaSeries, Sample } from './areas.ts'
import { rateNumber, shortNumber } from './number-text.ts'
import { chartTexts } from './texts.ts'

const { hostMetrics: texts } = chartTexts

/** A metric of the host as a band of a chart. */
export interface HostBand extends AreaSeries {
  metric: string
  label: string
  /** Index of a series colour; `rest` is neutral. */
  slot: number | 'rest'
}

/** How results of one System_ type are drawn. */
interface HostChart {
  /** In the order of their distance from the zero line, on each side. */
  bands: readonly HostBand[]
  /**
   * True: values become per cent of the sum of all metrics, drawn or not. Results of all processors together
   * add up to 100 per cent for each processor.
   */
  isShareOfTotal?: true
  /** Round numbers of the axis are KiB and MiB. */
  base?: 1024
  /** Formats a value with its unit. */
  text: (value: number) => string
}

/** Metrics over time, ready for `areaChart`. */
export interface HostSeries {
  bands: readonly HostBand[]
  samples: readonly Sample[]
  /** The start of the range, Unix seconds. */
  from: number
  /** Upper edge of the chart, unless a value is higher; undefined: the highest value. */
  top: number | undefined
  /** Unit of round numbers on the axis: 1024 for KiB and MiB. */
  base: 1000 | 1024
  text: (value: number) => string
}

/** The members of System_ results that charts need. */
export interface HostResults {
  totals: Readonly<Record<string, { count: number; last_ts: number | null }>>
  details: readonly (Readonly<Record<string, number>> & { ts_from: number; ts_to: number })[]
}

function band(
  metric: string,
  label: string,
  slot: HostBand['slot'],
  side: HostBand['side'] = 'above',
): HostBand {
  return { metric, label, slot, side }
}

const perSecond = (value: number) => `${rateNumber(value)}/s`

const hostCharts: Readonly<Record<SystemType, HostChart>> = {
  System_CPU: {
    bands: [
      band('usage_user', texts.user, 0),
      band('usage_system', texts.system, 1),
      band('usage_nice', texts.nice, 6),
      band('usage_iowait', texts.ioWait, 3),
      band('usage_irq', texts.irq, 2),
      band('usage_softirq', texts.softIrq, 5),
      band('usage_steal', texts.steal, 4),
    ],
    isShareOfTotal: true,
    text: value => `${shortNumber(value)}%`,
  },
  System_Memory: {
    bands: [
      band('used', texts.used, 0),
      band('buffered', texts.buffers, 2),
      band('cached', texts.cached, 1),
      band('free', texts.free, 'rest'),
    ],
    base: 1024,
    text: formatBinaryBytes,
  },
  System_DF: {
    bands: [
      band('used', texts.used, 0),
      band('reserved', texts.reserved, 2),
      band('free', texts.free, 'rest'),
    ],
    base: 1024,
    text: formatBinaryBytes,
  },
  System_IOPS: {
    bands: [band('reads', texts.reads, 0), band('writes', texts.writes, 1, 'below')],
    text: perSecond,
  },
  System_Network: {
    bands: [band('if_octets.rx', texts.received, 0), band('if_octets.tx', texts.sent, 1, 'below')],
    base: 1024,
    text: value => `${formatBinaryBytes(value)}/s`,
  },
  System_NetworkErrors: {
    bands: [
      band('drop_in', texts.droppedIn, 0),
      band('err_in', texts.errorsIn, 3),
      band('drop_out', texts.droppedOut, 1, 'below'),
      band('err_out', texts.errorsOut, 5, 'below'),
    ],
    text: perSecond,
  },
}

/**
 * Prepares a System_ result for `areaChart`. Leaves out periods after the last sample and before the first
 * one. The first sample is a guess, since results only say how many periods have samples: periods at the
 * start are left out while all their metrics are 0, but at most as many as have no sample. Undefined without
 * any sample.
 */
export function hostSeries(type: SystemType, { totals, details }: HostResults): HostSeries | undefined {
  const chart = hostCharts[type]
  const last = chart.bands.reduce((latest, { metric }) => Math.max(latest, totals[metric]?.last_ts ?? 0), 0)
  const untilLastSample = details.filter(period => period.ts_from <= last)
  const [first] = untilLastSample
  if (!first) return undefined
  // Periods with a sample.
  const sampledCount = chart.bands.reduce((max, { metric }) => Math.max(max, totals[metric]?.count ?? 0), 0)
  const unsampledCount = Math.max(0, untilLastSample.length - sampledCount)
  const firstNonZero = untilLastSample.findIndex(period =>
    chart.bands.some(({ metric }) => (period[metric] ?? 0) > 0),
  )
  const leadingZeroCount = firstNonZero === -1 ? untilLastSample.length : firstNonZero
  const periods = untilLastSample.slice(Math.min(leadingZeroCount, unsampledCount))
  // Series that stay at zero would only crowd the legend.
  const active = chart.bands.filter(({ metric }) => periods.some(period => (period[metric] ?? 0) > 0))
  const bands = active.length > 0 ? active : chart.bands.slice(0, 1)
  return {
    bands,
    samples: periods.map(({ ts_from, ts_to, ...figures }) => {
      const total = chart.isShareOfTotal ? sumOf(figures) : 0
      const scale = total > 0 ? 100 / total : 1
      return { ts_from, ts_to, values: bands.map(({ metric }) => (figures[metric] ?? 0) * scale) }
    }),
    from: first.ts_from,
    top: chart.isShareOfTotal ? 100 : undefined,
    base: chart.base ?? 1000,
    text: chart.text,
  }
}

function sumOf(figures: Readonly<Record<string, number>>): number {
  return Object.values(figures).reduce((sum, figure) => sum + figure, 0)
}
