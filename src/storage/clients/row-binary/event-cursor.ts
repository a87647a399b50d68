import type { EventBatch } from '../../contract/event-store.ts'
import { tagsAt } from './event-bytes.ts'
import { RowBinaryReader } from './row-binary-reader.ts'
import { sortTags } from './sort-tags.ts'

/** Where a text is in the bytes: the index of its first byte, and the index after its last one. */
export interface Place {
  from: number
  to: number
}

/**
 * Iterates over the events of a batch without creating objects: numbers are read, texts are places in `bytes`
 * (unchecked UTF-8). Writing a file of a million events then takes a third of the time. The members have the
 * current event, until `next` is called. Sorts the tags of each event as `eventsIn` does.
 */
export class EventCursor {
  /** The bytes of the batch, as is `view`. */
  readonly bytes: Buffer
  readonly view: DataView
  id = 0
  /** Microseconds, as is `last`. */
  ts = 0
  last = 0
  counter = 0
  facility = 0
  severity = 0
  type = 0
  status = 0
  readonly host: Place = { from: 0, to: 0 }
  readonly program: Place = { from: 0, to: 0 }
  readonly mnemonic: Place = { from: 0, to: 0 }
  readonly message: Place = { from: 0, to: 0 }
  triggers: readonly number[] = []
  tagCount = 0
  readonly #reader: RowBinaryReader
  readonly #tags: { path: Place; value: Place }[] = []
  #tagsAt = 0

  constructor({ bytes }: EventBatch) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#reader = new RowBinaryReader(bytes)
  }

  /** Moves to the next event; false at the end. Throws a RangeError for a batch that ends within an event. */
  next(): boolean {
    const reader = this.#reader
    if (reader.isAtEnd) return false
    reader.locateText(this.host)
    reader.locateText(this.program)
    reader.locateText(this.mnemonic)
    reader.locateText(this.message)
    this.facility = reader.uint8()
    this.severity = reader.uint8()
    this.type = reader.uint8()
    this.status = reader.uint8()
    this.triggers = reader.numbers()
    this.#readTags()
    this.id = reader.uint64()
    this.ts = reader.int64()
    this.last = reader.int64()
    this.counter = reader.uint64()
    return true
  }

  /** Path (see `tagName`) and value of one of the `tagCount` tags, in the order of their paths. */
  tag(index: number): Readonly<{ path: Place; value: Place }> {
    const tag = this.#tags[index]
    if (tag === undefined || index >= this.tagCount) throw new RangeError(`there is no tag ${index}`)
    return tag
  }

  /** All tags of the event, as an object. */
  tags(): Record<string, string> {
    return tagsAt(new RowBinaryReader(this.bytes, this.#tagsAt))
  }

  #readTags(): void {
    const reader = this.#reader
    this.#tagsAt = reader.at
    this.tagCount = reader.varUint()
    if (this.tagCount > 1) sortTags(reader, this.tagCount)
    for (let index = 0; index < this.tagCount; index++) {
      let tag = this.#tags[index]
      if (tag === undefined) {
        tag = { path: { from: 0, to: 0 }, value: { from: 0, to: 0 } }
        this.#tags.push(tag)
      }
      reader.locateText(tag.path)
      reader.locateDynamicText(tag.value)
    }
  }
}
