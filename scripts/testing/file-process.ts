import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { afterAll, expect, TestRunner } from 'vitest'
import { fileVariable } from '../../src/storage/testing/shared-processes.ts'
import { keyOf, writeEvent } from '../gate/events.ts'

/** Seconds. `npm test` and `npm run test:system` set it in CI; on a terminal a hanging file is visible. */
const limit = Number(process.env.TEST_FILE_SECONDS ?? 0)

/**
 * Begins a test file, in its process. Passes the file's name to all processes that the file starts, records
 * the process in which the file runs, answers SIGUSR2 with what keeps that process running, and in CI ends a
 * file that takes too long: Vitest has limits for tests and hooks, but not for a file that waits while it is
 * loaded.
 */
export function beginFile(): void {
  const testPath = expect.getState().testPath ?? ''
  const file = {
    project: TestRunner.getCurrentSuite().file?.projectName ?? '',
    file: path.relative(path.resolve(import.meta.dirname, '../..'), testPath),
  }
  process.env[fileVariable] = keyOf(file)
  writeEvent({ kind: 'begun', ...file, pid: process.pid, atMs: Date.now() })

  // For the processes and threads of later files: Node writes its cache only when a process ends.
  afterAll(() => flushCompileCache())

  // Files share a process: the latest one answers.
  process.removeAllListeners('SIGUSR2')
  process.on('SIGUSR2', () => writeSync(process.stderr.fd, `${whatKeeps(file.file)}\n`))

  if (limit > 0) {
    const end = () => {
      // A file that failed to load has no afterAll, and other files run in its process.
      if (expect.getState().testPath !== testPath) return
      writeSync(process.stderr.fd, `${file.file} has not ended within ${limit} s\n${whatKeeps(file.file)}\n`)
      // Vitest prevents test files from calling process.exit.
      process.kill(process.pid, 'SIGKILL')
    }
    const timer = setTimeout(end, limit * 1_000).unref()
    afterAll(() => clearTimeout(timer))
  }
}

/** The running test, and the open handles of this process. */
function whatKeeps(name: string): string {
  // Node documents the report; its types say `object`.
  const report = process.report.getReport() as { libuv?: readonly Handle[] }
  const handles = (report.libuv ?? []).filter(handle => handle.is_active && handle.is_referenced)
  const lines = handles.map(({ type, pid, fd, localEndpoint, remoteEndpoint, filename }) =>
    ['   ', type, ...Object.values({ pid, fd, filename }), localEndpoint?.ip4, remoteEndpoint?.ip4]
      .filter(Boolean)
      .join(' '),
  )
  const test = expect.getState().currentTestName ?? 'no test has begun'
  return [`  ${name} in "${test}", process ${process.pid}, open handles:`, ...lines].join('\n')
}

/** A handle in a diagnostic report of Node. */
interface Handle {
  type: string
  is_active: boolean
  is_referenced: boolean
  pid?: number
  fd?: number
  filename?: string
  localEndpoint?: { ip4?: string } | null
  remoteEndpoint?: { ip4?: string } | null
}
