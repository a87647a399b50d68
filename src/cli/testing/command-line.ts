import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import { onTestFinished, vi } from 'vitest'
import { type TokenName, tokenSecret } from '../../api/testing/people.ts'
import type { TestServer } from '../../api/testing/test-server.ts'

/** Runs commands as from a shell in a folder of its own. */
export interface CommandLine {
  /** The output of the command; lines of standard error begin with an exclamation mark. */
  run(command: Command, ...words: string[]): Promise<string[]>
  /** The path of a file in the folder. Writes the file if `text` is given. */
  file(name: string, text?: string): string
}

/** Captures printed output until the end of the test. Open it again for each test. */
export function openCommandLine(): CommandLine {
  const folder = mkdtempSync(path.join(tmpdir(), 'command-'))
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation(line => void printed.push(String(line)))
  const error = vi.spyOn(console, 'error').mockImplementation(line => void printed.push(`! ${line}`))
  onTestFinished(() => {
    log.mockRestore()
    error.mockRestore()
    process.exitCode = 0
    rmSync(folder, { recursive: true })
  })
  return {
    async run(command, ...words) {
      await command.parseAsync(words, { from: 'user' })
      return printed.splice(0)
    },
    file(name, text) {
      const place = path.join(folder, name)
      if (text !== undefined) writeFileSync(place, text)
      return place
    },
  }
}

/** Makes a server listen. Returns the options with which a command reaches it. */
export async function remoteOptions(server: TestServer, token: TokenName): Promise<string[]> {
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  return ['--url', url, '--token', tokenSecret(token)]
}
