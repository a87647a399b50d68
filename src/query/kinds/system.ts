import { type SystemResults, type SystemType, systemMetrics } from '../../schema/query/system.ts'
import type { FigurePeriod, FigureReads } from '../../storage/store/figures/figures.ts'
import { totals as totalsSeries } from '../../telemetry/host/counters.ts'
import type { Kind, ResolvedRange } from '../kind.ts'
import { periodsOf } from '../range/periods.ts'
import { checkEventParams, type TimeParams, withTimeDefaults } from './event-params.ts'
import { figuresSource } from './figures-source.ts'

/** Seconds between two samples of the host, and the minimum length of periods without a given step. */
const sampleSeconds = 10

interface SystemParams extends TimeParams {
  host?: string
  node?: string
  cpu?: string | number
  fs?: string
  disk?: string
  interface?: string
}

/** For each type, the param that selects a series, and its default. */
const selectors = {
  System_CPU: { param: 'cpu', series: totalsSeries },
  System_Memory: undefined,
  System_DF: { param: 'fs', series: 'root' },
  System_IOPS: { param: 'disk', series: totalsSeries },
  System_Network: { param: 'interface', series: totalsSeries },
  System_NetworkErrors: { param: 'interface', series: totalsSeries },
} as const

/** Figures of the host over time, as averages of the samples of each period. */
export function systemKind<Type extends SystemType>(
  type: Type,
  figures: FigureReads,
): Kind<SystemParams, readonly FigurePeriod[], SystemResults<Type>> {
  const metrics: readonly (typeof systemMetrics)[Type][number][] = systemMetrics[type]
  const selector = selectors[type]
  return {
    audience: 'every host',
    source: figuresSource(figures, sampleSeconds),
    rangeOf({ time_range: timeRange }, now, resolve) {
      const range = resolve(timeRange, now)
      if (range.step >= sampleSeconds || timeRange?.step !== undefined) return range
      return resolve({ ...timeRange, step: sampleSeconds }, now)
    },
    normalise(params) {
      checkEventParams(params)
      const full = { ...params, ...withTimeDefaults(params) }
      if (selector === undefined) return full
      return { ...full, [selector.param]: seriesNamed(String(params[selector.param] ?? selector.series)) }
    },
    cost: () => 'whole',
    periodic: () => true,
    slice(params, { range, read }, { from, to }) {
      const series = selector === undefined ? '' : String(params[selector.param])
      const { node } = params
      const query = { kind: type, series, node, from, to, bounds: range.bounds, fold: 'average' } as const
      return figures.periods(query, read)
    },
    merge: (newer, older) => [...older, ...newer],
    async finish(_params, { range }, state = []) {
      // Totals and details have a member for each metric, which is the shape of the type's results.
      return {
        totals: totalsOf(metrics, range, state),
        details: detailsOf(metrics, range, state),
      } as SystemResults<Type>
    },
  }
}

/** The current name of a series; older versions wrote cpu-total and cpu0. */
function seriesNamed(name: string): string {
  if (name === 'cpu-total') return totalsSeries
  return /^cpu(\d+)$/.exec(name)?.[1] ?? name
}

function detailsOf(metrics: readonly string[], range: ResolvedRange, state: readonly FigurePeriod[]) {
  const details = periodsOf(range.bounds).map(period => ({
    ...period,
    ...Object.fromEntries(metrics.map(metric => [metric, 0])),
  }))
  for (const { period, values } of state) {
    Object.assign(
      details[period] ?? {},
      Object.fromEntries(metrics.map((metric, i) => [metric, values[i] ?? 0])),
    )
  }
  return details
}

/** Totals over the periods that have samples. */
function totalsOf(metrics: readonly string[], range: ResolvedRange, state: readonly FigurePeriod[]) {
  const lastPeriod = state.at(-1)
  return Object.fromEntries(
    metrics.map((metric, i) => {
      const values = state.map(period => period.values[i] ?? 0)
      const sum = values.reduce((total, value) => total + value, 0)
      const hasValues = values.length > 0
      return [
        metric,
        {
          count: values.length,
          sum,
          min: hasValues ? values.reduce((a, b) => Math.min(a, b)) : null,
          max: hasValues ? values.reduce((a, b) => Math.max(a, b)) : null,
          avg: hasValues ? sum / values.length : null,
          last: values.at(-1) ?? null,
          last_ts: lastPeriod === undefined ? null : (range.bounds[lastPeriod.period] ?? null),
        },
      ]
    }),
  )
}
