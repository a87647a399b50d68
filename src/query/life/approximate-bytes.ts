/** Members of an array or a map that are measured. */
const sampleSize = 20

/**
 * Bytes of a value in memory, within a factor of about two. Measures only the first members of arrays and
 * maps, so that long ones take no more time.
 */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length
  if (typeof value !== 'object' || value === null) return 8
  if (Array.isArray(value)) return 16 + bytesOfMembers(value, value.length)
  if (value instanceof Map) return 64 + 32 * value.size + bytesOfMembers(value, value.size)
  return 24 + Object.values(value).reduce((sum: number, member) => sum + 8 + approximateBytes(member), 0)
}

function bytesOfMembers(members: Iterable<unknown>, size: number): number {
  let measured = 0
  let sum = 0
  for (const member of members) {
    if (measured === sampleSize) break
    sum += approximateBytes(member)
    measured++
  }
  return measured === 0 ? 0 : (sum / measured) * size
}
