import { CR, LESS, LF, NUL, positionOf } from './bytes.ts'
import { containsFrames, splitDamagedFrame } from './damaged-frame.ts'
import { FrameDelivery, type StreamFramerOptions } from './frame-delivery.ts'
import { FrameScanner } from './frame-scanner.ts'
import {
  type Beginning,
  FRAME_BAD_COUNT,
  FRAME_LINE,
  FRAME_UNDECIDED,
  octetCountLength,
  readBeginning,
  readOctetCount,
} from './octet-count.ts'
import { PartialFrame } from './partial-frame.ts'

/** What the next bytes belong to. */
type State =
  /** The next frame, whose framing is undecided. */
  | 'start'
  /** A line, until its delimiter. */
  | 'line'
  /** A counted frame, until its end or the limit. */
  | 'counted'
  /** The bytes after a complete counted frame, which waits until they show whether its count was right. */
  | 'complete'
  /** A frame with a wrong count, until a delimiter or the next counted frame. */
  | 'damaged'
  /** The part of a counted frame beyond the limit. */
  | 'skip-counted'

/** Maximum bytes after a complete frame that are needed to decide whether its count was right. */
const maxUndecidedBytes = 32

/**
 * Cuts a byte stream into syslog frames (RFC 6587): octet counted when a frame begins with a count, else
 * ended by LF, CR LF or NUL. Frames do not depend on the chunks. Memory is bounded by maxFrameBytes, no
 * matter what a count claims. `delivered`, `discarded`, `framing` and `pending` add up to the bytes fed.
 *
 * A counted frame is delivered when the bytes after it show that its count was right. If they do not begin a
 * frame, the count was wrong: the damaged frame ends where the next counted frame begins, inside or after it.
 */
export class StreamFramer extends FrameDelivery {
  /** Bytes of the current frame from earlier chunks; in the state 'complete' also bytes after it. */
  readonly #carry: PartialFrame
  readonly #scanner = new FrameScanner()
  #state: State = 'start'
  /** Bytes of the current line or damaged frame, even beyond the limit. */
  #lineLength = 0
  /** How many CR and LF are at the end of the current line. */
  #lineBreaks = 0
  /** Octet count of the frame being read; 0 in all other states than 'counted' and 'complete'. */
  #count = 0
  /** Bytes of the frame that are still to be skipped; 0 in all other states than 'skip-counted'. */
  #bytesToSkip = 0
  /** Whether the current or last frame is counted. Empty lines between frames do not change it. */
  #isCounting = false
  /** Whether a NUL ended the previous line, so that the next bytes decide `#isNulFramed`. */
  #endedByNul = false
  /** Whether only NUL ends lines, which may contain LF. */
  #isNulFramed = false

  constructor(options: StreamFramerOptions) {
    super(options)
    this.#carry = new PartialFrame(options.maxFrameBytes + maxUndecidedBytes)
  }

  /** Bytes that are in no counter yet: of an unfinished frame, kept or beyond the limit. */
  get pending(): number {
    return this.#state === 'line' || this.#state === 'damaged' ? this.#lineLength : this.#carry.length
  }

  /** Memory that an unfinished frame takes: at most maxFrameBytes and 32 bytes. */
  get memoryBytes(): number {
    return this.#carry.bytes.length
  }

  /** Whether a frame waits for the bytes after it, or for more bytes of its own. */
  get isWaiting(): boolean {
    return this.#state === 'complete' || this.#state === 'damaged' || this.#state === 'counted'
  }

