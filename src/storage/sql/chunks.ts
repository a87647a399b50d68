/** Items in their order, in chunks of at least one, whose sizes add up to at most `maxSize`. */
export function* chunksBy<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  maxSize: number,
  maxItems = Number.POSITIVE_INFINITY,
): Generator<T[]> {
  let chunk: T[] = []
  let size = 0
  for (const item of items) {
    const added = sizeOf(item)
    if (chunk.length > 0 && (size + added > maxSize || chunk.length === maxItems)) {
      yield chunk
      chunk = []
      size = 0
    }
    chunk.push(item)
    size += added
  }
  if (chunk.length > 0) yield chunk
}

/** Items in their order, in chunks of `size`. */
export function chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  return chunksBy(items, () => 1, size)
}
