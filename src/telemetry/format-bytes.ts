const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** Formats a number of bytes in powers of 1000, for texts of our own log: 812 MB, 1.5 TB. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${Number(value.toFixed(value < 9.95 ? 1 : 0))} ${units[unit]}`
}
