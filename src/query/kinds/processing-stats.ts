import type { ProcessingStatsParams, ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import type { FigurePeriod, FigureReads } from '../../storage/store/figures/figures.ts'
import type { Kind } from '../kind.ts'
import { periodsOf } from '../range/periods.ts'
import { checkEventParams, withTimeDefaults } from './event-params.ts'
import { figuresSource } from './figures-source.ts'

/**
 * Numbers of received events by the time of their receipt: new ones, duplicates, and those out of time
 * (`oot`), which are refused because of their time. The service has recorded these figures; no event is read.
 */
export function processingStats(
  figures: FigureReads,
): Kind<ProcessingStatsParams, readonly FigurePeriod[], ProcessingStatsResults> {
  return {
    audience: 'every host',
    source: figuresSource(figures, 1),
    normalise(params) {
      checkEventParams(params)
      return withTimeDefaults(params)
    },
    cost: () => 'whole',
    periodic: () => true,
    slice(_params, { range, read }, { from, to }) {
      const query = { kind: 'ingest', series: '', from, to, bounds: range.bounds, fold: 'sum' } as const
      return figures.periods(query, read)
    },
    merge: (newer, older) => [...older, ...newer],
    async finish(_params, { range }, state = []) {
      const details = periodsOf(range.bounds).map(period => ({ new: 0, duplicates: 0, oot: 0, ...period }))
      const totals = { new: 0, duplicates: 0, oot: 0, total: 0, ts_from: range.from, ts_to: range.to }
      for (const { period, values } of state) {
        const [firsts = 0, duplicates = 0, oot = 0] = values
        Object.assign(details[period] ?? {}, { new: firsts, duplicates, oot })
        totals.new += firsts
        totals.duplicates += duplicates
        totals.oot += oot
        totals.total += firsts + duplicates + oot
      }
      return { totals, details }
    },
  }
}
