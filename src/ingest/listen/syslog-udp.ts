import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { isEmptyFrame } from '../framing/trim.ts'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { ParseContext } from '../syslog/context.ts'
import { parseSyslog } from '../syslog/parse.ts'
import { plainAddress } from './address.ts'
import type { Reading } from './reading.ts'

/** The kernel gives at most net.core.rmem_max of it. */
const receiveBufferBytes = 16 * 1024 * 1024
/** Senders whose context is kept; past it all are forgotten. */
const mostSenders = 10_000

/** Syslog over UDP (RFC 5426): one datagram is one frame. */
export class SyslogUdp {
  readonly #socket: Socket
  readonly #pipeline: Pipeline
  readonly #account: Account
  readonly #reading: Reading
  readonly #contexts = new Map<string, ParseContext>()
  #chunkEndDue = false

  private constructor(socket: Socket, pipeline: Pipeline, account: Account, reading: Reading) {
    this.#socket = socket
    this.#pipeline = pipeline
    this.#account = account
    this.#reading = reading
  }

  static async listen(
    at: { name: string; host: string; port: number },
    pipeline: Pipeline,
    reading: Reading,
  ): Promise<SyslogUdp> {
    const ipv6 = isIPv6(at.host)
    const socket = createSocket({ type: ipv6 ? 'udp6' : 'udp4', recvBufferSize: receiveBufferBytes })
    const listener = new SyslogUdp(socket, pipeline, pipeline.ledger.account(at.name), reading)
    socket.on('message', (bytes, from) => listener.#datagram(bytes, from))
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind({ address: at.host, port: at.port, exclusive: true }, () => {
        socket.off('error', reject)
        resolve()
      })
    })
    // An error of a bound UDP socket concerns one datagram.
    socket.on('error', () => {})
    return listener
  }

  get address(): { host: string; port: number } {
    const { address, port } = this.#socket.address()
    return { host: address, port }
  }

  async close(): Promise<void> {
    await new Promise<void>(resolve => this.#socket.close(() => resolve()))
  }

  #datagram(bytes: Buffer, from: RemoteInfo): void {
    this.#account.bytes += bytes.length
    if (isEmptyFrame(bytes, 0, bytes.length)) return
    if (!this.#pipeline.open) {
      this.#account.refuse('overload')
      this.#endChunk()
      return
    }
    const context = this.#contextOf(from.address)
    context.receivedAt = Date.now() * 1_000
    const event = parseSyslog(bytes, 0, bytes.length, context)
    if (event.extra.truncated !== undefined) this.#account.truncated++
    this.#pipeline.take(event, context.receivedAt, performance.now(), this.#account)
    this.#endChunk()
  }

  #endChunk(): void {
    if (this.#chunkEndDue) return
    this.#chunkEndDue = true
    setImmediate(this.#chunkEnd)
  }

  readonly #chunkEnd = (): void => {
    this.#chunkEndDue = false
    this.#pipeline.chunkEnd()
  }

  #contextOf(address: string): ParseContext {
    let context = this.#contexts.get(address)
    if (context === undefined) {
      if (this.#contexts.size >= mostSenders) this.#contexts.clear()
      context = { ...this.#reading, receivedAt: 0, sender: plainAddress(address) }
      this.#contexts.set(address, context)
    }
    return context
  }
}
