import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Admin } from '@platformatic/kafka'
import { freePort } from '../../../src/storage/testing/free-port.ts'
import { makeCertificate } from '../certificate.ts'
import { kafkaFolder, run } from '../programs.ts'
import { until } from '../until.ts'

/** The account that the SASL listener accepts. */
export const account = { user: 'millrace', password: 'a producer of the company' }
/** Where the listener `elsewhere` says that the broker is, unless it gets another place. */
export const lostAddress = '169.254.10.10'
const java = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-cp', `${kafkaFolder}/*`]

/** A real Kafka broker on loopback, which is its own controller. */
export class KafkaBroker {
  /** `host:port` of its listeners: without and with SASL over TLS, and one that names another address. */
  readonly plain: string
  readonly sasl: string
  readonly elsewhere: string
  /** Its certificate, which is its own authority. */
  readonly ca: string
  readonly #folder: string
  #child: ChildProcess | undefined
  #output = ''

  private constructor(
    folder: string,
    ca: string,
    [plain, sasl, elsewhere]: readonly [number, number, number],
  ) {
    this.#folder = folder
    this.ca = ca
    this.plain = `127.0.0.1:${plain}`
    this.sasl = `127.0.0.1:${sasl}`
    this.elsewhere = `127.0.0.1:${elsewhere}`
  }

  /** Starts a broker without topics. Its listener `elsewhere`, at `port`, names the place `advertised`. */
  static async start({
    port,
    advertised,
  }: {
    port?: number
    advertised?: string
  } = {}): Promise<KafkaBroker> {
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-kafka-'))
    const { cert, key } = await makeCertificate(folder)
    const identity = path.join(folder, 'identity.pem')
    writeFileSync(identity, `${readFileSync(key, 'utf8')}${readFileSync(cert, 'utf8')}`)
    const ports = [await freePort(), await freePort(), port ?? (await freePort())] as const
    const broker = new KafkaBroker(folder, readFileSync(cert, 'utf8'), ports)
    const controller = `127.0.0.1:${await freePort()}`
    const settings = {
      'process.roles': 'broker,controller',
      'node.id': 1,
      'controller.quorum.voters': `1@${controller}`,
      'controller.listener.names': 'CONTROLLER',
      listeners: `PLAIN://${broker.plain},SASL://${broker.sasl},ELSEWHERE://${broker.elsewhere},CONTROLLER://${controller}`,
      'advertised.listeners': `PLAIN://${broker.plain},SASL://${broker.sasl},ELSEWHERE://${advertised ?? `${lostAddress}:${ports[2]}`}`,
      'listener.security.protocol.map':
        'PLAIN:PLAINTEXT,SASL:SASL_SSL,ELSEWHERE:PLAINTEXT,CONTROLLER:PLAINTEXT',
      'inter.broker.listener.name': 'PLAIN',
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': identity,
      'sasl.enabled.mechanisms': 'SCRAM-SHA-256',
      'listener.name.sasl.scram-sha-256.sasl.jaas.config':
        'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      'log.dirs': path.join(folder, 'data'),
      'auto.create.topics.enable': false,
      'offsets.topic.num.partitions': 1,
      'offsets.topic.replication.factor': 1,
      // Memory for compaction, by default 128 MiB.
      'log.cleaner.enable': false,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(broker.#file, lines.join(''))
    const { user, password } = account
    await run('java', [
      ...[...java, 'kafka.tools.StorageTool', 'format', '--config', broker.#file],
      ...['--cluster-id', 'bWlsbHJhY2UtbWlsbHJhYw'],
      ...['--add-scram', `SCRAM-SHA-256=[name=${user},password=${password}]`],
    ])
    await broker.restart()
    return broker
  }

  get #file(): string {
    return path.join(this.#folder, 'server.properties')
  }

  /** Starts it on its data. */
  async restart(): Promise<void> {
    // The broker ends with this process.
    const words = ['--pdeathsig', 'KILL', 'java', ...java, 'kafka.Kafka', this.#file]
    const child = spawn('setpriv', words, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    const keepOutput = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4_000)
    }
    child.stdout.on('data', keepOutput)
    child.stderr.on('data', keepOutput)
    await until('Kafka answers', async () => {
      if (child.exitCode !== null) throw new Error(`Kafka does not start: ${this.#output}`)
      return this.administer(admin => admin.listTopics()).then(
        () => true,
        () => false,
      )
    })
  }

  /** `configs`: of the topic, such as `max.message.bytes`. */
  async createTopic(topic: string, partitions: number, configs: Record<string, string> = {}): Promise<void> {
    const list = Object.entries(configs).map(([name, value]) => ({ name, value }))
    await this.administer(admin =>
      admin.createTopics({ topics: [topic], partitions, replicas: 1, configs: list }),
    )
  }

  async administer<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> {
    const admin = new Admin({ clientId: 'scenario', bootstrapBrokers: [this.plain], retries: 0 })
    try {
      return await work(admin)
    } finally {
      await admin.close()
    }
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
