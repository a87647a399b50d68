import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LineSender } from './testing/line-sender.ts'
import { programPath } from './testing/programs.ts'
import { startMillrace } from './testing/service.ts'
import { until } from './testing/until.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const millrace = startMillrace()

/** A command on a terminal of its own. */
class Terminal {
  /** Everything that the terminal got. */
  screen = ''
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess

  constructor(words: string) {
    const line = `stty cols 100 rows 30; exec ${process.execPath} ${main} ${words}`
    this.#child = spawn(
      programPath('script'),
      ['--quiet', '--return', '--flush', '--command', line, '/dev/null'],
      {
        env: {
          PATH: process.env.PATH,
          TERM: 'xterm-256color',
          TZ: 'UTC',
          MILLRACE_URL: millrace.url,
          MILLRACE_TOKEN: millrace.token,
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.screen += text
    })
    this.ended = new Promise(resolve => this.#child.once('close', resolve))
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys)
  }

  shows(text: string): Promise<unknown> {
    return until(`${text} on the terminal`, () => this.screen.includes(text), 30)
  }
}

test('a tail on a terminal has colours of its own only, and goes on when the service was restarted', async () => {
  const send = async (text: string) => {
    const sender = await LineSender.connect(millrace.address('syslog_tcp'))
    await sender.send(`<132>1 ${new Date().toISOString()} fw-1 app - - - ${text}\n`)
    await sender.end()
  }
  await send('terminal begins \u001b[31mred \u001b]0;title\u0007')
  const terminal = new Terminal('tail terminal')
  await terminal.shows('begins')
  expect(terminal.screen).toContain('\u001b[33mWARNING')
  expect(terminal.screen).toContain('begins \\x1b[31mred \\x1b]0;title\\x07')
  expect(terminal.screen).not.toContain('\u001b]0;')
  await millrace.stop()
  await terminal.shows('The connection is lost')
  await millrace.restart()
  await terminal.shows('Connected again')
  await send('terminal goes on')
  await terminal.shows('goes on')
  expect(terminal.screen.split('begins')).toHaveLength(2)
  terminal.type('\u0003')
  expect(await terminal.ended).toBe(130)
})

test('top takes the screen, and gives it back; a query is cut to the width', async () => {
  const top = new Terminal('top')
  await top.shows('SEVERITIES')
  await top.shows('fw-1')
  expect(top.screen).toContain('\u001b[?1049h')
  top.type('q')
  expect(await top.ended).toBe(0)
  expect(top.screen).toContain('\u001b[?1049l')

  const query = new Terminal('query search terminal --limit 1')
  expect(await query.ended).toBe(0)
  expect(query.screen).toMatch(/1 of 2 events are shown/)
})
