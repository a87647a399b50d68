import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FaultCase } from './fault-case.ts'
import { faultCases, filesOf } from './fault-cases.ts'

/** As vitest's JSON reporter writes it. */
interface Report {
  testResults: readonly {
    name: string
    assertionResults: readonly { ancestorTitles: readonly string[]; title: string; status: string }[]
  }[]
}

const root = path.resolve(import.meta.dirname, '../..')
const files = filesOf(faultCases.values())
const isScenario = (file: string) => file.startsWith('scenarios/')
const own = ['--project', 'shared', '--project', 'isolated']
const system = ['--config', 'vitest.system.config.ts']

/** Runs the tests of all cases, in both configurations, and prints each case. Returns whether all pass. */
export function runFaults(): boolean {
  const ran = [
    ...run(
      own,
      files.filter(file => !isScenario(file)),
    ),
    ...run(system, files.filter(isScenario)),
  ]
  let failed = 0
  for (const [number, { says, tests }] of faultCases) {
    const missing = missingOf(tests, ran)
    if (missing.length > 0) failed++
    console.log(`${missing.length > 0 ? 'FAILED' : 'ok    '} ${String(number).padStart(2)} ${says}`)
    for (const line of missing) console.log(`          ${line}`)
  }
  console.log(`${faultCases.size - failed} of ${faultCases.size} cases hold`)
  return failed === 0
}

function run(options: readonly string[], some: readonly string[]): RanTest[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'faults-'))
  const output = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
    spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters, ...some],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, TEST_ALL_FILES: '1' },
      },
    )
    return readReport(output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Without a report no test has run. */
function readReport(output: string): RanTest[] {
  let report: Report
  try {
    // vitest wrote it.
    report = JSON.parse(readFileSync(output, 'utf8')) as Report
  } catch {
    return []
  }
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: path.relative(root, name).split(path.sep).join('/'),
      titles: [...ancestorTitles, title],
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
}

/** A test that has run. `titles`: of its surrounding blocks, and its own. */
export interface RanTest {
  file: string
  titles: readonly string[]
  status: 'passed' | 'failed' | 'skipped'
}

/** The reasons why a case does not pass: tests that failed, or did not run. */
export function missingOf(tests: FaultCase['tests'], ran: readonly RanTest[]): string[] {
  return tests.flatMap(([file, ...titles]) =>
    titles.flatMap(title => {
      const pattern = patternOf(title)
      const own = ran.filter(one => one.file === file && one.titles.some(name => pattern.test(name)))
      if (own.some(({ status }) => status === 'failed')) return [`${file}: ${title} failed`]
      return own.some(({ status }) => status === 'passed') ? [] : [`${file}: ${title} did not run`]
    }),
  )
}

/**
 * `test('…'`, `describe.each(rows)('…'`, also with the title on the next line. A permanently skipped test
 * proves nothing.
 */
const call =
  /(?:\b(?:test|it|describe)(?!(?:\.\w+)*\.(?:skip|todo)\b)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1\s*,/g

/** Titles of the tests in a test file and of their surrounding blocks, with `…` for template values. */
export function titlesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(call)].map(([, , title = '']) =>
      title.replace(/\$\{[^}]*\}/g, '…').replaceAll("\\'", "'"),
    ),
  )
}

/**
 * A pattern of the titles of one declared test after it has run, with the placeholders of its rows filled in.
 */
export function patternOf(title: string): RegExp {
  const parts = title.split(/…|%(?:\.\d+)?[a-zA-Z]|\$[A-Za-z][\w.]*/)
  return new RegExp(`^${parts.map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')}$`)
}
