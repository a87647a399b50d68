// Reads the objects of one page of a list, within a bound of bytes.

import pLimit from 'p-limit'
import { nextTurn } from '../../async/next-turn.ts'
import { Fault } from '../../schema/fault.ts'
import { withJson } from '../../schema/text/json.ts'

/** Maximum bytes of JSON of one page of a list. */
export const maxPageBytes = 16 * 1024 ** 2
/** Number of objects to read first, when it is not known how large they are. */
const firstPartLength = 1
/** Bytes of JSON after which other work of the event loop runs: reading them takes a few milliseconds. */
const bytesPerTurn = 256 * 1024
/** Maximum ids of one statement. */
const maxPartLength = 500
/** Large pages are read one after the other: each takes many times its bytes while it is read. */
const largePages = pLimit(1)

/** Measures the objects of a page in bytes of JSON, and says when the page is too large. */
class PageBytes {
  #bytes = 0
  /** Bytes of the largest object; at least 1, since it is a divisor. */
  #largest = 1
  /** Number of objects. */
  #count = 0
  /** Bytes since other work of the event loop last ran. */
  #bytesOfTurn = 0

  /** Adds an object and returns its JSON. Throws answer_too_large, but never for the first object. */
  add(object: unknown): string {
    const json = JSON.stringify(object) ?? ''
    const bytes = Buffer.byteLength(json)
    this.#bytes += bytes
    this.#bytesOfTurn += bytes
    this.#largest = Math.max(this.#largest, bytes)
    if (++this.#count > 1 && this.#bytes > maxPageBytes) throw pageTooLarge(this.#largest)
    return json
  }

  /** How many objects to read next: about `bytesPerTurn`, if they are as large as the largest so far. */
  get nextPartLength(): number {
    if (this.#count === 0) return firstPartLength
    return Math.min(maxPartLength, Math.max(1, Math.floor(bytesPerTurn / this.#largest)))
  }

  /** Lets other work of the event loop run after `bytesPerTurn`. Await it before further objects. */
  turn(): Promise<unknown> | undefined {
    if (this.#bytesOfTurn < bytesPerTurn) return undefined
    this.#bytesOfTurn = 0
    return nextTurn()
  }
}

/**
 * For a page whose objects are in memory: returns copies that have their JSON (`jsonOf`), so they must not
 * change from then on. Throws answer_too_large when the page exceeds the bound.
 */
export async function withPageJson<Item extends object>(objects: readonly Item[]): Promise<Item[]> {
  const size = new PageBytes()
  const page: Item[] = []
  for (const object of objects) {
    const json = size.add(object)
    // The JSON must not stay in memory with the object, which may be kept for longer than the answer.
    page.push(withJson({ ...object }, () => json))
    await size.turn()
  }
  return page
}

/**
 * For a page whose objects are in the database: reads them in parts, so that a page that exceeds the bound is
 * never wholly in memory, and other requests are answered between the parts. `read` returns objects in the
 * order of its ids, without objects that no longer exist. The returned objects have their JSON (`jsonOf`), so
 * they must not change from then on. Throws answer_too_large, and the reason of `signal` when it fires.
 */
export async function readInParts<Item extends object>(
  ids: readonly number[],
  read: (ids: number[]) => Promise<Item[]>,
  signal?: AbortSignal,
): Promise<Item[]> {
  const size = new PageBytes()
  const objects: Item[] = []
  let position = 0
  const readPart = async () => {
    signal?.throwIfAborted()
    const part = ids.slice(position, position + size.nextPartLength)
    position += part.length
    for (const object of await read(part)) {
      const json = size.add(object)
      objects.push(withJson(object, () => json))
      await size.turn()
    }
  }
  const readAll = async () => {
    while (position < ids.length) await readPart()
  }
  await readPart()
  // A page whose remaining objects are one part is read at once.
  const isLarge = ids.length - position > size.nextPartLength
  await (isLarge ? largePages(readAll) : readAll())
  return objects
}

function pageTooLarge(largestBytes: number): Fault {
  const pageSize = Math.max(1, Math.floor(maxPageBytes / largestBytes))
  return new Fault('answer_too_large', {
    detail: `The objects of this page have more than ${maxPageBytes / 1024 ** 2} MiB. page_size=${pageSize} would do.`,
    members: { page_size: pageSize },
  })
}
