/** How far a clock is ahead: "+0.2 s", or "-3600.0 s" for a clock that is behind. */
export function formatSkew(skewMs: number): string {
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1)
  return `${skewMs < 0 && seconds !== '0.0' ? '-' : '+'}${seconds} s`
}
