import type { Socket } from 'node:net'
import type { LedgerAccount } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import { type ParseContext, RecentPrograms } from '../syslog/parts/context.ts'
import type { DecodeSettings } from './decode-settings.ts'
import type { FairReader, SenderShare } from './fair-reader.ts'
import type { Decode, Framer, StreamKind } from './listener-kind.ts'

/** Maximum time for which a frame waits for the bytes after it that would show its end. */
const maxWaitMs = 100

/** The parts and settings that all connections of a listener share. */
export interface StreamParts {
  pipeline: Pipeline
  account: LedgerAccount
  fairReader: FairReader
  decoding: DecodeSettings
  framer: StreamKind['framer']
  /** Ends a connection that sends nothing for this time. */
  idleTimeoutMs: number
  /** Ends a connection that has not sent a byte within this time. */
  firstByteTimeoutMs: number
}

/**
 * Reads one connection, after its PROXY header and TLS handshake. Pauses while the pipeline is closed, and
 * while other senders are read.
 */
export class StreamConnection {
  readonly #socket: Socket
  readonly #parts: StreamParts
  readonly #pipeline: Pipeline
  readonly #account: LedgerAccount
  readonly #decode: Decode
  readonly #context: ParseContext
  readonly #framer: Framer
  readonly #sender: SenderShare
  /** When the framer was last called, milliseconds of the monotonic clock. */
  #now = 0
  /** Errors of the framer that are already counted in the ledger. */
  #frameErrors = 0
  #hasEnded = false
  /** Delivers a frame that waits too long for the bytes after it. Set when a frame first waits. */
  #flushTimer: NodeJS.Timeout | undefined
  /** The connection ends after this time without a byte, unless it is paused. */
  #timeoutMs: number
  /** When bytes last arrived, milliseconds of the monotonic clock. */
  activeAt = performance.now()

  /** `socket`: must have no listeners for its data. */
  constructor(socket: Socket, sender: SenderShare, host: string, parts: StreamParts) {
    const { pipeline, account, decoding, framer, idleTimeoutMs, firstByteTimeoutMs } = parts
    this.#socket = socket
    this.#parts = parts
    this.#pipeline = pipeline
    this.#account = account
    this.#sender = sender
    this.#decode = decoding.decode
    const { zone, maxMessageBytes } = decoding
    this.#context = { zone, maxMessageBytes, receivedAt: 0, sender: host, recent: new RecentPrograms() }
    this.#framer = framer({ maxFrameBytes: maxMessageBytes, onFrame: this.#frame })
    this.#timeoutMs = Math.min(firstByteTimeoutMs, idleTimeoutMs)
    socket.setTimeout(this.#timeoutMs, () => socket.destroy())
    socket.once('data', () => this.#firstByte())
    socket.on('data', bytes => this.#chunk(bytes))
    socket.on('end', () => this.#end())
    // 'close' follows an error such as a reset.
    socket.on('error', () => {})
    socket.on('close', () => this.#end())
    if (pipeline.isOpen) socket.resume()
    else this.#pause()
  }

  destroy(): void {
    this.#socket.destroy()
    this.#end()
  }

  #firstByte(): void {
    this.#timeoutMs = this.#parts.idleTimeoutMs
    this.#socket.setTimeout(this.#timeoutMs)
  }

  #chunk(bytes: Buffer): void {
    this.#account.bytes += bytes.length
    this.activeAt = performance.now()
    this.#begin()
    this.#framer.feed(bytes)
    this.#finish()
    if (this.#framer.isWaiting) this.#flushSoon()
    const { fairReader } = this.#parts
    const mustWait = fairReader.recordRead(this.#sender, bytes.length)
    if (!this.#pipeline.isOpen) this.#pause()
    else if (mustWait) {
      this.#socket.pause()
      fairReader.enqueue(this.#sender, this.#nextTurn)
    }
  }

  /** Ends the stream: bytes without a delimiter are a frame too. */
  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#flushTimer)
    this.#pipeline.cancelWhenOpen(this.#resume)
    this.#begin()
    this.#framer.end()
    this.#finish()
  }

  #flushSoon(): void {
    this.#flushTimer ??= setTimeout(this.#flush, maxWaitMs)
    this.#flushTimer.refresh()
  }

  /** Delivers a waiting frame, whose events keep the time of receipt of their bytes. */
  readonly #flush = (): void => {
    if (this.#hasEnded || !this.#framer.isWaiting) return
    this.#now = performance.now()
    this.#framer.flush()
    this.#finish()
  }

  /** Sets the time of receipt of the frames that follow. */
  #begin(): void {
    this.#context.receivedAt = Date.now() * 1_000
    this.#now = performance.now()
  }

  /** Counts framing errors and ends the chunk, after its frames were delivered. */
  #finish(): void {
    this.#account.frameErrors += this.#framer.errors - this.#frameErrors
    this.#frameErrors = this.#framer.errors
    this.#pipeline.endChunk()
  }

  readonly #frame = (bytes: Buffer, start: number, end: number, originalLength: number): void => {
    const event = this.#decode(bytes, start, end, this.#context, originalLength)
    if (event === undefined) {
      this.#account.refuse('invalid')
      return
    }
    if (event.originalBytes !== undefined) this.#account.truncated++
    this.#parts.decoding.applyOverrides?.(event, this.#context.sender)
    this.#pipeline.accept(event, this.#context.receivedAt, this.#now, this.#account)
  }

  #pause(): void {
    this.#socket.pause()
    // A paused sender is not idle.
    this.#socket.setTimeout(0)
    this.#pipeline.whenOpen(this.#resume)
  }

  /** Called when the pipeline is open again. */
  readonly #resume = (): void => {
    this.#socket.setTimeout(this.#timeoutMs)
    this.#socket.resume()
  }

  /** Called by the fair reader when the sender may be read again. */
  readonly #nextTurn = (): void => {
    if (this.#hasEnded) return
    if (this.#pipeline.isOpen) this.#socket.resume()
    else this.#pause()
  }
}
