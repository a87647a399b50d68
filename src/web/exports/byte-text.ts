const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size of a file with about three digits, in powers of 1000 as systems show files: 812 B, 3.4 MB. */
export function byteText(bytes: number): string {
  let value = bytes
  let unit = 0
  // 999.6 kB would be written 1000 kB: the next unit takes over.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit]}`
}
