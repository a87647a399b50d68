import { hasErrorCode } from '../../schema/error-code.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import type { Pipeline } from '../pipeline.ts'
import { Certificates } from './certificates.ts'
import { DatagramListener } from './datagram-listener.ts'
import { type DecodeDefaults, decodeSettings } from './decode-settings.ts'
import { FairReader } from './fair-reader.ts'
import type { BoundPort } from './kernel-drops.ts'
import { listenerKind } from './kinds.ts'
import type { ListenerSettings } from './settings.ts'
import { StreamListener, type TcpBounds } from './stream-listener.ts'

const certificateCheckMs = 10_000

/** The address that a listener is bound to. `path`: a Unix socket; host and port are then empty. */
export interface BoundAddress {
  host: string
  port: number
  path?: string
}

/** Settings that apply to all listeners unless their own override them. */
export interface ListenerDefaults extends DecodeDefaults {
  tcp: TcpBounds
}

/** All listeners of this process: opens them, reloads their certificates, and closes them. */
export class Listeners {
  readonly #pipeline: Pipeline
  readonly #defaults: ListenerDefaults
  readonly #warn: (message: string) => void
  readonly #fairReader = new FairReader()
  readonly #streams: StreamListener[] = []
  readonly #datagrams: DatagramListener[] = []
  #timer: NodeJS.Timeout | undefined
  /** Bound addresses, by name of the listener. */
  readonly addresses: Record<string, BoundAddress> = {}
  /** Bound UDP addresses, with the names of their listeners. */
  readonly udpPorts: (BoundPort & { name: string })[] = []

  private constructor(pipeline: Pipeline, defaults: ListenerDefaults, warn: (message: string) => void) {
    this.#pipeline = pipeline
    this.#defaults = defaults
    this.#warn = warn
  }

  /** Rejects with an Error that names a listener that cannot be bound or whose certificate cannot be read. */
  static async open(
    allSettings: readonly ListenerSettings[],
    pipeline: Pipeline,
    defaults: ListenerDefaults,
    warn: (message: string) => void,
  ): Promise<Listeners> {
    const listeners = new Listeners(pipeline, defaults, warn)
    for (const settings of allSettings) {
      try {
        await listeners.#listen(settings)
      } catch (error) {
        const reason = thrownText(error)
        if (settings.skipIfTaken && hasErrorCode(error, 'EADDRINUSE'))
          warn(`${settings.name} does not listen, for its port is taken: ${reason}`)
        else throw new Error(`The listener ${settings.name} cannot listen: ${reason}`, { cause: error })
      }
    }
    listeners.#timer = setInterval(() => void listeners.reloadCertificates(), certificateCheckMs)
    listeners.#timer.unref()
    return listeners
  }

  /** Reads replaced certificates. Open connections keep the old ones. */
  async reloadCertificates(): Promise<void> {
    await Promise.all(this.#streams.map(listener => listener.reloadCertificates()))
  }

  /** Reads pending bytes, and closes all listeners. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#streams, ...this.#datagrams].map(listener => listener.close()))
  }

  async #listen(settings: ListenerSettings): Promise<void> {
    const kind = listenerKind(settings.kind)
    const decoding = decodeSettings(settings, kind, this.#defaults)
    if (kind.transport === 'udp') {
      const { address } = settings
      if (address.path !== undefined) throw new Error('datagrams need a port')
      const listener = await DatagramListener.listen(
        settings,
        address,
        this.#pipeline,
        decoding,
        kind.assembler,
      )
      this.#datagrams.push(listener)
      this.addresses[settings.name] = listener.address
      this.udpPorts.push({ name: settings.name, ...listener.address })
      return
    }
    const { tcp } = this.#defaults
    const parts = {
      pipeline: this.#pipeline,
      account: this.#pipeline.ledger.account(settings.name),
      fairReader: this.#fairReader,
      decoding,
      framer: kind.framer,
      idleTimeoutMs: settings.idleTimeoutMs ?? tcp.idleTimeoutMs,
      firstByteTimeoutMs: tcp.firstByteTimeoutMs,
    }
    const warn = (message: string): void => this.#warn(`${settings.name}: ${message}`)
    const certificates = settings.tls && (await Certificates.open(settings.tls, warn))
    const listener = await StreamListener.listen(settings, parts, tcp, certificates, warn)
    this.#streams.push(listener)
    this.addresses[settings.name] = listener.address
  }
}
