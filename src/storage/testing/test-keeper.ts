import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** Libraries from Debian. */
export const javaFolder = '/usr/share/java'
const startTimeoutMs = 110_000
const answerTimeoutMs = 1_000
/** A killed replica's session ends after this time; until then the replica counts as present. */
export const sessionTimeoutMs = 3_000

/** A ZooKeeper on loopback, in place of ClickHouse Keeper: replicas use the same protocol for both. */
export class TestKeeper {
  readonly port: number
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'millrace-keeper-'))
  #child: ChildProcess | undefined
  #output = ''

  private constructor(port: number) {
    this.port = port
    const data = path.join(this.#folder, 'data')
    mkdirSync(data)
    const settings = {
      tickTime: 500,
      minSessionTimeout: 1_000,
      maxSessionTimeout: 60_000,
      dataDir: data,
      clientPort: port,
      clientPortAddress: '127.0.0.1',
      'admin.enableServer': false,
      '4lw.commands.whitelist': 'ruok',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(path.join(this.#folder, 'zoo.cfg'), lines.join(''))
  }

  /** Starts a keeper that answers. */
  static async start(): Promise<TestKeeper> {
    const keeper = new TestKeeper(await freePort())
    await keeper.restart()
    return keeper
  }

  /** Restarts it with the same data and port. */
  async restart(): Promise<void> {
    const java = [
      ...[
        'java',
        '-Xmx128m',
        '-XX:TieredStopAtLevel=1',
        '-Dzookeeper.forceSync=no',
        '-cp',
        `${javaFolder}/zookeeper.jar`,
      ],
      ...['org.apache.zookeeper.server.quorum.QuorumPeerMain', path.join(this.#folder, 'zoo.cfg')],
    ]
    // The keeper ends with this process.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...java], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    const keepOutput = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4_000)
    }
    child.stdout.on('data', keepOutput)
    child.stderr.on('data', keepOutput)
    for (const since = performance.now(); !(await this.#answers()); await sleep(50)) {
      if (child.exitCode !== null || performance.now() - since > startTimeoutMs)
        throw new Error(`ZooKeeper does not start: ${this.#output}`)
    }
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async #answers(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1', () => socket.end('ruok'))
    // While starting, it accepts connections that it neither answers nor closes.
    socket.setTimeout(answerTimeoutMs, () => socket.destroy())
    let answer = ''
    try {
      for await (const chunk of socket) answer += String(chunk)
    } catch {
      return false
    }
    return answer === 'imok'
  }
}
