import type { RecentBatch } from '../recent/recent-batch.ts'
import { daySeconds } from '../time-span.ts'
import { countBits, maxCount, writtenWords } from './layout.ts'
import { SipHash } from './sip-hash.ts'
import type { Coding } from './statements.ts'

/** With more rows the engine is faster. */
const maxRows = 20_000
/** Longer values are left to the engine. */
const maxValueLength = 4_096

/** What `selectWords` answers, from rows in memory; undefined when they are too many. */
export function recentWords(
  batches: readonly RecentBatch[],
  { field, key, prefix }: Coding,
): Uint8Array | undefined {
  if (batches.reduce((rows, { size }) => rows + size, 0) > maxRows) return undefined
  const hash = new SipHash(key)
  const bytes = Buffer.alloc(3 * maxValueLength)
  const begins = Buffer.from(prefix)
  const words: number[] = []
  for (const batch of batches) {
    for (let row = 0; row < batch.size; row++) {
      const value = String(batch.value(row, field))
      if (value === '') continue
      if (value.length > maxValueLength) return undefined
      const size = bytes.write(value)
      hash.hash(bytes, size)
      const order = orderOf(bytes, size, begins)
      const second = batch.second(row)
      const packed = (second % daySeconds) << countBits
      const day = Math.floor(second / daySeconds)
      for (let left = batch.counts[row] ?? 0; left > 0; left -= maxCount)
        words.push(hash.low, hash.high, packed | Math.min(left, maxCount), order, day)
    }
  }
  const written = Int32Array.from(words)
  if (written.length % writtenWords !== 0) throw new Error('rows and words do not fit together')
  return new Uint8Array(written.buffer)
}

/** As `orderOf` of statements.ts in SQL. */
function orderOf(bytes: Buffer, size: number, begins: Buffer): number {
  const common = Math.min(size, begins.length)
  const compared = bytes.compare(begins, 0, common, 0, common)
  if (compared !== 0) return compared < 0 ? 0 : -1
  if (size < begins.length) return 0
  let order = 0
  for (let i = 0; i < 4; i++) {
    const at = begins.length + i
    order = (order << 8) | (at < size ? (bytes[at] ?? 0) : 0)
  }
  return order
}
