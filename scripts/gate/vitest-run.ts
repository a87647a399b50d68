/** One run of Vitest in its own process group. It ends with its budget and leaves no processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsVariable, type GateEvent, readEvents } from './events.ts'
import { kill, testProcesses } from './leftovers.ts'
import { runningFiles } from './outcome.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Time for the processes of files to report what keeps them running (`scripts/testing/file-process.ts`). */
const answerMs = 3_000

export interface VitestRun {
  /** null when it was ended by a signal. */
  code: number | null
  events: readonly GateEvent[]
  isOutOfTime: boolean
}

/** Runs Vitest with these arguments after `run`. Without a budget its time is unlimited. */
export async function runVitest(
  name: string,
  words: readonly string[],
  options: { budgetSeconds: number | undefined; env?: Readonly<Record<string, string>> },
): Promise<VitestRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-run-'))
  const eventsFile = path.join(folder, 'events.jsonl')
  const reporters = ['--reporter=default', '--reporter=./scripts/gate/reporter.ts']
  // Its own group, except on a terminal, where Ctrl-C must reach it.
  const detached = !process.stdin.isTTY
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'node_modules/vitest/vitest.mjs',
      'run',
      ...reporters,
      ...words,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      detached,
      env: { ...process.env, ...options.env, [eventsVariable]: eventsFile },
    },
  )
  const endRun = () => kill(detached ? -(child.pid ?? 0) : (child.pid ?? 0))
  process.on('SIGTERM', endRun).on('SIGINT', endRun)
  const ended = once(child, 'exit')
  let isOutOfTime = false
  const { budgetSeconds } = options
  const budget =
    budgetSeconds === undefined
      ? undefined
      : setTimeout(async () => {
          isOutOfTime = true
          await reportRunning(`${name} has not ended within ${budgetSeconds} s`, eventsFile)
          endRun()
        }, budgetSeconds * 1_000)
  try {
    const [code] = (await ended) as [number | null] // as `exit` passes it
    return { code, events: readEvents(eventsFile), isOutOfTime }
  } finally {
    clearTimeout(budget)
    process.off('SIGTERM', endRun).off('SIGINT', endRun)
    for (const { pid } of testProcesses(eventsFile)) kill(pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Prints the running files, with the processes that they have started; each file's process adds what keeps it
 * running.
 */
async function reportRunning(what: string, eventsFile: string): Promise<void> {
  console.error(`\n${what}. What was running:`)
  const children = testProcesses(eventsFile)
  for (const { project, file, pid, atMs } of runningFiles(readEvents(eventsFile))) {
    console.error(`  ${file} (${project}), for ${Math.round((Date.now() - atMs) / 1_000)} s, process ${pid}`)
    for (const child of children.filter(process => process.file === `${project}:${file}`))
      console.error(`    its child ${child.pid}: ${child.command}`)
    try {
      process.kill(pid, 'SIGUSR2')
    } catch {
      console.error('    its process has ended')
    }
  }
  await sleep(answerMs)
}
