import type { Tick } from '../../charts/ticks.ts'

interface Props {
  yTicks: readonly { y: number; value: number }[]
  xTicks: readonly (Tick & { x: number })[]
  /** Left and right edge of the plot. */
  x0: number
  x1: number
  /** Of the whole chart: the labels of the time axis are at its bottom. */
  height: number
  /** Label of a value. */
  text: (value: number) => string
}

/** Pixels around a plot, for its axes. */
export const countMargins = { top: 6, right: 2, bottom: 20, left: 36 }
/** Values with a unit need more room beside the axis than counts. */
export const unitMargins = { ...countMargins, left: 58 }

/** Grid lines with their values, and the labels of the time axis. */
export function TimeAxes({ yTicks, xTicks, x0, x1, height, text }: Props) {
  return (
    <>
      {yTicks.map(tick => (
        <g key={`${tick.value}/${tick.y}`}>
          <line
            className="grid"
            x1={x0}
            x2={x1}
            y1={Math.round(tick.y) + 0.5}
            y2={Math.round(tick.y) + 0.5}
          />
          <text className="axis" x={x0 - 6} y={tick.y + 4} textAnchor="end">
            {text(tick.value)}
          </text>
        </g>
      ))}
      {xTicks.map(tick => (
        <text className="axis" key={tick.value} x={tick.x} y={height - 4} textAnchor="middle">
          {tick.label}
        </text>
      ))}
    </>
  )
}
