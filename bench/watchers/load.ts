import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const tickMillis = 20
const programs = ['asa', 'sshd', 'nginx', 'kernel', 'dhcpd', 'named', 'cron']
const hosts = 200

/** Events over syslog TCP at an even rate, and when each was sent. */
export class Load {
  /** For each write: how many events were sent up to it, and when. */
  readonly sent: { upTo: number; at: number; wallMillis: number }[] = []

  /** Events sent so far. */
  get events(): number {
    return this.sent.at(-1)?.upTo ?? 0
  }

  /** Resolves when the last line is on its way. */
  async send({ host, port }: { host: string; port: number }, rate: number, seconds: number): Promise<void> {
    const socket = connect(port, host)
    socket.resume()
    const broken = new Promise<never>((_, reject) => socket.once('error', reject))
    await Promise.race([this.#write(text => socket.write(text), rate, seconds), broken])
    socket.end()
  }

  async #write(write: (text: string) => void, rate: number, seconds: number): Promise<void> {
    const started = performance.now()
    for (;;) {
      const past = Math.min(seconds, (performance.now() - started) / 1_000)
      const upTo = Math.floor(past * rate)
      if (upTo > this.events) {
        const wallMillis = Date.now()
        const lines: string[] = []
        for (let n = this.events; n < upTo; n++) lines.push(lineOf(n, wallMillis))
        this.sent.push({ upTo, at: performance.now(), wallMillis })
        write(lines.join(''))
      }
      if (past >= seconds) return
      await setTimeout(tickMillis)
    }
  }
}

function lineOf(n: number, wallMillis: number): string {
  const time = new Date(wallMillis).toISOString()
  const program = programs[n % programs.length]
  return `<${(n * 11) % 192}>1 ${time} edge-${(n * 31) % hosts} ${program} - - - connection ${n} of client ${n % 977} was built\n`
}
