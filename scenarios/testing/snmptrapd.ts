import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programPath, unpackedSnmptrapd } from './programs.ts'
import { isUdpPortOpen } from './udp-port.ts'
import { until } from './until.ts'

/** The community of traps that it takes. */
export const community = 'events'

/** A real snmptrapd on loopback, which appends the traps that it takes to a file. */
export class Snmptrapd {
  readonly #file: string
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'millrace-snmptrapd-'))
  readonly #process: ChildProcess

  private constructor(port: number, file: string, users: string) {
    this.#file = file
    const config = path.join(this.#folder, 'snmptrapd.conf')
    // A burst of traps fits into its buffer.
    writeFileSync(config, `authCommunity log ${community}\n[snmp] serverRecvBuf 4194304\n${users}\n`)
    const [library] = globSync(`${unpackedSnmptrapd}/usr/lib/*/libnetsnmptrapd.so*`)
    this.#process = spawn(
      programPath('snmptrapd'),
      // In the foreground, with numeric OIDs; without MIBs and other configuration.
      [...['-f', '-A', '-Lf', file, '-On', '-m', '', '-C', '-c', config], ...[`udp:127.0.0.1:${port}`]],
      {
        stdio: 'ignore',
        env: {
          ...process.env,
          SNMP_PERSISTENT_DIR: this.#folder,
          ...(library !== undefined && { LD_LIBRARY_PATH: path.dirname(library) }),
        },
      },
    )
  }

  /** `users`: lines of snmptrapd.conf. It takes traps of an engine only if it knows the engine's id. */
  static async start({ port, file, users = '' }: { port: number; file: string; users?: string }) {
    const receiver = new Snmptrapd(port, file, users)
    await until('snmptrapd to listen', () => {
      if (receiver.#process.exitCode !== null) throw new Error(`snmptrapd ended: ${receiver.output}`)
      return isUdpPortOpen(port)
    })
    return receiver
  }

  /** The file: messages and traps. */
  get output(): string {
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : ''
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit')
      this.#process.kill('SIGKILL')
      await ended
    }
    rmSync(this.#folder, { recursive: true })
  }
}
