/**
 * `npm test` and `npm run test:system`: a suite of `suites.ts`, or the named files. In CI the run has a
 * budget, and a file that fails is run once more, alone. If it passes then, it is listed as flaky and the run
 * passes. The result goes to TEST_RESULT as JSON.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsVariable, type GateEvent, readEvents } from './events.ts'
import { kill, testProcesses } from './leftovers.ts'
import {
  type FileOutcome,
  flakyLines,
  maxFilesRunAgain,
  mayRunAgain,
  outcomeOf,
  type RunOutcome,
  runningFiles,
  slowest,
} from './outcome.ts'
import type { Suite } from './suites.ts'

const slowestShown = 10

/** The result of a step of the gate. */
export interface SuiteResult {
  passed: number
  failed: number
  /** Readable lines: `flaky: FILE: TITLE: MESSAGE`. */
  flaky: readonly string[]
  /** Files that failed, also in their second run if they had one. */
  failedFiles: readonly string[]
}

/** Runs a suite with arguments for Vitest. Prints the result; returns whether it passes. */
export async function runTests(suite: Suite, words: readonly string[]): Promise<boolean> {
  const isCi = Boolean(process.env.CI)
  const budgetSeconds = isCi ? suite.budgetSeconds * factor() : undefined
  const env = isCi ? { TEST_FILE_SECONDS: String(suite.fileSeconds * factor()) } : {}
  const started = performance.now()
  const run = await runVitest(suite.name, ['--config', suite.config, ...words], { budgetSeconds, env })
  const outcome = outcomeOf(run.events)
  // With only a few files everything is visible anyway.
  if (outcome.files.length > slowestShown) printSlowest(outcome.files)
  printLeft(outcome)
  if (run.code === 0) return finish(outcome.files, [], [])

  const failed = outcome.files.filter(({ failures }) => failures.length > 0)
  for (const { message } of outcome.errors) console.error(`an error of no test file: ${message}`)
  const isLuckPossible =
    isCi &&
    !run.isOutOfTime &&
    outcome.errors.length === 0 &&
    failed.length > 0 &&
    failed.length <= maxFilesRunAgain &&
    failed.every(({ file }) => mayRunAgain(file, readFileSync(file, 'utf8')))
  if (!isLuckPossible) {
    finish(outcome.files, [], failed)
    return false
  }

  const flaky: FileOutcome[] = []
  for (const file of failed) {
    console.log(`\n== once more, alone: ${file.file} (${file.project})`)
    const leftSeconds = (budgetSeconds ?? 0) - (performance.now() - started) / 1_000
    const again = await runVitest(
      `${suite.name}, once more ${file.file}`,
      ['--config', suite.config, '--project', file.project, file.file],
      { budgetSeconds: Math.max(1, Math.round(leftSeconds)), env },
    )
    if (again.code === 0) flaky.push(file)
  }
  return finish(
    outcome.files,
    flaky,
    failed.filter(file => !flaky.includes(file)),
  )
}

/** On a busy machine, budgets are multiplied by TEST_BUDGET_FACTOR (`stress.ts`). */
function factor(): number {
  return Number(process.env.TEST_BUDGET_FACTOR ?? 1)
}

function printSlowest(files: readonly FileOutcome[]): void {
  console.log('\nThe slowest files:')
  for (const { file, project, durationMs } of slowest(files, slowestShown))
    console.log(`${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${file} (${project})`)
}

function printLeft({ left }: RunOutcome): void {
  for (const { file, commands } of left)
    for (const command of commands) console.log(`left running, and ended: ${file}: ${command}`)
}

/** Writes and prints the result. Returns whether no file failed twice. */
function finish(
  files: readonly FileOutcome[],
  flaky: readonly FileOutcome[],
  failed: readonly FileOutcome[],
): boolean {
  const result: SuiteResult = {
    passed:
      files.reduce((sum, file) => sum + file.passed, 0) +
      flaky.reduce((sum, file) => sum + file.failures.length, 0),
    failed: failed.reduce((sum, file) => sum + file.failures.length, 0),
    flaky: flaky.flatMap(flakyLines),
    failedFiles: failed.map(({ file }) => file),
  }
  if (process.env.TEST_RESULT) writeFileSync(process.env.TEST_RESULT, JSON.stringify(result))
  if (result.flaky.length > 0) console.log(`\n${result.flaky.join('\n')}`)
  for (const { file, failures } of failed)
    for (const { title, message } of failures)
      console.error(`failed: ${file}: ${title || 'the file'}: ${message.split('\n', 1)[0]}`)
  return failed.length === 0
}

/** One run of Vitest in its own process group. It ends with its budget and leaves no processes. */

const root = path.resolve(import.meta.dirname, '../..')
/** Time for the processes of files to report what keeps them running (`scripts/testing/file-process.ts`). */
const answerMs = 3_000

interface VitestRun {
  /** null when it was ended by a signal. */
  code: number | null
  events: readonly GateEvent[]
  isOutOfTime: boolean
}

/** Runs Vitest with these arguments after `run`. Without a budget its time is unlimited. */
async function runVitest(
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
