import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** A script in its own process. */
export function startChild(script: URL, ...args: string[]) {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(script), ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const exited = once(child, 'exit')
  return {
    lines: createInterface({ input: child.stdout }),
    /** Writes a line to its standard input. */
    say: (line: string) => void child.stdin.write(`${line}\n`),
    /** kill -9; resolves when the process is gone. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
  }
}
