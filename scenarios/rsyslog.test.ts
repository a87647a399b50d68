import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from './testing/client.ts'
import { Millrace } from './testing/millrace.ts'
import { programPath, run, unpackedRsyslog } from './testing/programs.ts'
import { until } from './testing/until.ts'

const lines = 5_000
const forms = [
  { word: 'trad', framing: 'traditional', template: 'RSYSLOG_TraditionalForwardFormat' },
  { word: 'isostamp', framing: 'traditional', template: 'RSYSLOG_ForwardFormat' },
  // This template sends the space behind the tag as part of MSG, which RFC 5424 keeps as it is.
  { word: 'ietfcount', framing: 'octet-counted', template: 'RSYSLOG_SyslogProtocol23Format', lead: ' ' },
  { word: 'bsdcount', framing: 'octet-counted', template: 'RSYSLOG_TraditionalForwardFormat' },
]

let millrace: Millrace
let client: Client
beforeAll(async () => {
  millrace = await Millrace.start()
  client = new Client(millrace)
})
afterAll(() => millrace.remove())

test.each(forms)('rsyslog forwards $template, $framing: every message once', async form => {
  const rsyslog = await Rsyslog.start(form, millrace.address('syslog_tcp').port)
  const messages = Array.from({ length: lines }, (_, i) => `${form.word} message ${i} of rsyslog`)
  try {
    await run(
      'logger',
      ['--socket', rsyslog.socket, '--tag', 'relayed', '--priority', 'daemon.err'],
      messages.join('\n'),
    )
    await until(
      `${lines} messages of ${form.word}`,
      async () => (await client.count(form.word)).events >= lines,
    )
  } finally {
    await rsyslog.stop()
  }
  const events = await client.events(form.word)
  const wanted = messages.map(message => (form.lead ?? '') + message)
  expect(events.map(({ message }) => message).sort()).toEqual(wanted.sort())
  const [name = ''] = hostname().split('.')
  for (const event of events) {
    expect(event).toMatchObject({
      host: name,
      program: 'relayed',
      facility_name: 'DAEMON',
      severity_name: 'ERROR',
      counter: 1,
    })
  }
})

/** A real rsyslogd that listens to a socket in a folder of its own and forwards all to one port. */
class Rsyslog {
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

  static async start(
    { framing, template }: { framing: string; template: string },
    port: number,
  ): Promise<Rsyslog> {
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-rsyslog-'))
    const rsyslog = new Rsyslog(
      folder,
      `global(workDirectory="${folder}")
       module(load="imuxsock" SysSock.Use="off")
       input(type="imuxsock" Socket="${folder}/log" CreatePath="on" RateLimit.Interval="0" UseSysTimeStamp="off")
       action(type="omfwd" target="127.0.0.1" port="${port}" protocol="tcp"
              TCP_Framing="${framing}" template="${template}")`,
    )
    await until('the socket of rsyslogd', () => existsSync(rsyslog.socket))
    return rsyslog
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGTERM')
      await once(this.#process, 'exit')
    }
    rmSync(this.#folder, { recursive: true })
  }
}

/** One that was unpacked beside another log daemon has its modules where it is. */
function modules(): string[] {
  const libraries = `${unpackedRsyslog}/usr/lib`
  if (!programPath('rsyslogd').startsWith(unpackedRsyslog)) return []
  const folder = readdirSync(libraries).find(name => existsSync(`${libraries}/${name}/rsyslog`))
  return ['-M', `${libraries}/${folder}/rsyslog`]
}
