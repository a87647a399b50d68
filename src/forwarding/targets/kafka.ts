import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import {
  type Broker,
  type ConnectionOptions,
  compatibilityPartitioner,
  type MessageToProduce,
  ProduceAcks,
  parseBroker,
} from '@platformatic/kafka'
import { until } from '../../async/until.ts'
import type { OutgoingGuard } from '../../outgoing/outgoing-guard.ts'
import type { KafkaTarget } from '../../schema/forwarding/targets/kafka.ts'
import type { EventRecord } from '../formats/event-record.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { recordMaker } from '../formats/selected-record.ts'
import { type Delivery, DeliveryError, reasonOf, type Taken } from './delivery.ts'
import { acknowledgedPartitions, isTooLarge, kafkaFailure } from './kafka-failure.ts'
import { GuardedProducer } from './kafka-producer.ts'

const connectTimeoutMs = 10_000
/** The brokers answer with an error if the replicas of a partition lack the records after this time. */
const acknowledgeTimeoutMs = 20_000
const requestTimeoutMs = 30_000
/** Bytes of the records of a request: less than a topic takes by default, a mebibyte. */
const requestBytes = 500_000

const mechanisms = {
  plain: 'PLAIN',
  scram_sha_256: 'SCRAM-SHA-256',
  scram_sha_512: 'SCRAM-SHA-512',
} as const

type Message = MessageToProduce & { partition: number; value: Buffer }

/**
 * Opens a producer for a topic. Its events are JSON; the header `id` is the id of the event. Rejects with a
 * DeliveryError, or when the signal fires.
 */
export async function openKafka(
  target: KafkaTarget,
  { guard, instance, signal }: { guard: Pick<OutgoingGuard, 'check'>; instance: string; signal: AbortSignal },
): Promise<Delivery> {
  const { topic, compression = 'none' } = target
  const producer = new GuardedProducer({
    guard,
    brokers: target.brokers.map(broker => parseBroker(broker)),
    connection: connectionOptions(target),
    options: {
      clientId: 'millrace',
      acks: ProduceAcks.ALL,
      compression,
      timeout: acknowledgeTimeoutMs,
      autocreateTopics: false,
      // The next session begins with the events that are not acknowledged.
      retries: 0,
      repeatOnStaleMetadata: false,
    },
  })
  try {
    const metadata = await until(producer.metadata({ topics: [topic] }), { signal })
    const partitions = metadata.topics.get(topic)?.partitionsCount ?? 0
    if (partitions === 0) throw new DeliveryError(`The topic ${topic} has no partitions.`)
    return new KafkaDelivery(producer, target, { instance, partitions })
  } catch (error) {
    await producer.end()
    signal.throwIfAborted()
    throw kafkaFailure(error, topic)
  }
}

/** Sends requests of about half a megabyte, one after the other, which keeps the order of each partition. */
class KafkaDelivery implements Delivery {
  readonly #producer: GuardedProducer
  readonly #target: KafkaTarget
  readonly #recordOf: (event: OutgoingEvent) => Partial<EventRecord>
  /** Number of partitions of the topic, as of the opening. */
  readonly #partitions: number
  /** Number of events without a key so far: modulo `#partitions`, it is the partition of the next one. */
  #withoutKey = 0

  constructor(
    producer: GuardedProducer,
    target: KafkaTarget,
    { instance, partitions }: { instance: string; partitions: number },
  ) {
    this.#producer = producer
    this.#target = target
    this.#recordOf = recordMaker(target.fields, instance)
    this.#partitions = partitions
  }

  async send(events: Iterable<OutgoingEvent>, signal: AbortSignal): Promise<Taken> {
    let refused = 0
    let messages: Message[] = []
    let bytes = 0
    for (const event of events) {
      const message = this.#messageOf(event)
      messages.push(message)
      bytes += message.value.length
      if (bytes < requestBytes) continue
      refused += await this.#produce(messages, signal)
      messages = []
      bytes = 0
    }
    if (messages.length > 0) refused += await this.#produce(messages, signal)
    return { refused, confirmed: Promise.resolve() }
  }

  close(): Promise<void> {
    return this.#producer.end()
  }

  #messageOf(event: OutgoingEvent): Message {
    const { topic, record_key: keyed = 'host' } = this.#target
    const key = keyed === 'none' ? undefined : Buffer.from(keyed === 'id' ? event.id : event.host)
    const value = Buffer.from(JSON.stringify(this.#recordOf(event)))
    const headers = new Map([[Buffer.from('id'), Buffer.from(event.id)]])
    const message = { topic, value, headers, ...(key && { key }) }
    // As the clients of Kafka itself choose the partition of a key.
    const place = key === undefined ? this.#withoutKey++ : compatibilityPartitioner(message, key)
    return { ...message, partition: place % this.#partitions }
  }

  /**
   * Sends records in one request for each broker. Kafka refuses the records of a partition together if they
   * are too large: these are sent in halves, down to the record that is refused. Returns the number of
   * refused records.
   */
  async #produce(messages: readonly Message[], signal: AbortSignal): Promise<number> {
    try {
      await until(this.#producer.send({ messages: [...messages] }), { signal })
      return 0
    } catch (error) {
      signal.throwIfAborted()
      if (!isTooLarge(error)) throw kafkaFailure(error, this.#target.topic)
      const acknowledged = acknowledgedPartitions(error)
      const others = Map.groupBy(messages, ({ partition }) => partition)
      let refused = 0
      for (const [partition, part] of others) {
        if (acknowledged.has(partition)) continue
        if (part.length === 1) {
          refused++
          continue
        }
        const middle = Math.ceil(part.length / 2)
        refused += await this.#produce(part.slice(0, middle), signal)
        refused += await this.#produce(part.slice(middle), signal)
      }
      return refused
    }
  }
}

/** Options of connections: TLS, SASL and time limits. Throws a DeliveryError if they cannot be used. */
function connectionOptions(target: KafkaTarget): (broker: Broker) => ConnectionOptions {
  const { tls = false, verify_tls = true, sasl = 'none', user = '', password = '' } = target
  if (sasl !== 'none' && (user === '' || password === ''))
    throw new DeliveryError('SASL needs a user and a password.')
  const secureContext = tls ? secureContextOf(target) : undefined
  return ({ host }) => ({
    connectTimeout: connectTimeoutMs,
    requestTimeout: requestTimeoutMs,
    ...(secureContext && {
      tls: {
        secureContext,
        rejectUnauthorized: verify_tls,
        // TLS has no server names that are addresses; the certificate is then checked against the address.
        ...(isIP(host) === 0 && { servername: host }),
      },
    }),
    ...(sasl !== 'none' && { sasl: { mechanism: mechanisms[sasl], username: user, password } }),
  })
}

function secureContextOf({ ca, certificate, key }: KafkaTarget) {
  try {
    return createSecureContext({
      ...(ca !== undefined && { ca }),
      ...(certificate !== undefined && { cert: certificate }),
      ...(key !== undefined && { key }),
    })
  } catch (error) {
    throw new DeliveryError(`The certificates or the key cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}
