import { closeSync, openSync, writeSync } from 'node:fs'
import { Consumer, MessagesStreamModes, stringDeserializers } from '@platformatic/kafka'
import { KafkaBroker } from './kafka-broker.ts'

export const topic = 'events'
const partitions = 3

/** A broker with a topic, and a consumer that appends each record to a file once, a line each. */
export class KafkaReceiver {
  readonly #broker: KafkaBroker
  readonly #file: number
  /** The next record of each partition. */
  readonly #offsets = new Array<bigint>(partitions).fill(0n)
  #consumer: Consumer<string, string, string, string> | undefined
  #reading: Promise<void> = Promise.resolve()

  private constructor(broker: KafkaBroker, file: string) {
    this.#broker = broker
    this.#file = openSync(file, 'a')
  }

  /** `advertised`: the place where producers connect to the broker, which listens on `port`. */
  static async start({ file, ...listener }: { file: string; port: number; advertised: string }) {
    const receiver = new KafkaReceiver(await KafkaBroker.start(listener), file)
    await receiver.#broker.createTopic(topic, partitions)
    await receiver.#consume()
    return receiver
  }

  async kill(): Promise<void> {
    await this.#consumer?.close(true)
    await this.#reading
    await this.#broker.kill()
  }

  async restart(): Promise<void> {
    await this.#broker.restart()
    await this.#consume()
  }

  async remove(): Promise<void> {
    closeSync(this.#file)
    await this.#broker.remove()
  }

  async #consume(): Promise<void> {
    const consumer = new Consumer({
      clientId: 'scenario',
      // A group that a killed broker knows would wait for its members.
      groupId: `reader-${performance.now()}`,
      bootstrapBrokers: [this.#broker.plain],
      deserializers: stringDeserializers,
    })
    this.#consumer = consumer
    const stream = await consumer.consume({
      topics: [topic],
      mode: MessagesStreamModes.MANUAL,
      offsets: this.#offsets.map((offset, partition) => ({ topic, partition, offset })),
      autocommit: false,
      maxWaitTime: 100,
    })
    this.#reading = (async () => {
      for await (const { value, partition, offset } of stream) {
        writeSync(this.#file, `${value}\n`)
        this.#offsets[partition] = offset + 1n
      }
    })()
  }
}
