/** A reusable buffer for RowBinary: little-endian numbers, and UTF-8 after its length (varint, LEB128). */
export class RowBuffer {
  bytes: Buffer
  view: DataView
  length = 0

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity)
    this.view = viewOf(this.bytes)
  }

  /** Makes room for `size` bytes. The write methods, except `text`, do not check for room. */
  reserve(size: number): void {
    const needed = this.length + size
    if (needed > this.bytes.length) this.#grow(needed)
  }

  uint8(value: number): void {
    this.bytes[this.length++] = value
  }

  uint32(value: number): void {
    this.view.setUint32(this.length, value, true)
    this.length += 4
  }

  /** Writes a non-negative integer below 2^53 as UInt64 or Int64. */
  uint53(value: number): void {
    const high = Math.floor(value / 0x1_0000_0000)
    this.view.setUint32(this.length, value - high * 0x1_0000_0000, true)
    this.view.setUint32(this.length + 4, high, true)
    this.length += 8
  }

  varint(value: number): void {
    let remaining = value
    while (remaining >= 0x80) {
      this.bytes[this.length++] = (remaining & 0x7f) | 0x80
      remaining >>>= 7
    }
    this.bytes[this.length++] = remaining
  }

  copy(from: Buffer, start: number, end: number): void {
    from.copy(this.bytes, this.length, start, end)
    this.length += end - start
  }

  text(value: string): void {
    const length = value.length
    this.reserve(length * 3 + 5)
    if (length > maxLoopedLength) {
      this.#longText(value)
      return
    }
    // For short ASCII, such as hosts and programs, a loop is cheaper than a native call.
    const { bytes } = this
    const start = this.length
    let at = start
    bytes[at++] = length
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i)
      if (code >= 0x80) {
        this.#longText(value)
        return
      }
      bytes[at++] = code
    }
    this.length = at
  }

  /** Leaves room for the length prefix of ASCII text. Moves the text if its UTF-8 needs a longer prefix. */
  #longText(value: string): void {
    const start = this.length
    const room = varintSize(value.length)
    const writtenBytes = this.bytes.write(value, start + room)
    const size = varintSize(writtenBytes)
    if (size !== room) this.bytes.copyWithin(start + size, start + room, start + room + writtenBytes)
    this.varint(writtenBytes)
    this.length += writtenBytes
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
    this.view = viewOf(larger)
  }
}

/** Maximum length of a text that `text` writes in a loop; below 128, so that its length is one byte. */
const maxLoopedLength = 32

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function varintSize(value: number): number {
  let size = 1
  for (let remaining = value; remaining >= 0x80; remaining >>>= 7) size++
  return size
}
