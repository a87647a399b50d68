import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { Client } from './client.ts'
import { inMemoryCgroup } from './memory-cgroup.ts'
import { groupMembers } from './process-group.ts'
import { programFile } from './program.ts'
import { until } from './until.ts'

export interface Address {
  host: string
  port: number
}

/** How a process ended. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
  seconds: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Environment and arguments that the launcher gives Node. */
const { environment: memoryEnvironment, nodeArguments } = JSON.parse(
  readFileSync(path.join(root, 'scripts', 'memory.json'), 'utf8'),
) as { environment: Record<string, string>; nodeArguments: string[] } // as that file says
const maxOutput = 1_000_000
const listeners = {
  syslog_udp: 'SYSLOG_UDP',
  syslog_tcp: 'SYSLOG_TCP',
  syslog_rfc5424: 'SYSLOG_RFC5424',
  syslog_tls: 'SYSLOG_TLS',
}

/** Whether a setting leaves the choice of a port to the system. */
function isPortOpen([name, value]: [name: string, value: string]): boolean {
  return value === '127.0.0.1:0' || (name === 'MILLRACE_HTTP_PORT' && value === '0')
}

/** The product in its own process group and data folder, accessed only through its output and its ports. */
export class Millrace {
  readonly token = `user-${randomBytes(24).toString('hex')}`
  readonly password = randomBytes(9).toString('base64url')
  readonly dataDir: string
  /** A client with the token of the administrator. */
  readonly client = new Client(this)
  /** Bound addresses by listener name (syslog_udp, ...); they stay the same after a restart. */
  readonly addresses: Record<string, Address> = {}
  url = ''
  /** Recent output of both streams. */
  output = ''
  /** How the last process ended; undefined while it runs. */
  ended: End | undefined
  readonly #settings: Record<string, string>
  readonly #program: string
  #child: ChildProcess | undefined
  #ended: Promise<End> | undefined
  #listening: (() => Promise<void>) | undefined

