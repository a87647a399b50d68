/** Members of a collection that are looked at; the others are taken to be like them. */
const sampleSize = 20

/**
 * About how many bytes a value takes in memory, within a factor of two or so: enough to keep within a budget, and never
 * much work however large the value is.
 */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length
  if (typeof value !== 'object' || value === null) return 8
  if (Array.isArray(value)) return 16 + many(value, value.length)
  if (value instanceof Map) return 64 + 32 * value.size + many(value, value.size)
  return 24 + Object.values(value).reduce((sum: number, member) => sum + 8 + approximateBytes(member), 0)
}

/** All of a collection's members, by the first few. */
function many(members: Iterable<unknown>, size: number): number {
  let looked = 0
  let sum = 0
  for (const member of members) {
    if (looked === sampleSize) break
    sum += approximateBytes(member)
    looked++
  }
  return looked === 0 ? 0 : (sum / looked) * size
}
