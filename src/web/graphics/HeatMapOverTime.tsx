import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react'
import { cellAt, type HeatMap, heatColoursFor } from '../../charts/heat-map.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { spanText } from '../../charts/time-text.ts'
import { graphicsTexts } from '../texts/dashboards/graphics.ts'
import './heat-map.css'

/** Height of the time axis, in pixels. */
export const heatAxisHeight = 20

interface Props {
  map: HeatMap
  /** Names of the rows. */
  labels: readonly string[]
  width: number
  /** Height of the rows; the time axis is below. */
  height: number
  zone: string
  /** Name of the chart. */
  label: string
  /** Called with the row and the time range of a cell, end exclusive. */
  onPick?: ((row: number, from: number, to: number) => void) | undefined
}

interface Place {
  row: number
  column: number
}

/**
 * The cells of a heat map. A click, or arrow keys and Enter, pick a cell; a tooltip says
 * its count.
 */
export function HeatMapOverTime({ map, labels, width, height, zone, label, onPick }: Props) {
  const { columns, rows, counts, paths } = map
  const [place, setPlace] = useState<Place>()
  const colours = useMemo(() => heatFills(paths.length), [paths.length])
  // There may be fewer cells by now.
  const row = place && rows[place.row]
  const column = place && columns[place.column]
  const current = place && row && column ? { ...place, row, column } : undefined
  const countAt = (at: Place) => counts[at.row]?.[at.column] ?? 0
  const atPointer = (event: MouseEvent): Place | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return cellAt(map, event.clientX - left, event.clientY - top)
  }
  const pick = (at: Place | undefined) => {
    const picked = at && columns[at.column]
    if (picked) onPick?.(at.row, picked.ts_from, picked.ts_to)
  }
  const press = (event: KeyboardEvent) => {
    const at = current ? { row: place?.row ?? 0, column: place?.column ?? 0 } : undefined
    const next = nextPlace(event.key, at, { rows: rows.length, columns: columns.length })
    if (next) setPlace(next)
    else if (event.key === 'Enter' && at) pick(at)
    else if (event.key === 'Escape' && at) setPlace(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const textAt = (at: Place) => {
    const period = columns[at.column]
    if (!period) return ''
    const span = spanText(period.ts_from, period.ts_to, zone)
    return `${labels[at.row] ?? ''}, ${span}: ${exactNumber(countAt(at))}`
  }
  return (
    <div
      className={onPick ? 'heat-surface' : 'heat-surface still'}
      role="slider"
      tabIndex={0}
      aria-label={onPick ? graphicsTexts.heatOpens(label) : graphicsTexts.heatFixed(label)}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, rows.length * columns.length - 1)}
      aria-valuenow={place ? place.row * columns.length + place.column : 0}
      aria-valuetext={place && current ? textAt(place) : undefined}
      onKeyDown={press}
      onBlur={() => setPlace(undefined)}
      onPointerMove={event => event.isPrimary && setPlace(atPointer(event))}
      onPointerLeave={() => setPlace(undefined)}
      // A tap has no pointer move before it.
      onClick={event => pick(atPointer(event))}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {rows.map(({ y, height: rowHeight }) => (
          <rect key={y} className="heat-row" x={0} y={y} width={width} height={Math.max(1, rowHeight - 1)} />
        ))}
        {paths.map((path, level) => (
          <path key={colours[level]} d={path} style={{ fill: colours[level] }} />
        ))}
        {current && (
          <rect
            className="heat-current"
            x={current.column.x - 0.5}
            y={current.row.y - 0.5}
            width={current.column.width}
            height={current.row.height}
          />
        )}
      </svg>
      {place && current && (
        <div className="bar-tip" style={tipStyle(current, width, height)}>
          <p className="heat-tip-name">{labels[place.row]}</p>
          <p className="soft">
            {spanText(current.column.ts_from, current.column.ts_to, zone)}
            {current.column.isOpen && graphicsTexts.soFar}
          </p>
          <p className="bar-tip-total number">
            {exactNumber(countAt(place))} <span>{graphicsTexts.occurrences(countAt(place))}</span>
          </p>
        </div>
      )}
    </div>
  )
}

/** The tooltip is beside its cell, on the side with more room, and above or below the middle of the map. */
function tipStyle(
  { row, column }: { row: HeatMap['rows'][number]; column: HeatMap['columns'][number] },
  width: number,
  height: number,
) {
  const middle = column.x + column.width / 2
  const side = middle > width / 2 ? { right: width - column.x + 8 } : { left: column.x + column.width + 8 }
  const isLow = row.y > height / 2
  return {
    ...side,
    top: isLow ? 'auto' : row.y,
    bottom: isLow ? `calc(100% - ${row.y + row.height}px)` : 'auto',
  }
}

/** Where a key moves to; undefined for other keys. Without a place, all begin at the newest cell of a row. */
function nextPlace(
  key: string,
  at: Place | undefined,
  { rows, columns }: { rows: number; columns: number },
): Place | undefined {
  const { row, column } = at ?? { row: 0, column: columns }
  const bounded = (next: Place): Place => ({
    row: Math.min(rows - 1, Math.max(0, next.row)),
    column: Math.min(columns - 1, Math.max(0, next.column)),
  })
  switch (key) {
    case 'ArrowLeft':
      return bounded({ row, column: column - 1 })
    case 'ArrowRight':
      return bounded({ row, column: column + 1 })
    case 'ArrowUp':
      return bounded({ row: row - 1, column })
    case 'ArrowDown':
      return bounded({ row: at ? row + 1 : 0, column })
    case 'Home':
      return bounded({ row, column: 0 })
    case 'End':
      return bounded({ row, column: columns - 1 })
    default:
      return undefined
  }
}

/** The colours of levels as CSS. */
function heatFills(levelCount: number): string[] {
  return heatColoursFor(levelCount).map(({ light, dark }) => `light-dark(${light}, ${dark})`)
}

/** The time axis of a heat map, which stays in sight while its rows scroll. */
export function HeatAxis({ xTicks, width }: Pick<HeatMap, 'xTicks'> & { width: number }) {
  return (
    <svg className="heat-axis" width={width} height={heatAxisHeight} aria-hidden="true">
      {xTicks.map(tick => (
        <text className="axis" key={tick.value} x={tick.x} y={15} textAnchor="middle">
          {tick.label}
        </text>
      ))}
    </svg>
  )
}

/** The colours of a heat map with their counts, from few to many. */
export function HeatLegend({ levels }: Pick<HeatMap, 'levels'>) {
  const colours = heatFills(levels.length)
  return (
    <ul className="heat-legend number" aria-label={graphicsTexts.heatLegend}>
      {levels.map(({ from, to }, index) => (
        <li key={from}>
          <i style={{ background: colours[index] }} />
          {from === to ? shortNumber(from) : `${shortNumber(from)}–${shortNumber(to)}`}
        </li>
      ))}
    </ul>
  )
}
