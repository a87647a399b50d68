import { exactNumber, shareText, shortNumber } from '../../charts/number-text.ts'
import type { RankedRow } from '../../charts/ranking.ts'

interface Props {
  rows: readonly RankedRow[]
  /** Design token of a row's bar; without it all have one colour. */
  colourOf?: ((row: RankedRow) => string) | undefined
  /** Not called for the rest row. */
  onPick: (row: RankedRow, element: HTMLElement) => void
  hint: string
}

/** A list of values with counts and bars. */
export function BarList({ rows, colourOf, onPick, hint }: Props) {
  return (
    <ul className="bar-list">
      {rows.map(row => (
        <li key={`${row.rest}${row.name}`}>
          <button
            type="button"
            className="bar-row"
            disabled={row.rest}
            onClick={event => onPick(row, event.currentTarget)}
            title={`${row.label}: ${exactNumber(row.count)} (${shareText(row.share)})${row.rest ? '' : `. ${hint}`}`}
          >
            <span className="bar-row-name">{row.label}</span>
            <span className="bar-row-count number">{shortNumber(row.count)}</span>
            <span className="bar-row-track">
              <span
                style={{
                  width: `${Math.max(row.count > 0 ? 1 : 0, row.length * 100)}%`,
                  background: row.rest ? 'var(--series-rest)' : colourOf && `var(${colourOf(row)})`,
                }}
              />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
