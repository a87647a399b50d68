import { useCallback, useId, useMemo } from 'react'
import { barAt, barChart, type Stack, segmentAt, stackOfRange } from '../../charts/bars.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { useWidth } from '../components/use-width.ts'
import { graphicsTexts } from '../texts/dashboards/graphics.ts'
import { BarTooltip, type Series } from './BarTooltip.tsx'
import { countMargins as margins, TimeAxes } from './TimeAxes.tsx'
import { TimeSurface } from './TimeSurface.tsx'

interface Props {
  stacks: readonly Stack[]
  series: readonly Series[]
  height: number
  zone: string
  /** Unix seconds. */
  now: number
  label: string
  /** Count at which a horizontal line is drawn, such as the average. 0 has no line. */
  level?: number | undefined
  /** The time range of a clicked bar or of a drag, end exclusive, and the series that was clicked. */
  onPick?: ((from: number, to: number, series?: number) => void) | undefined
  /** Another count for each period (undefined: unknown), drawn as a line, with its name in tooltips. */
  before?: { name: string; counts: readonly (number | undefined)[] } | undefined
  /** A moment that something else on the page points at, in Unix seconds: its bar is highlighted. */
  pointedMoment?: number | undefined
  /** Called with the period that the pointer or the keyboard is at; undefined: it has left the chart. */
  onHover?: ((period: { from: number; to: number } | undefined) => void) | undefined
}

/** A stacked bar chart over time. A click, a drag, or arrow keys and Enter pick a time range. */
export function BarsOverTime(props: Props) {
  const { stacks, series, height, zone, now, label, level, before, pointedMoment, onPick, onHover } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  /** Id of the hatching over a bar whose period has not ended. */
  const hatch = useId()
  const chart = useMemo(
    () => barChart(stacks, { width, height, ...margins }, now, zone, before?.counts),
    [stacks, width, height, now, zone, before],
  )
  const levelY = level ? Math.round(chart.yOf(level)) + 0.5 : undefined
  const right = width - margins.right
  // Not rendered again while the pointer moves.
  const shapes = useMemo(
    () => (
      <>
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className="hatch" width="2" height="6" />
          </pattern>
        </defs>
        <TimeAxes {...chart} x0={margins.left} x1={right} height={height} text={shortNumber} />
        {chart.bars.map((bar, index) => (
          <g key={stacks[index]?.ts_from} className={bar.isOpen ? 'open' : undefined}>
            {bar.segments.map(part => (
              <rect
                key={part.series}
                x={bar.x}
                width={bar.width}
                y={part.y}
                height={part.height}
                style={{ fill: `var(${series[part.series]?.colour})` }}
              />
            ))}
            {bar.isOpen && bar.segments.length > 0 && (
              <rect
                x={bar.x}
                width={bar.width}
                y={bar.segments.at(-1)?.y}
                height={chart.zero - (bar.segments.at(-1)?.y ?? chart.zero)}
                fill={`url(#${hatch})`}
              />
            )}
          </g>
        ))}
        {chart.beforeLine !== '' && <path className="before-line" d={chart.beforeLine} />}
        {levelY !== undefined && (
          <line className="level" x1={margins.left} x2={right} y1={levelY} y2={levelY} />
        )}
      </>
    ),
    [chart, stacks, series, height, right, levelY, hatch],
  )
  const hover = useCallback(
    (index: number | undefined) => {
      const stack = index === undefined ? undefined : stacks[index]
      onHover?.(stack && { from: stack.ts_from, to: stack.ts_to })
    },
    [stacks, onHover],
  )
  const pointedIndex =
    pointedMoment === undefined
      ? -1
      : stacks.findIndex(({ ts_from, ts_to }) => pointedMoment >= ts_from && pointedMoment < ts_to)
  return (
    <div className="bars" ref={ref} style={{ height }}>
      {width > 0 && (
        <TimeSurface
          periods={stacks}
          width={width}
          height={height}
          zone={zone}
          label={onPick ? graphicsTexts.zoomable(label) : graphicsTexts.fixed(label)}
          indexAt={x => barAt(chart, x)}
          bandOf={index => chart.bars[index] ?? { x: 0, width: 0 }}
          bottom={chart.zero}
          pointedIndex={pointedIndex < 0 ? undefined : pointedIndex}
          onHover={onHover && hover}
          valueText={index =>
            [exactNumber(chart.bars[index]?.total ?? 0), noteOf(before, index, index)]
              .filter(text => text !== undefined)
              .join(', ')
          }
          onPick={onPick && ((from, to, at) => onPick(from, to, at && segmentAt(chart, at.index, at.y)))}
          tooltip={(start, current) => {
            const stack = stackOfRange(stacks, start, current)
            const bar = chart.bars[current]
            return (
              stack &&
              bar && (
                <BarTooltip
                  period={stack}
                  series={series}
                  zone={zone}
                  isOpen={bar.isOpen}
                  x={bar.x + bar.width / 2}
                  width={width}
                  note={noteOf(before, start, current)}
                />
              )
            )
          }}
        >
          {shapes}
        </TimeSurface>
      )}
    </div>
  )
}

/**
 * The name and the sum of the `before` counts of all periods from one index to the other, in any order.
 * Undefined if a count is unknown.
 */
function noteOf(before: Props['before'], one: number, other: number): string | undefined {
  if (before === undefined) return undefined
  const counts = before.counts.slice(Math.min(one, other), Math.max(one, other) + 1)
  if (counts.length === 0 || counts.includes(undefined)) return undefined
  return graphicsTexts.before(
    before.name,
    counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
  )
}
