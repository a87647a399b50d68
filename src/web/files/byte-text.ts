const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A file size with about three digits, in powers of 1000: 812 B, 3.4 MB. */
export function byteText(bytes: number): string {
  let value = bytes
  let unit = 0
  // 999.6 kB would round to 1000 kB.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit]}`
}