  /**
   * Delivers a frame that waits for the bytes after it. Splits an incomplete counted frame that contains
   * other frames and delivers these; without other frames, it continues to wait.
   */
  flush(): void {
    if (this.#state === 'counted') {
      const kept = Buffer.from(this.#carry.bytes.subarray(0, this.#carry.length))
      if (containsFrames(kept)) this.#damage(kept)
    }
    if (this.#state === 'damaged') this.#endDamaged(this.#lineLength)
    if (this.#state === 'complete') this.#deliverComplete()
  }

  feed(chunk: Buffer): void {
    let at = 0
    // Positions of the next delimiters in this chunk, cached so that a chunk is searched once for each.
    let lf = -1
    let nul = -1
    while (at < chunk.length) {
      switch (this.#state) {
        case 'start':
          at = this.#begin(chunk, at)
          break
        case 'line': {
          // On a connection framed by NUL, LF ends a line only past the limit.
          const lfFrom = this.#isNulFramed ? at + Math.max(0, this.maxFrameBytes - this.#lineLength) : at
          if (lf < lfFrom) lf = positionOf(chunk, LF, lfFrom)
          if (nul < at) nul = positionOf(chunk, NUL, at)
          at = this.#readLine(chunk, at, Math.min(lf, nul))
          break
        }
        case 'counted':
          at = this.#readCounted(chunk, at)
          break
        case 'complete':
          at = this.#readAfterComplete(chunk, at)
          break
        case 'damaged':
          at = this.#readDamaged(chunk, at)
          break
        case 'skip-counted': {
          const skippedBytes = Math.min(this.#bytesToSkip, chunk.length - at)
          this.discarded += skippedBytes
          this.#bytesToSkip -= skippedBytes
          at += skippedBytes
          if (this.#bytesToSkip === 0) this.#state = 'start'
          break
        }
      }
    }
  }

  /** Delivers all frames that wait and the remaining bytes, and resets everything except the counters. */
  end(): void {
    this.flush()
    const { bytes, length } = this.#carry
    if (this.#state === 'counted') this.deliver(bytes, 0, length, this.#count)
    // Bytes whose framing is still undecided are a line.
    if (this.#state === 'start') this.#addToLine(bytes, 0, length)
    if (this.#lineLength > 0) this.#deliverLine(bytes, 0, length)
    this.#restart()
    this.#isCounting = this.#endedByNul = this.#isNulFramed = false
  }

  /** Decides the framing of the next frame, byte by byte if an earlier chunk brought its first bytes. */
  #begin(chunk: Buffer, start: number): number {
    const carry = this.#carry
    let at = start
    let countOrKind = FRAME_UNDECIDED
    if (carry.length === 0) countOrKind = readOctetCount(chunk, at, chunk.length)
    else {
      do {
        carry.append(chunk, at, at + 1)
        at++
        countOrKind = readOctetCount(carry.bytes, 0, carry.length)
      } while (countOrKind === FRAME_UNDECIDED && at < chunk.length)
    }
    if (countOrKind === FRAME_UNDECIDED) {
      if (carry.length === 0) carry.append(chunk, at, chunk.length)
      return chunk.length
    }
    const first = carry.length > 0 ? carry.bytes[0] : chunk[at]
    if (this.#endedByNul) {
      this.#endedByNul = false
      this.#isNulFramed = countOrKind >= 0 || first === LESS
    }
    if (countOrKind === FRAME_LINE || countOrKind === FRAME_BAD_COUNT) {
      // After a counted frame, a line that begins neither with `<` nor with a delimiter has lost its framing.
      const isLost = this.#isCounting && first !== LESS && first !== LF && first !== CR && first !== NUL
      if (countOrKind === FRAME_BAD_COUNT || isLost) return this.#beginDamaged(chunk, start, at, countOrKind)
      this.#state = 'line'
      if (at === start) return at
      // Moves the carried bytes to the line, except the last one, which may end it and is read again.
      carry.dropLast(1)
      this.#addToLine(carry.bytes, 0, carry.length)
      return at - 1
    }
    this.#beginCounted(countOrKind)
    const header = octetCountLength(countOrKind)
    if (carry.length === 0) return at + header
    carry.dropFirst(header)
    return at
  }

  #beginCounted(count: number): void {
    this.#state = 'counted'
    this.#count = count
    this.#isCounting = true
    this.framing += octetCountLength(count)
  }

  /** Reads a line up to `delimiter`, which may be the end of the chunk. */
  #readLine(chunk: Buffer, start: number, delimiter: number): number {
    const carry = this.#carry
    const ends = delimiter < chunk.length
    if (this.#lineLength === 0 && ends) {
      this.#addToLine(chunk, start, delimiter)
      this.#deliverLine(chunk, start, delimiter - start)
    } else {
      carry.append(chunk, start, delimiter)
      this.#addToLine(chunk, start, delimiter)
      if (ends) this.#deliverLine(carry.bytes, 0, carry.length)
    }
    if (!ends) return delimiter
    this.framing++
    if (this.#lineLength > this.#lineBreaks) {
      const isNul = chunk[delimiter] === NUL
      this.#isCounting = false
      this.#endedByNul = isNul && !this.#isNulFramed
      if (!isNul) this.#isNulFramed = false
    }
    this.#restart()
    return delimiter + 1
  }

  #addToLine(bytes: Uint8Array, start: number, end: number): void {
    let at = end
    while (at > start && (bytes[at - 1] === CR || bytes[at - 1] === LF)) at--
    this.#lineBreaks = at === start ? this.#lineBreaks + end - start : end - at
    this.#lineLength += end - start
  }

  /** Delivers the current line, of which the first `availableBytes` are at `start`. */
  #deliverLine(bytes: Buffer, start: number, availableBytes: number): void {
    const length = this.#lineLength - this.#lineBreaks
    this.framing += this.#lineBreaks
    if (length === 0) this.empty++
    else this.discarded += length - this.emit(bytes, start, Math.min(availableBytes, length), length)
  }

  /** Reads a counted frame, and delivers it if the bytes after it are in the chunk too. */
  #readCounted(chunk: Buffer, start: number): number {
    const wanted = Math.min(this.#count, this.maxFrameBytes)
    const carry = this.#carry
    if (carry.length === 0 && chunk.length - start >= wanted) {
      const end = start + wanted
      if (wanted < this.#count) return this.#readOversize(chunk, start, end)
      const next = readOctetCount(chunk, end, chunk.length)
      if (next >= 0) {
        this.deliver(chunk, start, wanted, wanted)
        this.#beginCounted(next)
        return end + octetCountLength(next)
      }
      const beginning = readBeginning(chunk, end, chunk.length)
      if (beginning === 'undecided') {
        carry.append(chunk, start, chunk.length)
        this.#state = 'complete'
        return chunk.length
      }
      if (beginning === 'frame') {
        this.deliver(chunk, start, wanted, wanted)
        this.#restart()
      } else this.#damage(Buffer.from(chunk.subarray(start, end)))
      return end
    }
    const taken = Math.min(wanted - carry.length, chunk.length - start)
    carry.append(chunk, start, start + taken)
    if (carry.length < wanted) return start + taken
    if (wanted < this.#count) this.#readOversize(carry.bytes, 0, wanted)
    else this.#state = 'complete'
    return start + taken
  }

  /** Reads bytes after a complete frame until they show whether its count was right. */
  #readAfterComplete(chunk: Buffer, start: number): number {
    const carry = this.#carry
    let at = start
    let beginning: Beginning = 'undecided'
    while (beginning === 'undecided' && at < chunk.length) {
      carry.append(chunk, at, at + 1)
      at++
      beginning = readBeginning(carry.bytes, this.#count, carry.length)
    }
    if (beginning === 'undecided') return at
    // Reads the chunk again from `start`, after the bytes that were carried earlier.
    carry.dropLast(at - start)
    if (beginning === 'frame') this.#deliverComplete()
    else {
      const bytes = Buffer.from(carry.bytes.subarray(0, carry.length))
      const following = bytes.subarray(this.#count)
      this.#damage(bytes.subarray(0, this.#count))
      this.feed(following)
    }
    return start
  }

  #deliverComplete(): void {
    const carry = this.#carry
    this.deliver(carry.bytes, 0, this.#count, this.#count)
    if (carry.length === this.#count) this.#restart()
    else {
      // The first bytes of the next frame stay.
      carry.dropFirst(this.#count)
      this.#count = 0
      this.#state = 'start'
    }
  }

  /** Delivers the kept part of a frame over the limit, unless it contains other frames. */
  #readOversize(bytes: Buffer, start: number, end: number): number {
    const kept = bytes.subarray(start, end)
    if (containsFrames(kept)) {
      this.#damage(Buffer.from(kept))
      return end
    }
    this.deliver(bytes, start, end - start, this.#count)
    this.#bytesToSkip = this.#count - (end - start)
    this.#restart()
    this.#state = 'skip-counted'
    return end
  }

  /** Handles a frame with a wrong count: delivers the frames in it, or searches for the next one after it. */
  #damage(bytes: Buffer): void {
    this.#restart()
    const damaged = splitDamagedFrame(bytes)
    if (damaged === undefined) {
      this.#startDamaged()
      this.#scanner.pushText(bytes, bytes.length)
      this.#carry.append(bytes, 0, bytes.length)
      this.#lineLength = bytes.length
      return
    }
    this.errors++
    let deliveredTo = 0
    for (const [start, end] of damaged.pieces) {
      // The count of the frame and the space after it.
      this.framing += start - deliveredTo
      this.deliver(bytes, start, end - start, end - start)
      deliveredTo = end
    }
    // Only one frame begins there, so it is not split again.
    this.feed(bytes.subarray(damaged.resumeAt))
  }

  #startDamaged(): void {
    this.errors++
    this.#state = 'damaged'
    this.#scanner.reset()
  }

  /**
   * Starts a damaged frame that begins with a bad count, or where a count was expected (FRAME_LINE). #begin
   * has read it from `start` to `at`, and has carried it unless all of it is in this chunk (`at` is `start`).
   */
  #beginDamaged(chunk: Buffer, start: number, at: number, kind: number): number {
    const carry = this.#carry
    const isCarried = at > start
    this.#startDamaged()
    // The last byte carried is read again.
    if (isCarried) carry.dropLast(1)
    else if (kind === FRAME_BAD_COUNT) carry.append(chunk, at, chunk.indexOf(LESS, at))
    // No frame begins within a bad count, so the scanner does not get it.
    if (kind === FRAME_LINE) this.#scanner.pushText(carry.bytes, carry.length)
    this.#lineLength = carry.length
    return isCarried ? at - 1 : at + carry.length
  }

  /** Reads a damaged frame up to a delimiter, or up to the start of a counted frame, which it then begins. */
  #readDamaged(chunk: Buffer, start: number): number {
    const scanner = this.#scanner
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      const isEnd = byte === LF || byte === NUL
      if (!isEnd && !scanner.push(byte)) continue
      const end = isEnd ? at : at + 1
      this.#carry.append(chunk, start, end)
      this.#lineLength += end - start
      if (isEnd) {
        this.#endDamaged(this.#lineLength)
        this.framing++
      } else {
        const { octetCount, pri, priBytes, headerBytes } = scanner
        this.#endDamaged(this.#lineLength - priBytes - headerBytes)
        this.#beginCounted(octetCount)
        this.feed(Buffer.from(pri.subarray(0, priBytes)))
      }
      return at + 1
    }
    this.#carry.append(chunk, start, chunk.length)
    this.#lineLength += chunk.length - start
    return chunk.length
  }

  /** Delivers a damaged frame of `length` bytes. */
  #endDamaged(length: number): void {
    const availableBytes = Math.min(length, this.#carry.length, this.maxFrameBytes)
    this.discarded += length - availableBytes
    this.deliver(this.#carry.bytes, 0, availableBytes, length)
    this.#restart()
  }

  #restart(): void {
    this.#state = 'start'
    this.#lineLength = this.#lineBreaks = this.#count = 0
    this.#carry.clear()
  }
}
