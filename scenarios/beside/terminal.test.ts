import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LineSender } from '../testing/line-sender.ts'
import { programFile } from '../testing/program.ts'
import { programPath } from '../testing/programs.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-terminal-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A command on its own terminal. */
class Terminal {
  /** Everything that the terminal received. */
  screen = ''
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess

  constructor(command: string, env: Record<string, string> = {}) {
    const line = `stty cols 100 rows 30; exec ${command}`
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
          ...env,
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
    return until(`${text} on the terminal`, () => this.screen.includes(text))
  }
}

const command = (words: string) => new Terminal(`${process.execPath} ${programFile} ${words}`)

test('a tail on a terminal has colours of its own only, and continues when the service was restarted', async () => {
  const send = async (text: string) => {
    const sender = await LineSender.connect(millrace.address('syslog_tcp'))
    await sender.send(`<132>1 ${new Date().toISOString()} fw-1 app - - - ${text}\n`)
    await sender.end()
  }
  await send('terminal begins \u001b[31mred \u001b]0;title\u0007')
  const terminal = command('tail terminal')
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
  const top = command('top')
  await top.shows('SEVERITIES')
  await top.shows('fw-1')
  expect(top.screen).toContain('\u001b[?1049h')
  top.type('q')
  expect(await top.ended).toBe(0)
  expect(top.screen).toContain('\u001b[?1049l')

  const query = command('query search terminal --limit 1')
  expect(await query.ended).toBe(0)
  expect(query.screen).toMatch(/1 of 2 events are shown/)
})

/** How each shell is started, and where it looks for the output of `millrace completion`. */
const shells = {
  bash: {
    start: 'bash --noprofile --rcfile bash/rc',
    file: 'bash/millrace',
    rc: ['bash/rc', '. bash/millrace'],
  },
  zsh: {
    start: 'zsh',
    file: 'zsh/_millrace',
    rc: ['zsh/.zshrc', `fpath=(${folder}/zsh $fpath); autoload -Uz compinit; compinit -u -D`],
  },
  fish: {
    start: 'fish',
    file: 'fish/completions/millrace.fish',
    rc: ['fish/config.fish', 'set fish_greeting'],
  },
} as const

test.each(['bash', 'zsh', 'fish'] as const)('%s completes on a terminal', async shell => {
  const { start, file, rc } = shells[shell]
  const write = (name: string, text: string) => {
    const target = path.join(folder, name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text, { mode: 0o755 })
  }
  write(file, execFileSync(process.execPath, [programFile, 'completion', shell], { encoding: 'utf8' }))
  // Prints its arguments.
  write('bin/millrace', '#!/bin/sh\necho "words: $*."\n')
  const prompt = shell === 'fish' ? "function fish_prompt; echo 'ready> '; end" : "PS1='ready> '"
  write(rc[0], `${rc[1]}\n${prompt}\n`)
  const [program = '', ...words] = start.split(' ')
  const terminal = new Terminal(`sh -c 'cd ${folder}; exec ${programPath(program)} ${words.join(' ')}'`, {
    PATH: `${folder}/bin:/usr/bin:/bin`,
    HOME: folder,
    ZDOTDIR: `${folder}/zsh`,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: `${folder}/data`,
  })
  await terminal.shows('ready> ')
  terminal.type('millrace que\tTop\t--format ba\t--with-sub\t\r')
  await terminal.shows('words: query TopN --format bars --with-subperiods.')
  terminal.type('exit\r')
  await terminal.ended
})
