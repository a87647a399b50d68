import { circlePoint } from './box.ts'

/** Angle of each end from the top, in turns: a gauge is three quarters of a ring. */
const endTurns = 0.375

/** SVG path of a gauge's arc around 0,0: from its left end to a share (0 to 1) of its length. Empty for 0. */
export function gaugeArc(share: number, radius: number): string {
  const covered = Math.min(1, Math.max(0, share))
  // False for NaN too.
  if (!(covered > 0)) return ''
  const length = covered * 2 * endTurns
  const large = length > 0.5 ? 1 : 0
  return `M${circlePoint(-endTurns, radius)}A${radius} ${radius} 0 ${large} 1 ${circlePoint(-endTurns + length, radius)}`
}
