import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Refusal } from '../../schema/intake/ledger.ts'
import { isEmptyFrame } from '../framing/bytes.ts'
import type { LedgerAccount } from '../ledger/account.ts'
import type { Pipeline } from '../pipeline.ts'
import { type ParseContext, RecentPrograms } from '../syslog/parts/context.ts'
import type { DecodeSettings } from './decode-settings.ts'
import type { Assembler, DatagramKind } from './listener-kind.ts'
import { Networks, plainAddress } from './networks.ts'
import { SenderRateLimiter } from './sender-rate-limiter.ts'
import type { ListenerSettings } from './settings.ts'

/** Requested buffer of the socket. The kernel limits it to net.core.rmem_max. */
const receiveBufferBytes = 16 * 1024 * 1024
/** Maximum cached senders; a full cache is emptied. */
const maxSenders = 10_000

/** Interval at which a closing listener checks whether datagrams still arrive. */
const checkIntervalMs = 20
/** It closes after two quiet checks in a row, since a late timer fires before sockets are polled. */
const minQuietChecks = 2
/** It closes after this many checks in any case. */
const maxChecks = 25

/** Cached facts about an address. */
interface Sender {
  context: ParseContext
  isAllowed: boolean
}

/** Listens for datagrams (RFC 5426). Each is a frame, or a part that an assembler joins. */
export class DatagramListener {
  readonly #socket: Socket
  readonly #pipeline: Pipeline
  readonly #account: LedgerAccount
  readonly #decoding: DecodeSettings
  readonly #assembler: Assembler | undefined
  readonly #allowed: Networks | undefined
  readonly #rates: SenderRateLimiter | undefined
  readonly #senders = new Map<string, Sender>()
  /** Whether `Pipeline.endChunk` is about to be called for the datagrams of this turn of the event loop. */
  #isChunkEndScheduled = false

  private constructor(
    socket: Socket,
    settings: ListenerSettings,
    pipeline: Pipeline,
    decoding: DecodeSettings,
    assembler: DatagramKind['assembler'],
  ) {
    const account = pipeline.ledger.account(settings.name)
    this.#socket = socket
    this.#pipeline = pipeline
    this.#account = account
    this.#decoding = decoding
    this.#assembler = assembler?.((reason, messages) => account.refuse(reason, messages))
    this.#allowed = settings.allow && new Networks(settings.allow)
    this.#rates = settings.maxRatePerSender ? new SenderRateLimiter(settings.maxRatePerSender) : undefined
  }

  static async listen(
    settings: ListenerSettings,
    address: { host: string; port: number },
    pipeline: Pipeline,
    decoding: DecodeSettings,
    assembler: DatagramKind['assembler'],
  ): Promise<DatagramListener> {
    const type = isIPv6(address.host) ? 'udp6' : 'udp4'
    const socket = createSocket({ type, recvBufferSize: receiveBufferBytes })
    const listener = new DatagramListener(socket, settings, pipeline, decoding, assembler)
    socket.on('message', (bytes, from) => listener.#datagram(bytes, from))
    socket.bind({ address: address.host, port: address.port, exclusive: true })
    await once(socket, 'listening')
    // Errors of a bound UDP socket are about one datagram.
    socket.on('error', () => {})
    return listener
  }

  get address(): { host: string; port: number } {
    const { address, port } = this.#socket.address()
    return { host: address, port }
  }

  /** Reads pending datagrams and closes the socket. */
  async close(): Promise<void> {
    for (let checks = 0, quiet = 0; checks < maxChecks && quiet < minQuietChecks; checks++) {
      const bytesBefore = this.#account.bytes
      await setTimeout(checkIntervalMs)
      quiet = this.#account.bytes === bytesBefore ? quiet + 1 : 0
    }
    await new Promise<void>(resolve => this.#socket.close(() => resolve()))
    this.#assembler?.end()
  }

  #datagram(bytes: Buffer, from: RemoteInfo): void {
    const account = this.#account
    account.bytes += bytes.length
    if (isEmptyFrame(bytes, 0, bytes.length)) return
    const sender = this.#senderOf(from.address)
    const now = performance.now()
    const refusal = this.#refusalOf(sender, from.address, now)
    if (refusal !== undefined) {
      account.refuse(refusal)
      return
    }
    const message = this.#assembler ? this.#assembler.take(bytes, sender.context.sender, now) : bytes
    if (message !== undefined) this.#message(message, sender.context, now)
  }

  #refusalOf(sender: Sender, address: string, now: number): Refusal | undefined {
    if (!sender.isAllowed) return 'not_allowed'
    if (!this.#pipeline.isOpen) return 'overload'
    return this.#rates?.take(address, now) === false ? 'rate' : undefined
  }

  #message(bytes: Buffer, context: ParseContext, now: number): void {
    context.receivedAt = Date.now() * 1_000
    const { decode, applyOverrides } = this.#decoding
    const event = decode(bytes, 0, bytes.length, context, bytes.length)
    if (event === undefined) {
      this.#account.refuse('invalid')
      return
    }
    if (event.originalBytes !== undefined) this.#account.truncated++
    applyOverrides?.(event, context.sender)
    this.#pipeline.accept(event, context.receivedAt, now, this.#account)
    if (this.#isChunkEndScheduled) return
    this.#isChunkEndScheduled = true
    setImmediate(this.#chunkEnd)
  }

  readonly #chunkEnd = (): void => {
    this.#isChunkEndScheduled = false
    this.#pipeline.endChunk()
  }

  #senderOf(address: string): Sender {
    let sender = this.#senders.get(address)
    if (sender === undefined) {
      if (this.#senders.size >= maxSenders) this.#senders.clear()
      const { zone, maxMessageBytes } = this.#decoding
      sender = {
        context: {
          zone,
          maxMessageBytes,
          receivedAt: 0,
          sender: plainAddress(address),
          recent: new RecentPrograms(),
        },
        isAllowed: this.#allowed?.has(address) ?? true,
      }
      this.#senders.set(address, sender)
    }
    return sender
  }
}
