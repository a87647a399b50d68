import { gaugeArc } from '../../charts/gauge.ts'

interface Props {
  label: string
  /** 0 to 1. */
  share: number
  text: string
  /** What the whole length stands for. */
  note?: string | undefined
  colour?: string
}

/** A value on three quarters of a ring, with its number inside. */
export function Gauge({ label, share, text, note, colour = '--bar' }: Props) {
  return (
    <div className="gauge">
      <svg viewBox="-50 -50 100 88" aria-hidden="true">
        <path className="gauge-track" d={gaugeArc(1, 42)} />
        <path className="gauge-value" d={gaugeArc(share, 42)} style={{ stroke: `var(${colour})` }} />
      </svg>
      <div className="gauge-text">
        <strong className="number">{text}</strong>
        <span>{label}</span>
      </div>
      <small className="number">{note}</small>
    </div>
  )
}
