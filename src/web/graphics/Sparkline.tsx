import { memo } from 'react'
import { sparkline } from '../../charts/sparkline.ts'

/** A small line of values over time, without axes. */
export const Sparkline = memo(function Sparkline({
  values,
  colour,
  width = 84,
  height = 18,
}: {
  values: readonly number[]
  colour: string
  width?: number
  height?: number
}) {
  const { line, area } = sparkline(values, width, height)
  return (
    <svg className="sparkline" width={width} height={height} aria-hidden="true">
      <path className="area" d={area} style={{ fill: `var(${colour})` }} />
      <path className="line" d={line} style={{ stroke: `var(${colour})` }} />
    </svg>
  )
})
