import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programPath } from './programs.ts'
import { until } from './until.ts'

/** A real syslog-ng that reads a socket and forwards everything to one destination. */
export class SyslogNg {
  readonly socket: string
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(folder: string, config: string) {
    this.#folder = folder
    this.socket = path.join(folder, 'log')
    const file = (name: string) => path.join(folder, name)
    writeFileSync(file('syslog-ng.conf'), config)
    const files = { '-f': 'syslog-ng.conf', '-R': 'persist', '-p': 'pid', '-c': 'control' }
    const args = Object.entries(files).flatMap(([option, name]) => [option, file(name)])
    this.#process = spawn(programPath('syslog-ng'), ['--foreground', '--no-caps', ...args], {
      stdio: 'ignore',
    })
  }

  /**
   * Starts it with a statement that defines the destination `d_millrace`. With flow control, at most as many
   * messages are under way as the window of its source allows: the default of 100 would wait for the timeout
   * of each batch. `otherSockets`: sockets of the statement's own sources.
   */
  static async start(destination: string, otherSockets: readonly string[] = []): Promise<SyslogNg> {
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-syslog-ng-'))
    const relay = new SyslogNg(
      folder,
      `@version: 3.38
       options { keep-hostname(yes); stats-freq(0); };
       source local { unix-stream("${folder}/log" max-connections(2) log-iw-size(10000)); };
       ${destination}
       log { source(local); destination(d_millrace); flags(flow-control); };`,
    )
    const sockets = [relay.socket, ...otherSockets]
    for (const socket of sockets) await until(`${socket} of syslog-ng`, () => accepts(socket))
    return relay
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill(signal)
      await once(this.#process, 'exit')
    }
    rmSync(this.#folder, { recursive: true })
  }
}

/** Whether a process listens on a Unix socket; its file may exist earlier. */
function accepts(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = createConnection({ path }, () => {
      connection.destroy()
      resolve(true)
    })
    connection.on('error', () => resolve(false))
  })
}
