/** The second of the last call and its text: events that follow each other often have the same. */
let lastSecond = Number.NaN
let lastText = ''

/** A time in microseconds as `2026-01-02T03:04:05.678901Z`. */
export function isoTime(micros: number): string {
  const second = Math.floor(micros / 1_000_000)
  if (second !== lastSecond) {
    lastSecond = second
    lastText = new Date(second * 1_000).toISOString().slice(0, -'000Z'.length)
  }
  return `${lastText}${String(micros - second * 1_000_000).padStart(6, '0')}Z`
}