  /** Does not start it yet; see `restart`. `file`: the file that Node runs. */
  constructor(settings: Readonly<Record<string, string>> = {}, file = programFile) {
    this.#program = file
    this.dataDir = settings.MILLRACE_DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'millrace-'))
    this.#settings = {
      MILLRACE_HTTP_PORT: '0',
      MILLRACE_SYSLOG_UDP: '127.0.0.1:0',
      MILLRACE_SYSLOG_TCP: '127.0.0.1:0',
      MILLRACE_SYSLOG_RFC5424: '127.0.0.1:0',
      MILLRACE_JSON_TCP: 'off',
      MILLRACE_RAW_TCP: 'off',
      MILLRACE_RAW_UDP: 'off',
      MILLRACE_ADMIN_PASSWORD: this.password,
      MILLRACE_ADMIN_TOKEN: this.token,
      MILLRACE_LOG_LEVEL: 'warn',
      ...settings,
      MILLRACE_DATA_DIR: this.dataDir,
    }
  }

  /** Starts it with these settings (MILLRACE_...) and waits until it listens. */
  static async start(settings: Readonly<Record<string, string>> = {}, file?: string): Promise<Millrace> {
    const millrace = new Millrace(settings, file)
    await millrace.restart()
    return millrace
  }

  /** Process id of the server, which is also the id of its group. */
  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error('Millrace does not run')
    return pid
  }

  /** The address of a listener; throws when it is off. */
  address(name: string): Address {
    const address = this.addresses[name]
    if (address === undefined) throw new Error(`Millrace has told no address of ${name}`)
    return address
  }

  /** Changes settings, for commands and for the next start. */
  configure(more: Readonly<Record<string, string>>): void {
    Object.assign(this.#settings, more)
  }

  /**
   * Starts it again on the same data and ports, with these settings in addition to its own. It must have
   * ended. Resolves when it listens.
   */
  async restart(more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.begin(more)
    await this.listening()
  }

  /** Resolves when the process that was begun listens. */
  async listening(): Promise<void> {
    await this.#listening?.()
  }

  /** Starts it as `restart`, but does not wait until it listens. */
  async begin(more: Readonly<Record<string, string>> = {}): Promise<void> {
    this.configure(more)
    // Without it, the process begins before this returns.
    if (Object.entries(this.#settings).some(isPortOpen)) await this.choosePorts()
    const start = [process.execPath, ...nodeArguments, this.#program, 'start']
    const [file = '', ...words] = inMemoryCgroup(start)
    const child = spawn(file, words, {
      cwd: root,
      detached: true,
      env: { ...memoryEnvironment, ...environment(), ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.ended = undefined
    const started = this.output.length
    let printed = ''
    const hear = (chunk: Buffer) => {
      printed += chunk
      this.output = (this.output + chunk).slice(-maxOutput)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    this.#ended = new Promise(resolve => {
      child.once('exit', (code, signal) => {
        this.ended = { code, signal, seconds: 0 }
        resolve(this.ended)
      })
    })
    this.#listening = async () => {
      const url = await until('a line that Millrace listens', () => {
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`Millrace ended at its start:\n${this.output.slice(started)}`)
        }
        return /^listening (http:\S+)$/m.exec(printed)?.[1]
      })
      this.#remember(url, printed)
    }
  }

  /** Starts a command of the program, with the same settings. */
  command(...words: string[]): ChildProcess {
    const env = { ...memoryEnvironment, ...environment(), ...this.#settings }
    return spawn(process.execPath, [...nodeArguments, this.#program, ...words], { cwd: root, env })
  }

  /** Ends it with SIGTERM to the server process only. */
  async stop(): Promise<End> {
    const since = performance.now()
    process.kill(this.pid, 'SIGTERM')
    const end = await this.#end()
    return { ...end, seconds: (performance.now() - since) / 1_000 }
  }

  /** Sends SIGKILL to all of its processes at once. */
  async kill9(): Promise<void> {
    process.kill(-this.pid, 'SIGKILL')
    await this.#end()
  }

  /** Kills running processes and removes the data folder. */
  async remove(): Promise<void> {
    if (this.#child?.pid !== undefined && groupMembers(this.#child.pid).length > 0) await this.kill9()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  /**
   * Replaces port 0 in the settings by free ports that the system gives to no other process: an ephemeral
   * port could be taken while the service is down. The first start does it.
   */
  async choosePorts(): Promise<void> {
    for (const setting of Object.entries(this.#settings))
      if (isPortOpen(setting)) this.#settings[setting[0]] = setting[1].replace(/0$/, `${await freePort()}`)
  }

  /** A restart uses the same ports, so that senders find it. */
  #remember(url: string, printed: string): void {
    this.url = url
    this.#settings.MILLRACE_HTTP_PORT = new URL(url).port
    for (const [, name = '', host = '', port = ''] of printed.matchAll(
      /^([a-z][a-z0-9_-]*) (\S+):(\d+)$/gm,
    )) {
      if (name === 'listening') continue
      this.addresses[name] = { host, port: Number(port) }
      const setting = Object.entries(listeners).find(([known]) => known === name)?.[1]
      if (setting !== undefined) this.#settings[`MILLRACE_${setting}`] = `${host}:${port}`
    }
  }

  async #end(): Promise<End> {
    const child = this.#child
    if (child === undefined || this.#ended === undefined) throw new Error('Millrace does not run')
    let ended: End | undefined
    void this.#ended.then(end => {
      ended = end
    })
    const end = await until(`its end after ${this.output.slice(-500)}`, () => ended)
    const group = child.pid
    if (group !== undefined) {
      await until('the end of all its processes', () => groupMembers(group).length === 0)
    }
    if (child.stderr?.readableEnded === false) await once(child.stderr, 'end')
    return end
  }
}

/**
 * The environment without settings of Millrace and variables of the test runner, but with the launcher's
 * variables.
 */
function environment(): NodeJS.ProcessEnv {
  const foreign = /^(MILLRACE_|VITEST|NODE_(?!COMPILE_CACHE)|npm_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}
