import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import { onTestFinished, vi } from 'vitest'
import { type TokenName, tokenSecret } from '../../api/testing/people.ts'
import type { TestServer } from '../../api/testing/test-server.ts'

/** Runs commands as a person does who stands in a folder of its own. */
export interface CommandLine {
  /** What the command prints; lines of standard error behind an exclamation mark. */
  run(command: Command, ...words: string[]): Promise<string[]>
  /** The path of a file of the folder, which is written where there is a text. */
  file(name: string, text?: string): string
}

/** Until the end of the test, for which it is to be opened anew: it takes over what is printed. */
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

/** Lets a server listen. Returns the options that lead a command to it. */
export async function remoteOptions(server: TestServer, token: TokenName): Promise<string[]> {
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  return ['--url', url, '--token', tokenSecret(token)]
}
