import { exactNumber } from '../../charts/number-text.ts'
import { spanText } from '../../charts/time-text.ts'
import { graphicsTexts } from '../texts/dashboards/graphics.ts'

/** One series of a chart: its name in the legend, and its colour as a design token (`--bar`). */
export interface Series {
  label: string
  colour: string
}

/** Maximum lines for series; the last one says how many more there are. */
const maxParts = 9

interface Props {
  period: { ts_from: number; ts_to: number; counts: readonly number[] }
  series: readonly Series[]
  zone: string
  /** True if the period is not over yet. */
  isOpen: boolean
  /** Centre of the bar or point, in pixels from the left. */
  x: number
  /** Width of the chart, in pixels. */
  width: number
  /** A line below the sum, such as the counts of the day before. */
  note?: string | undefined
  /** Formats a value with its unit; without it values are occurrences, which have a sum. */
  text?: ((value: number) => string) | undefined
}

/** Time range and values of a bar or point. */
export function BarTooltip({ period, series, zone, isOpen, x, width, note, text }: Props) {
  const { counts } = period
  const total = counts.reduce((sum, count) => sum + count, 0)
  const showsParts = series.length > 1 || text !== undefined
  const parts = series
    .map((item, index) => ({ ...item, count: counts[index] ?? 0 }))
    .filter(item => item.count !== 0 && !Number.isNaN(item.count))
  const shownParts = parts.length > maxParts ? parts.slice(0, maxParts - 1) : parts
  // The tooltip is on the side with more room, and does not cover the bar.
  const side = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 }
  return (
    <div className="bar-tip" style={side}>
      <p className="soft">
        {spanText(period.ts_from, period.ts_to, zone)}
        {isOpen && graphicsTexts.soFar}
      </p>
      {text === undefined && (
        <p className="bar-tip-total number">
          {exactNumber(total)} <span>{graphicsTexts.occurrences(total)}</span>
        </p>
      )}
      {note !== undefined && <p className="soft number">{note}</p>}
      {showsParts &&
        shownParts.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two values may have the same label
          <p key={index} className="bar-tip-part row number">
            <i className="swatch" style={{ background: `var(${item.colour})` }} />
            <span>{item.label}</span>
            {text ? text(item.count) : exactNumber(item.count)}
          </p>
        ))}
      {parts.length > shownParts.length && (
        <p className="faint">{graphicsTexts.more(parts.length - shownParts.length)}</p>
      )}
    </div>
  )
}
