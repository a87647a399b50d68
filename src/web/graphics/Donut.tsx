import { useState } from 'react'
import { donutArcs } from '../../charts/donut.ts'
import { exactNumber, shareText, shortNumber } from '../../charts/number-text.ts'
import type { RankedRow } from '../../charts/ranking.ts'
import { graphicsTexts } from '../texts/dashboards/graphics.ts'

interface Props {
  rows: readonly RankedRow[]
  /** Occurrences of all values; the part without rows is a gap in the ring. */
  total: number
  colourOf: (row: RankedRow, index: number) => string
  /** Not called for the row of all other values (`rest`). */
  onPick: ((row: RankedRow) => void) | undefined
}

/** Radii of the ring in the units of the SVG, which is 128 wide. */
const outerRadius = 62
const innerRadius = 43

/** A donut chart with its legend, which is operable by keyboard. */
export function Donut({ rows, total, colourOf, onPick }: Props) {
  const [hovered, setHovered] = useState<number>()
  const colourAt = (index: number) => {
    const drawn = rows[index]
    return drawn ? colourOf(drawn, index) : '--series-rest'
  }
  const arcs = donutArcs(
    rows.map(row => row.count),
    total,
    outerRadius,
    innerRadius,
  )
  const row = hovered === undefined ? undefined : rows[hovered]
  return (
    <div className="donut">
      <svg viewBox="-64 -64 128 128" aria-hidden="true" onPointerLeave={() => setHovered(undefined)}>
        <circle
          className="donut-rest"
          r={(outerRadius + innerRadius) / 2}
          strokeWidth={outerRadius - innerRadius}
        />
        {arcs.map(arc => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the legend beside it offers the same to the keyboard
          <path
            key={arc.index}
            d={arc.path}
            className={hovered === undefined || hovered === arc.index ? 'slice' : 'slice dim'}
            style={{ fill: `var(${colourAt(arc.index)})` }}
            onPointerEnter={() => setHovered(arc.index)}
            onClick={() => {
              const picked = rows[arc.index]
              if (picked && !picked.rest) onPick?.(picked)
            }}
          />
        ))}
        <text className="donut-figure" y={row ? 2 : 4} textAnchor="middle">
          {row ? shareText(row.share) : shortNumber(total)}
        </text>
        <text className="donut-unit" y={18} textAnchor="middle">
          {row ? shortNumber(row.count) : graphicsTexts.occurrences(total)}
        </text>
      </svg>
      <ul className="legend">
        {rows.map((item, index) => (
          <li key={`${item.rest}${item.name}`}>
            <button
              type="button"
              className="legend-row row gap-8"
              disabled={item.rest || onPick === undefined}
              onClick={() => onPick?.(item)}
              onPointerEnter={() => setHovered(index)}
              onPointerLeave={() => setHovered(undefined)}
              title={`${item.label}: ${exactNumber(item.count)} (${shareText(item.share)})`}
            >
              <i className="swatch" style={{ background: `var(${colourOf(item, index)})` }} />
              <span className="grow one-line">{item.label}</span>
              <span className="number soft">{shortNumber(item.count)}</span>
              <span className="number faint legend-share">{shareText(item.share)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
