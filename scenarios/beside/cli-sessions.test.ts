import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeDashboard, openTestService } from '../../src/cli/testing/test-service.ts'
import { programFile } from '../testing/program.ts'
import { programPath } from '../testing/programs.ts'
import { until } from '../testing/until.ts'

const document = fileURLToPath(new URL('../../docs/cli.md', import.meta.url))

/** A shell in its own terminal. */
class Terminal {
  readonly #socket: string

  constructor(folder: string, env: Record<string, string>) {
    this.#socket = path.join(folder, 'tmux')
    const shell = ['env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
    this.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', '110', '-y', '50', ...shell, 'bash', '--norc')
  }

  /** The command followed by its output. */
  async run(command: string): Promise<string> {
    await this.reset()
    this.type(`${command}\n`)
    return (await this.until(lines => lines.length > 1 && lines.at(-1) === '$')).slice(1, -1).join('\n')
  }

  /** An empty screen with a prompt. */
  async reset(): Promise<void> {
    await this.until(lines => lines.at(-1) === '$')
    // C-l: the shell clears the screen; tmux keeps its lines.
    this.type('\f')
    await this.until(lines => lines.length === 1 && lines[0] === '$', 'screen')
    this.#tmux('clear-history')
  }

  type(keys: string): void {
    this.#tmux('send-keys', '-l', keys)
  }

  /**
   * The lines of the terminal, including scrolled ones, with wrapped lines joined, once they are as wanted.
   */
  async until(areWanted: (lines: string[]) => boolean, of: 'screen' | 'all' = 'all'): Promise<string[]> {
    const words = ['capture-pane', '-p', '-J', ...(of === 'all' ? ['-S', '-'] : [])]
    let lines: string[] = []
    const read = () => {
      lines = this.#tmux(...words)
        .trimEnd()
        .split('\n')
        .map(line => line.trimEnd())
      return areWanted(lines) && lines
    }
    return await until('a wanted screen', read).catch((error: unknown) => {
      throw new Error(`the terminal shows:\n${lines.join('\n')}`, { cause: error })
    })
  }

  close(): void {
    this.#tmux('kill-server')
  }

  #tmux(...words: string[]): string {
    return execFileSync(programPath('tmux'), ['-S', this.#socket, ...words], { encoding: 'utf8' })
  }
}

/** The current content of a `console` block. */
async function consoleBlock(terminal: Terminal, block: string): Promise<string> {
  const shown: string[] = []
  for (const command of block.split('\n').filter(line => line.startsWith('$ '))) {
    const printed = await terminal.run(command.slice(2))
    shown.push(command, ...(printed === '' ? [] : [printed]))
  }
  return shown.join('\n')
}

/** Sessions in which input is typed while a command runs. */
const sessions: Readonly<Record<string, (terminal: Terminal, url: string) => Promise<string[]>>> = {
  async login(terminal, url) {
    await terminal.run('unset MILLRACE_URL MILLRACE_TOKEN')
    await terminal.reset()
    terminal.type(`millrace login --url ${url} --user admin --read-only\n`)
    await terminal.until(lines => lines.at(-1)?.includes('assword') === true)
    terminal.type('secret\n')
    await terminal.until(lines => lines.at(-1) === '$')
    terminal.type('millrace query TopN --field program --limit 1 --range 2026-01-01 --timezone UTC\n')
    const shown = await terminal.until(lines => lines.at(-1) === '$' && lines.join('').includes('sshd'))
    return shown.slice(0, -1)
  },
  async completion(terminal) {
    await terminal.run('source <(millrace completion bash)')
    await terminal.reset()
    terminal.type('millrace query T\t\t')
    await terminal.until(lines => lines.some(line => line.includes('TopN')))
    terminal.type('op\t--format \t\t')
    const shown = await terminal.until(lines => lines.some(line => line.includes('xlsx')))
    terminal.type('\u0003')
    return shown
  },
}

/**
 * The sessions of docs/cli.md as a terminal of 110 columns shows them, with sample data: in a block of
 * `console` each line that begins with
 * `$ ` is a command, and a block of `text` after `<!-- session: name -->` is a session from above. `npm test`
 * compares `console` blocks too, without a terminal.
 */
test('the sessions of docs/cli.md are what a terminal shows: with -u this file writes them again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-sessions-'))
  const service = await openTestService()
  await makeDashboard(service)
  const [, url = '', , token = ''] = service.remote
  mkdirSync(path.join(folder, 'bin'))
  writeFileSync(
    path.join(folder, 'bin/millrace'),
    `#!/bin/sh\nexec ${process.execPath} ${programFile} "$@"\n`,
    {
      mode: 0o755,
    },
  )
  const terminal = new Terminal(folder, {
    HOME: folder,
    PATH: `${folder}/bin:/usr/bin:/bin`,
    TERM: 'screen-256color',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PS1: '$ ',
    MILLRACE_URL: url,
    MILLRACE_TOKEN: token,
  })
  try {
    const text = readFileSync(document, 'utf8')
    const block =
      /(?<=^```console\n)[\s\S]*?(?=\n```$)|(?<=^<!-- session: \w+ -->\n```text\n)[\s\S]*?(?=\n```$)/gm
    let written = ''
    let at = 0
    for (const { 0: old, index } of text.matchAll(block)) {
      const [, name] = /<!-- session: (\w+) -->\n```text\n$/.exec(text.slice(at, index)) ?? []
      const session = name === undefined ? undefined : sessions[name]
      const shown = session ? (await session(terminal, url)).join('\n') : await consoleBlock(terminal, old)
      written +=
        text.slice(at, index) + shown.replaceAll(url, 'http://127.0.0.1:8080').replaceAll(folder, '~')
      at = index + old.length
    }
    await expect(written + text.slice(at)).toMatchFileSnapshot(document)
  } finally {
    terminal.close()
    await service.close()
    rmSync(folder, { recursive: true })
  }
}, 900_000)
