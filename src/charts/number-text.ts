const grouped = new Intl.NumberFormat('en-US')

/** Every digit, grouped: 12,408. */
export function exactNumber(value: number): string {
  return grouped.format(value)
}

const units = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/**
 * Rounds to at most four characters and a sign, for axes and narrow places: 940, 1.2k, 18M. Do not show it
 * beside exact numbers.
 */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  for (const [unit, letter] of units) {
    // 999,500 and above would round to 1000k, so they take the next unit.
    if (size < unit * 0.9995) continue
    const scaled = value / unit
    return `${trimmed(scaled, Math.abs(scaled) < 9.95 ? 1 : 0)}${letter}`
  }
  if (Number.isInteger(value)) return String(value)
  if (size < 0.995) return trimmed(value, 2)
  return trimmed(value, size < 99.5 ? 1 : 0)
}

/** Formats a rate: 0.25, 3.4, 12, 1.2k. Only zero is shown as 0. */
export function rateNumber(perSecond: number): string {
  if (perSecond > 0 && perSecond < 0.005) return '<0.01'
  return shortNumber(perSecond)
}

/** Formats a share from 0 to 1 as per cent. Only zero is shown as 0%, and only all as 100%. */
export function shareText(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return '<0.1%'
  if (percent > 99.9 && percent < 100) return '>99.9%'
  const isNearAll = percent >= 99.5 && percent < 100
  return `${trimmed(percent, percent < 9.95 || isNearAll ? 1 : 0)}%`
}

/** With at most `digits` digits after the point: 1.50 becomes 1.5, and 2.0 becomes 2. */
function trimmed(value: number, digits: number): string {
  const text = value.toFixed(digits)
  return digits > 0 ? text.replace(/\.?0+$/, '') : text
}
