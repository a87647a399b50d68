import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { isEmptyFrame } from '../framing/trim.ts'
import type { Account } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import type { ParseContext } from '../syslog/context.ts'
import { plainAddress } from './address.ts'
import type { DecodeSettings } from './decode-settings.ts'
import type { Assembler, Refuse } from './listener-kind.ts'
import { Networks } from './networks.ts'
import { SenderRateLimiter } from './sender-rate-limiter.ts'
import type { ListenerSettings } from './settings.ts'

/** The kernel gives at most net.core.rmem_max of it. */
const receiveBufferBytes = 16 * 1024 * 1024
/** Senders whose context is cached; beyond, the cache is emptied. */
const maxSenders = 10_000

/**
 * A closing listener reads on until nothing has come in so many checks in a row: a late timer fires before sockets are polled, the next
 * timer after that.
 */
const quietMs = 20
const minQuietChecks = 2
const maxChecks = 25

/** What is derived from the address of a sender. */
interface Sender {
  context: ParseContext
  isAllowed: boolean
}

export interface DatagramDecodeSettings extends DecodeSettings {
  assembler?: ((refuse: Refuse) => Assembler) | undefined
}

/** Listens for datagrams (RFC 5426 for syslog): each is a frame, or a part of one that an assembler puts together. */
export class DatagramListener {
  readonly #socket: Socket
  readonly #pipeline: Pipeline
  readonly #account: Account
  readonly #reading: DatagramDecodeSettings
  readonly #assembler: Assembler | undefined
  readonly #allowed: Networks | undefined
  readonly #rates: SenderRateLimiter | undefined
  readonly #senders = new Map<string, Sender>()
  #chunkEndDue = false

  private constructor(
    socket: Socket,
    settings: ListenerSettings,
    pipeline: Pipeline,
    reading: DatagramDecodeSettings,
  ) {
    const account = pipeline.ledger.account(settings.name)
    this.#socket = socket
    this.#pipeline = pipeline
    this.#account = account
    this.#reading = reading
    this.#assembler = reading.assembler?.((reason, messages) => account.refuse(reason, messages))
    this.#allowed = settings.allow && new Networks(settings.allow)
    this.#rates =
      settings.maxRatePerSender === undefined ? undefined : new SenderRateLimiter(settings.maxRatePerSender)
  }

  static async listen(
    settings: ListenerSettings,
    at: { host: string; port: number },
    pipeline: Pipeline,
    reading: DatagramDecodeSettings,
  ): Promise<DatagramListener> {
    const ipv6 = isIPv6(at.host)
    const socket = createSocket({ type: ipv6 ? 'udp6' : 'udp4', recvBufferSize: receiveBufferBytes })
    const listener = new DatagramListener(socket, settings, pipeline, reading)
    socket.on('message', (bytes, from) => listener.#datagram(bytes, from))
    socket.bind({ address: at.host, port: at.port, exclusive: true })
    await once(socket, 'listening')
    // An error of a bound UDP socket concerns one datagram.
    socket.on('error', () => {})
    return listener
  }

  get address(): { host: string; port: number } {
    const { address, port } = this.#socket.address()
    return { host: address, port }
  }

  /** Reads what has arrived, and closes the socket. */
  async close(): Promise<void> {
    for (let looks = 0, quiet = 0; looks < maxChecks && quiet < minQuietChecks; looks++) {
      const before = this.#account.bytes
      await setTimeout(quietMs)
      quiet = this.#account.bytes === before ? quiet + 1 : 0
    }
    await new Promise<void>(resolve => this.#socket.close(() => resolve()))
    this.#assembler?.end()
  }

  #datagram(bytes: Buffer, from: RemoteInfo): void {
    const account = this.#account
    account.bytes += bytes.length
    if (isEmptyFrame(bytes, 0, bytes.length)) return
    const sender = this.#senderOf(from.address)
    if (!sender.isAllowed) {
      account.refuse('not_allowed')
      return
    }
    if (!this.#pipeline.isOpen) {
      account.refuse('overload')
      return
    }
    const now = performance.now()
    if (this.#rates?.take(from.address, now) === false) {
      account.refuse('rate')
      return
    }
    const message =
      this.#assembler === undefined ? bytes : this.#assembler.take(bytes, sender.context.sender, now)
    if (message !== undefined) this.#message(message, sender.context, now)
  }

  #message(bytes: Buffer, context: ParseContext, now: number): void {
    context.receivedAt = Date.now() * 1_000
    const { decode, overrides } = this.#reading
    const event = decode(bytes, 0, bytes.length, context, bytes.length)
    if (event === undefined) {
      this.#account.refuse('invalid')
      return
    }
    if (event.originalBytes !== undefined) this.#account.truncated++
    overrides?.apply(event, context.sender)
    this.#pipeline.accept(event, context.receivedAt, now, this.#account)
    if (this.#chunkEndDue) return
    this.#chunkEndDue = true
    setImmediate(this.#chunkEnd)
  }

  readonly #chunkEnd = (): void => {
    this.#chunkEndDue = false
    this.#pipeline.endChunk()
  }

  #senderOf(address: string): Sender {
    let sender = this.#senders.get(address)
    if (sender === undefined) {
      if (this.#senders.size >= maxSenders) this.#senders.clear()
      const { zone, maxMessageBytes } = this.#reading
      sender = {
        context: { zone, maxMessageBytes, receivedAt: 0, sender: plainAddress(address) },
        isAllowed: this.#allowed?.has(address) ?? true,
      }
      this.#senders.set(address, sender)
    }
    return sender
  }
}
