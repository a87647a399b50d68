import { exactNumber, shareText, shortNumber } from '../../charts/number-text.ts'
import type { RankedRow } from '../../charts/ranking.ts'

interface Props {
  rows: readonly RankedRow[]
  /** Design token of a row's bar; without it all bars have one colour. */
  colourOf?: ((row: RankedRow, index: number) => string) | undefined
  /** Not called for the row of all other values (`rest`). Without it rows are not clickable. */
  onPick: ((row: RankedRow, element: HTMLElement) => void) | undefined
  /** What a click does, for tooltips. */
  hint: string
  /** The height for the rows, in pixels: rows move closer together if that shows more of them. */
  height?: number | undefined
  /** Places the bar beside the name instead of below it. */
  isWide?: boolean
  /** Whether the counts are parts of a whole. */
  hasShares?: boolean
}

/** Pixels of a row and the gap after it. */
const rowHeight = 33

/** A list of values with counts and bars. */
export function BarList({ rows, colourOf, onPick, hint, height, isWide = false, hasShares = true }: Props) {
  const isTight = height !== undefined && rows.length * rowHeight > height
  const titleOf = (row: RankedRow) => {
    const share = hasShares ? ` (${shareText(row.share)})` : ''
    return `${row.label}: ${exactNumber(row.count)}${share}${row.rest ? '' : `. ${hint}`}`
  }
  return (
    <ul className={`bar-list${isWide ? ' beside' : ''}${isTight ? ' tight' : ''}`}>
      {rows.map((row, index) => (
        <li key={`${row.rest}${row.name}`}>
          <button
            type="button"
            className="bar-row"
            disabled={row.rest || onPick === undefined}
            onClick={event => onPick?.(row, event.currentTarget)}
            title={titleOf(row)}
          >
            <span className="one-line">{row.label}</span>
            <span className="bar-row-count soft number">{shortNumber(row.count)}</span>
            <span className="bar-row-track track">
              <span
                style={{
                  // A count above zero is always visible.
                  width: `${Math.max(row.count > 0 ? 1 : 0, row.length * 100)}%`,
                  background: row.rest ? 'var(--series-rest)' : colourOf && `var(${colourOf(row, index)})`,
                }}
              />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
