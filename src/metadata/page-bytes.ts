import { Fault } from '../schema/fault.ts'

/** Bytes of JSON of the objects of one page of a list. */
export const maxPageBytes = 16 * 1024 ** 2
/** Objects of the first part, before it is known how large objects are. */
const firstPart = 16
/** Bytes of a further part, if its objects are as large as the largest one so far. */
const maxPartBytes = 4 * 1024 ** 2
/** Ids of one statement. */
const maxPart = 500

/** Measures the objects of a page. */
class PageBytes {
  #bytes = 0
  #largest = 1
  #count = 0

  /** Throws answer_too_large past the bound. One object alone is always answered. */
  add(object: unknown): void {
    const bytes = Buffer.byteLength(JSON.stringify(object) ?? '')
    this.#bytes += bytes
    this.#largest = Math.max(this.#largest, bytes)
    if (++this.#count > 1 && this.#bytes > maxPageBytes) throw pageTooLarge(this.#largest)
  }

  /** How many objects to read next. */
  get part(): number {
    if (this.#count === 0) return firstPart
    return Math.min(maxPart, Math.max(1, Math.floor(maxPartBytes / this.#largest)))
  }
}

/** Returns the objects of a page. Throws answer_too_large when their JSON exceeds the bound. */
export function requirePageBytes<Item>(objects: Item[]): Item[] {
  const size = new PageBytes()
  for (const object of objects) size.add(object)
  return objects
}

/**
 * Reads the objects of a page in parts, so that a page which exceeds the bound is never in memory as a whole. Throws answer_too_large.
 * `read` returns objects in the order of its ids, without those that no longer exist.
 */
export async function readInParts<Item>(
  ids: readonly number[],
  read: (ids: number[]) => Promise<Item[]>,
): Promise<Item[]> {
  const size = new PageBytes()
  const objects: Item[] = []
  for (let at = 0; at < ids.length; ) {
    const part = ids.slice(at, at + size.part)
    at += part.length
    for (const object of await read(part)) {
      size.add(object)
      objects.push(object)
    }
  }
  return objects
}

function pageTooLarge(largestBytes: number): Fault {
  const pageSize = Math.max(1, Math.floor(maxPageBytes / largestBytes))
  return new Fault('answer_too_large', {
    detail: `The objects of this page have more than ${maxPageBytes / 1024 ** 2} MiB. page_size=${pageSize} would do.`,
  })
}
