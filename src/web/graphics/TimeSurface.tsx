import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { spanText } from '../../charts/time-text.ts'

interface Props {
  periods: readonly { ts_from: number; ts_to: number }[]
  width: number
  height: number
  zone: string
  /** Name of the chart for screen readers, which also explains the keys. */
  label: string
  /** Index of the period at a horizontal position; -1 without periods. */
  indexAt: (x: number) => number
  /** Left edge and width of a period. */
  bandOf: (index: number) => { x: number; width: number }
  /** Lower edge of the plot. */
  bottom: number
  /** Values of a period, for screen readers. */
  valueText: (index: number) => string
  /** `start`: index of the period where a drag began; without a drag, `current`. */
  tooltip: (start: number, current: number) => ReactNode
  /** Called with a time range, end exclusive. `at`: the place of a click; absent after a drag or Enter. */
  onPick?: ((from: number, to: number, at?: { index: number; y: number }) => void) | undefined
  /** Index of a period that something else on the page points at. */
  pointedIndex?: number | undefined
  /** Called with the index of the period under the pointer or the keyboard; undefined without one. */
  onHover?: ((index: number | undefined) => void) | undefined
  children: ReactNode
}

/**
 * The interactive part of a chart over time, around the shapes that its children draw: a tooltip for the
 * period under the pointer or the keyboard. A click, a drag, or arrow keys and Enter pick a time range.
 */
export function TimeSurface(props: Props) {
  const { periods, width, height, zone, label, indexAt, bandOf, bottom, valueText, onPick } = props
  /** Index of the period under the pointer or the keyboard. */
  const [hovered, setHovered] = useState<number>()
  /** Index of the period where a drag began. */
  const [grabbed, setGrabbed] = useState<number>()
  // There may be fewer periods by now.
  const current = hovered !== undefined && periods[hovered] ? hovered : undefined
  const { onHover } = props
  useEffect(() => onHover?.(current), [current, onHover])
  useEffect(() => () => onHover?.(undefined), [onHover])
  const start = grabbed !== undefined && periods[grabbed] ? grabbed : current
  const atX = (event: PointerEvent) => {
    const index = indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left)
    return index < 0 ? undefined : index
  }
  /**
   * Picks the periods between two indexes, in any order. `y`: vertical position of the pointer, if it picks.
   */
  const pick = (one: number, other: number, y?: number) => {
    const [first, last] = [periods[Math.min(one, other)], periods[Math.max(one, other)]]
    const at = y === undefined || one !== other ? undefined : { index: one, y }
    if (first && last) onPick?.(first.ts_from, last.ts_to, at)
  }
  const press = (event: KeyboardEvent) => {
    // Without a current period, both arrow keys select the last one.
    const index = current ?? periods.length
    if (event.key === 'ArrowLeft') setHovered(Math.max(0, index - 1))
    else if (event.key === 'ArrowRight') setHovered(Math.min(periods.length - 1, index + 1))
    else if (event.key === 'Home') setHovered(0)
    else if (event.key === 'End') setHovered(periods.length - 1)
    else if (event.key === 'Enter' && current !== undefined) pick(current, current)
    else if (event.key === 'Escape' && current !== undefined) setHovered(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const period = current === undefined ? undefined : periods[current]
  const highlighted = current ?? props.pointedIndex
  const band = highlighted !== undefined && periods[highlighted] ? bandOf(highlighted) : undefined
  return (
    <div
      className={onPick ? 'bars-surface' : 'bars-surface still'}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, periods.length - 1)}
      aria-valuenow={current ?? 0}
      aria-valuetext={
        period && current !== undefined
          ? `${spanText(period.ts_from, period.ts_to, zone)}: ${valueText(current)}`
          : undefined
      }
      onKeyDown={press}
      onBlur={() => setHovered(undefined)}
      onPointerMove={event => event.isPrimary && setHovered(atX(event))}
      onPointerLeave={() => grabbed === undefined && setHovered(undefined)}
      onPointerDown={event => {
        // A second finger does not change the drag of the first.
        if (event.button !== 0 || !event.isPrimary || periods.length === 0 || !onPick) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setHovered(atX(event))
        setGrabbed(atX(event))
      }}
      onPointerUp={event => {
        if (!event.isPrimary) return
        const to = atX(event)
        const y = event.clientY - event.currentTarget.getBoundingClientRect().top
        if (grabbed !== undefined && to !== undefined) pick(grabbed, to, y)
        setGrabbed(undefined)
      }}
      onPointerCancel={event => event.isPrimary && setGrabbed(undefined)}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {band && <rect className="bar-hover" x={band.x - 0.5} y={0} width={band.width + 1} height={bottom} />}
        {props.children}
        {band && <line className="bar-line" x1={middleOf(band)} x2={middleOf(band)} y1={0} y2={bottom} />}
        {grabbed !== undefined && current !== undefined && start !== undefined && (
          <Grab
            first={bandOf(Math.min(start, current))}
            last={bandOf(Math.max(start, current))}
            bottom={bottom}
          />
        )}
      </svg>
      {current !== undefined && start !== undefined && props.tooltip(start, current)}
    </div>
  )
}

type Band = ReturnType<Props['bandOf']>

function middleOf({ x, width }: Band): number {
  return Math.floor(x + width / 2) + 0.5
}

/** The range that is being dragged over. */
function Grab({ first, last, bottom }: { first: Band; last: Band; bottom: number }) {
  return <rect className="grab" x={first.x} y={0} width={last.x + last.width - first.x} height={bottom} />
}
