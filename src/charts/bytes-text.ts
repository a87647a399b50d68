const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** An amount of memory or storage: 900 B, 1.5 GiB. */
export function bytesText(bytes: number): string {
  // 1023.5 and above would be shown as 1024, and 9.95 and above as 10.0.
  let size = bytes
  let unit = 0
  while (size >= 1023.5 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${Number(size.toFixed(size < 9.95 ? 1 : 0))} ${units[unit]}`
}
