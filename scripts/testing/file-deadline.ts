/**
 * Vitest runs this before each test file. It has limits for tests and hooks, but none for a file: one that waits for ever while it
 * is loaded would hold up the whole run, and nobody learns which. In CI the process of such a file is ended, and the file has failed.
 */
import { writeSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

/** Seconds, with CI in the environment; above the longest file by far. A person sees which file hangs, and may ask a long one for more cases. */
const limit = process.env.CI ? Number(process.env.MILLRACE_FILE_LIMIT ?? 900) : undefined

if (limit !== undefined) {
  const file = expect.getState().testPath
  const end = () => {
    // One that failed while it was loaded has no afterAll, and others run in its process.
    if (expect.getState().testPath !== file) return
    writeSync(process.stderr.fd, `${file} has not ended within ${limit} s\n`)
    // Vitest lets no test file call process.exit.
    process.kill(process.pid, 'SIGKILL')
  }
  const timer = setTimeout(end, limit * 1_000).unref()
  afterAll(() => clearTimeout(timer))
}
