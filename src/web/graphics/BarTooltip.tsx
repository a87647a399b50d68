import type { Stack } from '../../charts/bars.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { spanText } from '../../charts/time-text.ts'

/** One series of a chart: its name in the legend, and its colour as a design token (`--bar`). */
export interface Series {
  label: string
  colour: string
}

interface Props {
  stack: Stack
  series: readonly Series[]
  zone: string
  open: boolean
  /** Centre of the bar, in pixels. */
  x: number
  width: number
}

/** Time range and counts of a bar. */
export function BarTooltip({ stack, series, zone, open, x, width }: Props) {
  const total = stack.counts.reduce((sum, count) => sum + count, 0)
  const several = series.length > 1
  // On the side with more room, so that it does not cover the bar.
  const side = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 }
  return (
    <div className="bar-tip" style={side}>
      <p className="bar-tip-time">
        {spanText(stack.ts_from, stack.ts_to, zone)}
        {open && ' · so far'}
      </p>
      <p className="bar-tip-total number">
        {exactNumber(total)} <span>{total === 1 ? 'occurrence' : 'occurrences'}</span>
      </p>
      {several &&
        series
          .map((item, index) => ({ ...item, count: stack.counts[index] ?? 0 }))
          .filter(item => item.count > 0)
          .map(item => (
            <p key={item.label} className="bar-tip-part number">
              <i style={{ background: `var(${item.colour})` }} />
              <span>{item.label}</span>
              {exactNumber(item.count)}
            </p>
          ))}
    </div>
  )
}
