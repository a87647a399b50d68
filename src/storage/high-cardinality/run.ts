import { bucketShift, buckets, rowWords } from './layout.ts'

/** Rows of one day in the order of their buckets. */
export interface Run {
  /** `rowWords` for each row. */
  words: Int32Array<ArrayBuffer>
  /** Index of the row behind each bucket. */
  ends: Uint32Array
}

/** Sorts rows of `stride` words by bucket; keeps the first `rowWords` of each. */
export function runOf(rows: Int32Array, stride: number): Run {
  const next = new Uint32Array(buckets)
  for (let at = 1; at < rows.length; at += stride) {
    const bucket = (rows[at] ?? 0) >>> bucketShift
    next[bucket] = (next[bucket] ?? 0) + 1
  }
  let before = 0
  for (let bucket = 0; bucket < buckets; bucket++) {
    const size = next[bucket] ?? 0
    next[bucket] = before
    before += size
  }
  const words = new Int32Array(before * rowWords)
  for (let at = 0; at < rows.length; at += stride) {
    const bucket = (rows[at + 1] ?? 0) >>> bucketShift
    const place = next[bucket] ?? 0
    next[bucket] = place + 1
    const to = place * rowWords
    words[to] = rows[at] ?? 0
    words[to + 1] = rows[at + 1] ?? 0
    words[to + 2] = rows[at + 2] ?? 0
    words[to + 3] = rows[at + 3] ?? 0
  }
  return { words, ends: next }
}

export function rowsIn({ words }: Run): number {
  return words.length / rowWords
}

/** Frees memory at once: the garbage collector is slow with what lies outside of its heap. */
export function free({ buffer }: Int32Array<ArrayBuffer>): void {
  buffer.transfer(0)
}

/** Adds a run, and merges so that each is more than twice as long as the next. Merged runs must not be used any more. */
export function addRun(runs: readonly Run[], added: Run): Run[] {
  const all = [...runs]
  let last = added
  for (let before = all.at(-1); before !== undefined; before = all.at(-1)) {
    if (before.words.length > 2 * last.words.length) break
    all.pop()
    last = mergeRuns(before, last)
  }
  return [...all, last]
}

function mergeRuns(a: Run, b: Run): Run {
  const words = new Int32Array(a.words.length + b.words.length)
  const ends = new Uint32Array(buckets)
  let [ofA, ofB, end] = [0, 0, 0]
  for (let bucket = 0; bucket < buckets; bucket++) {
    const fromA = a.words.subarray(ofA * rowWords, (a.ends[bucket] ?? 0) * rowWords)
    words.set(fromA, end * rowWords)
    end += fromA.length / rowWords
    const fromB = b.words.subarray(ofB * rowWords, (b.ends[bucket] ?? 0) * rowWords)
    words.set(fromB, end * rowWords)
    end += fromB.length / rowWords
    ends[bucket] = end
    ofA = a.ends[bucket] ?? 0
    ofB = b.ends[bucket] ?? 0
  }
  free(a.words)
  free(b.words)
  return { words, ends }
}
