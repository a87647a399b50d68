import { Sparkline } from '../../graphics/Sparkline.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { ThresholdLevel } from './thresholds.ts'
import type { Size } from './use-size.ts'

/** In a narrower widget, callers abbreviate the number. */
export const minExactWidthPx = 220
const minHeightForTrendPx = 120

interface Props {
  size: Size
  text: string
  note: string
  /** Counts of periods, drawn as a sparkline below the number if there is room. */
  trend?: readonly { count: number }[]
  /** The CSS variable of the sparkline's colour. */
  colour?: string
  /** The threshold that the number has reached. */
  level?: ThresholdLevel | undefined
  /** Opens the search behind the number. */
  onPick?: (() => void) | undefined
}

/** One number, as large as its space allows. */
export function BigNumber({ size, text, note, trend, colour = '--bar', level, onPick }: Props) {
  // A digit is about 0.6 of its height wide.
  const fontPx = Math.max(22, Math.min(72, size.height * 0.42, size.width / (text.length * 0.62)))
  return (
    <div className="big-number column">
      <button
        type="button"
        className="widget-figure-link"
        disabled={!onPick}
        onClick={onPick}
        title={onPick && widgetTexts.searchValue}
      >
        <strong
          className={level ? `number ${level}-text` : 'number'}
          style={{ fontSize: `${Math.floor(fontPx)}px` }}
        >
          {text}
        </strong>
        <span>
          {note}
          {level && <strong className={`${level}-text`}> {widgetTexts.levels[level]}</strong>}
        </span>
      </button>
      {trend && trend.length > 1 && size.height >= minHeightForTrendPx && (
        <Sparkline
          values={trend.map(({ count }) => count)}
          colour={colour}
          width={Math.min(220, size.width - 40)}
          height={26}
        />
      )}
    </div>
  )
}
