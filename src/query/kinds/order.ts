import type { Value } from '../../storage/store.ts'

/** Ascending: numbers as numbers, text by code point (the order of its UTF-8 bytes, as the store sorts). */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareText(String(a), String(b))
}

function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Surrogates stand for code points past U+FFFF, so they come after U+E000 to U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** The first n items in the order of `compare`, sorted; keeps no more than 2n at a time. */
export function firstN<T>(items: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  const kept: T[] = []
  /** The n-th so far, once there are n: what comes after it is of no use. */
  let worst: T | undefined
  for (const item of items) {
    if (worst !== undefined && compare(item, worst) >= 0) continue
    kept.push(item)
    if (kept.length < 2 * n) continue
    kept.sort(compare)
    kept.length = n
    worst = kept[n - 1]
  }
  return kept.sort(compare).slice(0, n)
}
