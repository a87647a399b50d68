import { useMemo } from 'react'
import { heatMap } from '../../../charts/heat-map.ts'
import { topOverTime } from '../../../charts/top-over-time.ts'
import type { TopNResults } from '../../../schema/query/top-n.ts'
import { useNow } from '../../components/use-now.ts'
import { HeatAxis, HeatLegend, HeatMapOverTime, heatAxisHeight } from '../../graphics/HeatMapOverTime.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { ContentProps } from './content-props.ts'
import { maxRows } from './max-rows.ts'
import { shortLabel } from './short-label.ts'
import { useSize } from './use-size.ts'

/** Pixels of a row. With more rows than fit, the widget scrolls. */
const rowHeights = { min: 17, max: 44 }
/** Below this height there is no room for a legend. */
const minHeightForLegendPx = 120

interface Props extends ContentProps<'TopN'> {
  field: string
  /** The last value of the results is the sum of all others. */
  withRest: boolean
  details: NonNullable<TopNResults['details']>
}

/** The most frequent values over time: a row for each value, whose cells are darker the more occurrences. */
export function HeatContent({ title, answer, size, zone, links, field, withRest, details }: Props) {
  const [ref, plotSize] = useSize<HTMLDivElement>()
  // Results may be newer than the clock, which ticks slowly.
  const now = Math.max(useNow(5), answer.base_time)
  const { totals } = answer.results
  const { rows, stacks } = useMemo(() => {
    const { series, stacks } = topOverTime(field, { totals, details }, withRest)
    // The rest would outshine every value.
    return { rows: series.filter(({ rest }) => !rest).slice(0, maxRows), stacks }
  }, [totals, details, field, withRest])
  const hasLegend = size.height >= minHeightForLegendPx
  const room = size.height - heatAxisHeight - (hasLegend ? 24 : 0)
  const rowHeight = Math.floor(
    Math.min(rowHeights.max, Math.max(rowHeights.min, room / Math.max(1, rows.length))),
  )
  const bottom = rowHeight * rows.length
  const { width } = plotSize
  const map = useMemo(() => {
    const box = { width, height: bottom, top: 0, right: 0, bottom: 0, left: 0 }
    return heatMap(stacks, rows.length, box, now, zone)
  }, [stacks, rows.length, width, bottom, now, zone])
  const { into } = links
  return (
    <div className="heat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
      <section className="heat-scroll" tabIndex={0} aria-label={widgetTexts.valuesOverTime(title)}>
        <ul className="heat-labels">
          {rows.map(({ name, label }) => (
            <li key={name} style={{ height: rowHeight }}>
              {into ? (
                <button
                  type="button"
                  className="one-line"
                  title={`${shortLabel(label)}. ${widgetTexts.searchValue}`}
                  onClick={() => into({ field, value: name })}
                >
                  {shortLabel(label)}
                </button>
              ) : (
                <span className="one-line" title={shortLabel(label)}>
                  {shortLabel(label)}
                </span>
              )}
            </li>
          ))}
        </ul>
        <div className="heat-plot" ref={ref} style={{ height: bottom + heatAxisHeight }}>
          {width > 0 && (
            <>
              <HeatMapOverTime
                map={map}
                labels={rows.map(({ label }) => shortLabel(label))}
                width={width}
                height={bottom}
                zone={zone}
                label={title}
                onPick={
                  into &&
                  ((row, ts_from, ts_to) => {
                    const picked = rows[row]
                    if (picked) into({ field, value: picked.name, period: { ts_from, ts_to } })
                  })
                }
              />
              <HeatAxis xTicks={map.xTicks} width={width} />
            </>
          )}
        </div>
      </section>
      {hasLegend && <HeatLegend levels={map.levels} />}
    </div>
  )
}
