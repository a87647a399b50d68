import type { ReactNode } from 'react'

/** A series in a legend. */
export interface LegendItem {
  label: string
  /** Design token. */
  colour: string
  /** The newest value or the sum, as text. */
  text?: string | undefined
  /** Opens the search behind the series; undefined if there is none. */
  onPick?: (() => void) | undefined
}

/** Names, colours and values of the series of a chart. */
export function Legend({
  items,
  hint,
  isAside,
}: {
  items: readonly LegendItem[]
  /** What a click does, for tooltips. */
  hint: string
  /** Beside the chart instead of below it. */
  isAside: boolean
}) {
  return (
    <ul
      className={isAside ? 'series-legend aside' : 'series-legend'}
      // A list that may scroll must be reachable by keyboard.
      tabIndex={items.some(({ onPick }) => onPick) ? undefined : 0}
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two values may have the same label
        <li key={index}>
          {item.onPick ? (
            <button type="button" onClick={item.onPick} title={`${item.label}. ${hint}`}>
              <LegendContent {...item} />
            </button>
          ) : (
            <span title={item.label}>
              <LegendContent {...item} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function LegendContent({ label, colour, text }: LegendItem): ReactNode {
  return (
    <>
      <i className="swatch" style={{ background: `var(${colour})` }} />
      <span className="grow one-line">{label}</span>
      {text !== undefined && <span className="number soft">{text}</span>}
    </>
  )
}
