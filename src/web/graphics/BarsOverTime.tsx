import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { barAt, barChart, type Stack, stackOfRange } from '../../charts/bars.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { spanText } from '../../charts/time-text.ts'
import { useWidth } from '../components/use-width.ts'
import { BarTooltip, type Series } from './BarTooltip.tsx'

interface Props {
  stacks: readonly Stack[]
  series: readonly Series[]
  height: number
  zone: string
  now: number
  label: string
  /** A horizontal line, such as the average. */
  level?: number | undefined
  /** The time range of a clicked bar or of a drag, end exclusive. */
  onPick: (from: number, to: number) => void
}

/** A stacked bar chart over time. A click, a drag, or arrow keys and Enter pick a time range. */
export function BarsOverTime({ stacks, series, height, zone, now, label, level, onPick }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [hovered, setHovered] = useState<number>()
  const [grabbed, setGrabbed] = useState<number>()
  const chart = useMemo(
    () => barChart(stacks, { width, height, top: 6, right: 2, bottom: 20, left: 36 }, now, zone),
    [stacks, width, height, now, zone],
  )
  const indexAt = (event: PointerEvent) =>
    barAt(chart, event.clientX - event.currentTarget.getBoundingClientRect().left)
  const current = hovered === undefined ? undefined : stackOfRange(stacks, grabbed ?? hovered, hovered)
  const bar = hovered === undefined ? undefined : chart.bars[hovered]
  const first = grabbed === undefined ? undefined : chart.bars[Math.min(grabbed, hovered ?? grabbed)]
  const last = grabbed === undefined ? undefined : chart.bars[Math.max(grabbed, hovered ?? grabbed)]

  const levelY = level && Math.round(chart.base - (level / chart.top) * (chart.base - 6)) + 0.5

  const pick = (one: number, other: number) => {
    const range = stackOfRange(stacks, one, other)
    if (range) onPick(range.ts_from, range.ts_to)
  }
  const press = (event: KeyboardEvent) => {
    const at = hovered ?? stacks.length
    if (event.key === 'ArrowLeft') setHovered(Math.max(0, at - 1))
    else if (event.key === 'ArrowRight') setHovered(Math.min(stacks.length - 1, at + 1))
    else if (event.key === 'Enter' && hovered !== undefined) pick(hovered, hovered)
    else if (event.key === 'Escape' && hovered !== undefined) setHovered(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="bars" ref={ref} style={{ height }}>
      {width > 0 && (
        <div
          className="bars-surface"
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrow keys move, Enter zooms in.`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, stacks.length - 1)}
          aria-valuenow={hovered ?? 0}
          aria-valuetext={
            current && `${spanText(current.ts_from, current.ts_to, zone)}: ${exactNumber(bar?.total ?? 0)}`
          }
          onKeyDown={press}
          onBlur={() => setHovered(undefined)}
          onPointerMove={event => setHovered(indexAt(event))}
          onPointerLeave={() => grabbed === undefined && setHovered(undefined)}
          onPointerDown={event => {
            if (event.button !== 0 || stacks.length === 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setHovered(indexAt(event))
            setGrabbed(indexAt(event))
          }}
          onPointerUp={event => {
            if (grabbed !== undefined) pick(grabbed, indexAt(event))
            setGrabbed(undefined)
          }}
          onPointerCancel={() => setGrabbed(undefined)}
        >
          <svg width={width} height={height} aria-hidden="true">
            {chart.yTicks.map(tick => (
              <g key={tick.value}>
                <line className="grid" x1={36} x2={width - 2} y1={tick.y + 0.5} y2={tick.y + 0.5} />
                <text className="axis" x={30} y={tick.y + 4} textAnchor="end">
                  {shortNumber(tick.value)}
                </text>
              </g>
            ))}
            {chart.xTicks.map(tick => (
              <text className="axis" key={tick.value} x={tick.x} y={height - 4} textAnchor="middle">
                {tick.label}
              </text>
            ))}
            {bar && (
              <rect className="bar-hover" x={bar.x - 0.5} y={0} width={bar.width + 1} height={chart.base} />
            )}
            {chart.bars.map((drawn, index) => (
              <g key={stacks[index]?.ts_from} className={drawn.open ? 'open' : undefined}>
                {drawn.segments.map(part => (
                  <rect
                    key={part.series}
                    x={drawn.x}
                    width={drawn.width}
                    y={part.y}
                    height={part.height}
                    style={{ fill: `var(${series[part.series]?.colour})` }}
                  />
                ))}
              </g>
            ))}
            {levelY ? <line className="level" x1={36} x2={width - 2} y1={levelY} y2={levelY} /> : null}
            {first && last && (
              <rect
                className="grab"
                x={first.x}
                y={0}
                width={last.x + last.width - first.x}
                height={chart.base}
              />
            )}
          </svg>
          {bar && current && (
            <BarTooltip
              stack={current}
              series={series}
              zone={zone}
              open={bar.open}
              x={bar.x + bar.width / 2}
              width={width}
            />
          )}
        </div>
      )}
    </div>
  )
}
