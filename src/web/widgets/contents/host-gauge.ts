import type { HostResults } from '../../../charts/host-series.ts'
import type { SystemType } from '../../../schema/query/system.ts'
import { formatBinaryBytes } from '../../../schema/text/format-binary-bytes.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'

/** Types whose metrics add up to a whole, with the metrics that count as not in use. */
const unused: Readonly<Partial<Record<SystemType, readonly string[]>>> = {
  System_CPU: ['usage_idle', 'usage_iowait'],
  System_Memory: ['free', 'buffered', 'cached'],
  System_DF: ['free'],
}

/** The share of the processors, memory or disk in use, for a gauge. */
export interface HostGauge {
  label: string
  /** 0 to 1. */
  share: number
  /** Used and total amount. */
  text: string
}

/**
 * The used share in the newest period with samples. Undefined without samples, and for rates such as IOPS.
 */
export function gaugeOf(type: SystemType, { totals, details }: HostResults): HostGauge | undefined {
  const unusedMetrics = unused[type]
  const lastSample = Math.max(0, ...Object.values(totals).map(({ last_ts }) => last_ts ?? 0))
  const newest = details.findLast(period => period.ts_from <= lastSample)
  if (unusedMetrics === undefined || newest === undefined || lastSample === 0) return undefined
  const { ts_from: _from, ts_to: _to, ...figures } = newest
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (figures[name] ?? 0), 0)
  const whole = sumOf(Object.keys(figures))
  if (whole <= 0) return undefined
  const used = whole - sumOf(unusedMetrics)
  // The metrics of processors are percentages, and add up to 100 for each processor.
  const isProcessor = type === 'System_CPU'
  return {
    label: widgetTexts.used,
    share: used / whole,
    text: isProcessor
      ? widgetTexts.processors(Math.max(1, Math.round(whole / 100)))
      : `${formatBinaryBytes(used)} / ${formatBinaryBytes(whole)}`,
  }
}
