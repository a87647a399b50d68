import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programPath, unpackedRsyslog } from './programs.ts'
import { until } from './until.ts'

/** A real rsyslogd that reads a socket and forwards everything with one action. */
export class Rsyslog {
  readonly socket: string
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(folder: string, config: string) {
    this.#folder = folder
    this.socket = path.join(folder, 'log')
    writeFileSync(path.join(folder, 'rsyslog.conf'), config)
    this.#process = spawn(
      programPath('rsyslogd'),
      [...['-n', '-f', path.join(folder, 'rsyslog.conf'), '-i', path.join(folder, 'pid')], ...modules()],
      { stdio: 'ignore' },
    )
  }

  /** Starts it with these rules after its input. */
  static async start(rules: string): Promise<Rsyslog> {
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-rsyslog-'))
    const rsyslog = new Rsyslog(
      folder,
      `global(workDirectory="${folder}")
       module(load="imuxsock" SysSock.Use="off")
       input(type="imuxsock" Socket="${folder}/log" CreatePath="on" RateLimit.Interval="0" UseSysTimeStamp="off")
       ${rules}`,
    )
    await until('the socket of rsyslogd', () => existsSync(rsyslog.socket))
    return rsyslog
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

/** An unpacked rsyslogd has its modules next to it. */
function modules(): string[] {
  const libraries = `${unpackedRsyslog}/usr/lib`
  if (!programPath('rsyslogd').startsWith(unpackedRsyslog)) return []
  const folder = readdirSync(libraries).find(name => existsSync(`${libraries}/${name}/rsyslog`))
  return ['-M', `${libraries}/${folder}/rsyslog`]
}
