import type { Socket } from 'node:net'
import { StreamFramer } from '../framing/stream-framer.ts'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { ParseContext } from '../syslog/context.ts'
import { parseSyslog } from '../syslog/parse.ts'
import { plainAddress } from './address.ts'
import type { Reading } from './reading.ts'

/** One sender of syslog over TCP (RFC 6587). It is paused while the pipeline is closed. */
export class SyslogConnection {
  readonly #socket: Socket
  readonly #pipeline: Pipeline
  readonly #account: Account
  readonly #context: ParseContext
  readonly #framer: StreamFramer
  readonly #idleMillis: number
  #now = 0
  #frameErrors = 0
  #ended = false
  /** When bytes last arrived, milliseconds of the monotonic clock. */
  activeAt = performance.now()

  constructor(socket: Socket, pipeline: Pipeline, account: Account, reading: Reading, idleMillis: number) {
    this.#socket = socket
    this.#pipeline = pipeline
    this.#account = account
    this.#idleMillis = idleMillis
    this.#context = { ...reading, receivedAt: 0, sender: plainAddress(socket.remoteAddress) }
    this.#framer = new StreamFramer({ maxFrameBytes: reading.maxMessageBytes, onFrame: this.#frame })
    socket.setTimeout(idleMillis, () => socket.destroy())
    socket.on('data', bytes => this.#chunk(bytes))
    socket.on('end', () => this.#end())
    // A reset connection has sent what it has sent; 'close' follows.
    socket.on('error', () => {})
    socket.on('close', () => this.#end())
    if (!pipeline.open) this.#pause()
  }

  destroy(): void {
    this.#socket.destroy()
    this.#end()
  }

  #chunk(bytes: Buffer): void {
    this.#account.bytes += bytes.length
    this.activeAt = performance.now()
    this.#begin()
    this.#framer.feed(bytes)
    this.#finish()
    if (!this.#pipeline.open) this.#pause()
  }

  /** The stream is over: what has no delimiter behind it is a frame too. */
  #end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#pipeline.forget(this.#resume)
    this.#begin()
    this.#framer.end()
    this.#finish()
  }

  #begin(): void {
    this.#context.receivedAt = Date.now() * 1_000
    this.#now = performance.now()
  }

  #finish(): void {
    this.#account.frameErrors += this.#framer.errors - this.#frameErrors
    this.#frameErrors = this.#framer.errors
    this.#pipeline.chunkEnd()
  }

  readonly #frame = (bytes: Buffer, start: number, end: number, length: number): void => {
    const event = parseSyslog(bytes, start, end, this.#context, length)
    if (event.extra.truncated !== undefined) this.#account.truncated++
    this.#pipeline.take(event, this.#context.receivedAt, this.#now, this.#account)
  }

  #pause(): void {
    this.#socket.pause()
    // A sender that we keep waiting is not idle.
    this.#socket.setTimeout(0)
    this.#pipeline.whenOpen(this.#resume)
  }

  readonly #resume = (): void => {
    this.#socket.setTimeout(this.#idleMillis)
    this.#socket.resume()
  }
}
