const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const
const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** An amount of storage, in powers of 1000: 812 MB, 1.5 TB. */
export function formatBytes(bytes: number): string {
  return rounded(inUnits(bytes, 1000, decimalUnits))
}

/** An amount of memory, in powers of 1024: 900 B, 1.5 GiB. */
export function formatBinaryBytes(bytes: number): string {
  return rounded(inUnits(bytes, 1024, binaryUnits))
}

/** A file size with about three digits, in powers of 1000: 812 B, 3.4 MB. */
export function formatFileSize(bytes: number): string {
  const [size, unit] = inUnits(bytes, 1000, decimalUnits)
  return `${size.toFixed(unit === 'B' || size >= 99.5 ? 0 : 1)} ${unit}`
}

/** The size in the largest unit in which it does not round to 0, with the unit. */
function inUnits(bytes: number, base: number, units: readonly string[]): [number, string | undefined] {
  let size = bytes
  let unit = 0
  // Above, it would round to a whole one of the next unit.
  while (size >= base - 0.5 && unit < units.length - 1) {
    size /= base
    unit++
  }
  return [size, units[unit]]
}

function rounded([size, unit]: readonly [number, string | undefined]): string {
  // 9.95 and above would be shown as 10.0.
  return `${Number(size.toFixed(size < 9.95 ? 1 : 0))} ${unit}`
}
