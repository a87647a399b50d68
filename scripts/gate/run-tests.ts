/**
 * `npm test` and `npm run test:system`: a suite of `suites.ts`, or the named files. In CI the run has a
 * budget, and a file that fails is run once more, alone. If it passes then, it is listed as flaky and the run
 * passes. The result goes to TEST_RESULT as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  type FileOutcome,
  flakyLines,
  maxFilesRunAgain,
  mayRunAgain,
  outcomeOf,
  type RunOutcome,
  slowest,
} from './outcome.ts'
import type { Suite } from './suites.ts'
import { runVitest } from './vitest-run.ts'

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
