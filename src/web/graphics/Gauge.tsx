import { gaugeArc } from '../../charts/gauge.ts'

interface Props {
  label: string
  /** Covered part of the arc, 0 to 1. */
  share: number
  text: string
  /** Explains the value at the full length, such as the size of the disk. */
  note?: string | undefined
  /** Design token. */
  colour?: string
  /** Opens the search behind the value. */
  onPick?: (() => void) | undefined
  /** What a click does, for the tooltip. */
  hint?: string
}

/** Radius of the arc in the units of the SVG, which is 100 wide. */
const radius = 42

/** A value on three quarters of a ring, with its number inside. */
export function Gauge({ label, share, text, note, colour = '--bar', onPick, hint }: Props) {
  return (
    <div className="gauge">
      <svg viewBox="-50 -50 100 88" aria-hidden="true">
        <path className="gauge-track" d={gaugeArc(1, radius)} />
        <path className="gauge-value" d={gaugeArc(share, radius)} style={{ stroke: `var(${colour})` }} />
      </svg>
      <button
        type="button"
        className="gauge-text widget-figure-link"
        disabled={!onPick}
        onClick={onPick}
        title={onPick && hint}
      >
        <strong className="number">{text}</strong>
        <span>{label}</span>
      </button>
      <small className="number">{note}</small>
    </div>
  )
}
