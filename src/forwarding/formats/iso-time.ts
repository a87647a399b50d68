/** A time in microseconds as `2026-01-02T03:04:05.678901Z`. */
export function isoTime(micros: number): string {
  const text = new Date(Math.floor(micros / 1_000)).toISOString()
  return `${text.slice(0, -1)}${String(micros % 1_000).padStart(3, '0')}Z`
}
