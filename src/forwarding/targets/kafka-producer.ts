import {
  type Broker,
  type Callback,
  Connection,
  type ConnectionOptions,
  kGetBootstrapConnection,
  kGetConnection,
  Producer,
  type ProducerOptions,
} from '@platformatic/kafka'
import { until } from '../../async/until.ts'
import type { OutgoingGuard } from '../../outgoing/outgoing-guard.ts'
import { DeliveryError } from './delivery.ts'
import { connectionFailure } from './kafka-failure.ts'

export interface ProducerSettings {
  guard: Pick<OutgoingGuard, 'check'>
  /** The brokers that are asked for the others, at least one. */
  brokers: readonly Broker[]
  /** Options of the connection to a broker. */
  connection: (broker: Broker) => ConnectionOptions
  options: Omit<ProducerOptions<Buffer, Buffer, Buffer, Buffer>, 'bootstrapBrokers' | keyof ConnectionOptions>
}

/**
 * A producer that connects only to addresses that the guard allows. Its own pool of connections would connect
 * to any address that a broker names in its metadata, and would resolve each name again.
 */
export class GuardedProducer extends Producer {
  readonly #settings: ProducerSettings
  readonly #connections = new Map<string, Promise<Connection>>()
  readonly #ended = new AbortController()

  constructor(settings: ProducerSettings) {
    super({ ...settings.options, bootstrapBrokers: [...settings.brokers] })
    this.#settings = settings
  }

  /** Ends all connections and requests. */
  async end(): Promise<void> {
    this.#ended.abort(new Error('the producer has ended'))
    const opened = await Promise.allSettled(this.#connections.values())
    for (const one of opened) if (one.status === 'fulfilled') one.value.socket.destroy()
    await this.close()
  }

  override [kGetConnection](broker: Broker | undefined, callback: Callback<Connection>): void {
    this.#connect(broker).then(
      connection => callback(null, connection),
      (error: Error) => callback(error),
    )
  }

  override [kGetBootstrapConnection](callback: Callback<Connection>): void {
    this.#connectToAny().then(
      connection => callback(null, connection),
      (error: Error) => callback(error),
    )
  }

  async #connectToAny(): Promise<Connection> {
    const messages: string[] = []
    for (const broker of this.#settings.brokers) {
      try {
        return await this.#connect(broker)
      } catch (error) {
        this.#ended.signal.throwIfAborted()
        messages.push(error instanceof Error ? error.message : String(error))
      }
    }
    throw new DeliveryError(messages.join(' '))
  }

  /** The connection to a broker; undefined: the leader of a partition that has none. */
  #connect(broker: Broker | undefined): Promise<Connection> {
    if (broker === undefined)
      return Promise.reject(new DeliveryError('A partition of the topic has no leader now.'))
    const place = placeOf(broker)
    const existing = this.#connections.get(place)
    if (existing !== undefined) return existing
    const opening = this.#open(broker, place)
    this.#connections.set(place, opening)
    const forget = () => {
      if (this.#connections.get(place) === opening) this.#connections.delete(place)
    }
    opening.then(connection => connection.once('close', forget).once('error', forget), forget)
    return opening
  }

  async #open(broker: Broker, place: string): Promise<Connection> {
    const { guard, connection: optionsOf, options } = this.#settings
    const { signal } = this.#ended
    const addresses = await guard.check(broker.host, broker.port, signal).catch(error => {
      signal.throwIfAborted()
      throw new DeliveryError(`The broker ${place} is not used: ${messageOf(error)}`, { cause: error })
    })
    let failure: unknown
    for (const { address } of addresses) {
      const connection = new Connection(options.clientId, optionsOf(broker))
      // The requests that wait get errors of their own.
      connection.on('error', () => {})
      try {
        await until(Promise.resolve(connection.connect(address, broker.port)), { signal })
        return connection
      } catch (error) {
        // No socket if the connection could not even be begun.
        connection.socket?.destroy()
        signal.throwIfAborted()
        failure = error
      }
    }
    throw connectionFailure(failure, place, String(optionsOf(broker).sasl?.mechanism))
  }
}

function placeOf({ host, port }: Broker): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
