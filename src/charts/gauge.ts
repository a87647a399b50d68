import { circlePoint } from './box.ts'

/** Angle of each end from the top, in turns: a gauge is three quarters of a ring. */
const end = 0.375

/** SVG path of a gauge's arc around 0,0: from its left end to a share (0 to 1) of its length. Empty for 0. */
export function gaugeArc(share: number, radius: number): string {
  const covered = Math.min(1, Math.max(0, share))
  // False for NaN too.
  if (!(covered > 0)) return ''
  const to = -end + covered * 2 * end
  const large = covered * 2 * end > 0.5 ? 1 : 0
  return `M${circlePoint(-end, radius)}A${radius} ${radius} 0 ${large} 1 ${circlePoint(to, radius)}`
}
