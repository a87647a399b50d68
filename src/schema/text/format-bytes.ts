const prefixes = ['', 'k', 'M', 'G', 'T', 'P'] as const

/** An amount of storage, in powers of 1000: 812 MB, 1.5 TB. */
export function formatBytes(bytes: number): string {
  const [size, prefix] = withPrefix(bytes, 1000)
  return `${rounded(size)} ${prefix}B`
}

/** A file size with about three digits, in powers of 1000: 812 B, 3.4 MB. */
export function formatFileSize(bytes: number): string {
  const [size, prefix] = withPrefix(bytes, 1000)
  return `${size.toFixed(prefix && size < 99.5 ? 1 : 0)} ${prefix}B`
}

/** The size in the smallest unit in which it rounds to less than `base`, with the prefix of that unit. */
export function withPrefix(bytes: number, base: number): [size: number, prefix: string] {
  let size = bytes
  let unit = 0
  // From `base - 0.5` on, the size would round to 1 of the next unit.
  for (; size >= base - 0.5 && unit < prefixes.length - 1; unit++) size /= base
  return [size, prefixes[unit] ?? '']
}

/** A size with one decimal if it rounds to less than 10, otherwise without. */
export function rounded(size: number): number {
  return Number(size.toFixed(size < 9.95 ? 1 : 0))
}
