/**
 * `npm run test:stress -- N` and `-- system N`: runs the whole suite N times beside two busy loops,
 * alternating between two other orders of its files, with operations that end late (late-operations.mjs), and
 * lists failed and flaky tests. Budgets are three times as long, since most of the processor is busy.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SuiteResult } from './run-tests.ts'

const busyLoops = 2
const orders = ['2', '3']
const budgetFactor = '3'
const maxRuns = 1_000
const lateOperations = new URL('late-operations.mjs', import.meta.url).href
const programs = { test: 'scripts/test.ts', system: 'scripts/test-system.ts' }

/** `words`: the number of runs, with `system` in front for scenarios. Returns whether all runs passed. */
export async function runStress(words: readonly string[]): Promise<boolean> {
  const isSystem = words[0] === 'system'
  const runs = Number(words[isSystem ? 1 : 0])
  if (!Number.isInteger(runs) || runs < 1 || runs > maxRuns)
    throw new Error(
      `test:stress takes a number of runs from 1 to ${maxRuns}, with system before it for scenarios`,
    )
  const loops = Array.from({ length: busyLoops }, () => spawn(process.execPath, ['-e', 'for (;;) {}']))
  try {
    const results: (SuiteResult | undefined)[] = []
    for (let i = 0; i < runs; i++) {
      const order = orders[i % orders.length] ?? '2'
      console.log(`\n== run ${i + 1} of ${runs}, files in order ${order}`)
      results.push(await runOnce(programs[isSystem ? 'system' : 'test'], order))
    }
    return summarize(results)
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

/** undefined when the run ended without a result. */
async function runOnce(program: string, order: string): Promise<SuiteResult | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-stress-'))
  const file = path.join(folder, 'result.json')
  try {
    const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${lateOperations}`,
        CI: 'true',
        TEST_FILE_ORDER: order,
        TEST_BUDGET_FACTOR: budgetFactor,
        TEST_RESULT: file,
      },
    })
    await once(child, 'exit')
    // `runTests` wrote it.
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SuiteResult) : undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Prints a line for each file or test that did not pass at first, with the number of its runs. */
function summarize(results: readonly (SuiteResult | undefined)[]): boolean {
  const lines = results.flatMap(result =>
    result === undefined
      ? ['failed: a run without a result']
      : [...new Set(result.failedFiles.map(file => `failed: ${file}`)), ...result.flaky],
  )
  for (const [line, same] of Map.groupBy(lines, line => line)) console.log(`${same.length} times ${line}`)
  const failed = results.filter(result => result === undefined || result.failedFiles.length > 0).length
  console.log(`\n${results.length - failed} passed, ${failed} failed`)
  return failed === 0
}
