import type { RecentBatch } from '../recent/recent-batch.ts'
import { daySeconds } from '../time-span.ts'
import { countBits, maxCount, writtenWords } from './layout.ts'
import { SipHash } from './sip-hash.ts'
import type { Coding } from './statements.ts'

/** Above this the engine is faster. */
const maxRows = 20_000
/** UTF-16 units. The engine encodes longer values. */
const maxValueLength = 4_096

/** The 32-bit words that `selectWords` reads (layout.ts), from rows in memory. undefined above one of the limits. */
export function recentWords(
  batches: readonly RecentBatch[],
  { field, key, prefix }: Coding,
): Uint8Array | undefined {
  if (batches.reduce((rows, { size }) => rows + size, 0) > maxRows) return undefined
  const hash = new SipHash(key)
  const bytes = Buffer.alloc(3 * maxValueLength)
  const prefixBytes = Buffer.from(prefix)
  const words: number[] = []
  for (const batch of batches) {
    for (let row = 0; row < batch.size; row++) {
      const value = String(batch.value(row, field))
      if (value === '') continue
      if (value.length > maxValueLength) return undefined
      const size = bytes.write(value)
      hash.hash(bytes, size)
      const order = orderOf(bytes, size, prefixBytes)
      const second = batch.second(row)
      const packed = (second % daySeconds) << countBits
      const day = Math.floor(second / daySeconds)
      for (let left = batch.counts[row] ?? 0; left > 0; left -= maxCount)
        words.push(hash.low, hash.high, packed | Math.min(left, maxCount), order, day)
    }
  }
  const written = Int32Array.from(words)
  if (written.length % writtenWords !== 0)
    throw new Error(`the number of words is not a multiple of ${writtenWords}`)
  return new Uint8Array(written.buffer)
}

/** Equals the SQL of `orderOf` in statements.ts, where -1 is 0xFFFFFFFF. */
function orderOf(bytes: Buffer, size: number, prefixBytes: Buffer): number {
  const common = Math.min(size, prefixBytes.length)
  const compared = bytes.compare(prefixBytes, 0, common, 0, common)
  if (compared !== 0) return compared < 0 ? 0 : -1
  if (size < prefixBytes.length) return 0
  let order = 0
  for (let i = 0; i < 4; i++) {
    const at = prefixBytes.length + i
    order = (order << 8) | (at < size ? (bytes[at] ?? 0) : 0)
  }
  return order
}
