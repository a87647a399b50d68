import { expect, test } from 'vitest'
import type { GateEvent } from './events.ts'
import { flakyLines, mayRunAgain, outcomeOf, runningFiles, slowest } from './outcome.ts'

const first = { project: 'shared', file: 'src/first.test.ts' }
const second = { project: 'shared', file: 'src/second.test.ts' }
const failure = { title: 'adds', message: 'expected 3 to be 2\nmore' }
const ended = (file: typeof first, durationMs: number, failures = [failure]): GateEvent => ({
  kind: 'ended',
  ...file,
  durationMs,
  passed: 1,
  skipped: 0,
  failures,
})
const begun = (file: typeof first, pid: number): GateEvent => ({ kind: 'begun', ...file, pid, atMs: 0 })

test('a file that has begun and not ended has failed, and so has a run without an end', () => {
  const events = [begun(first, 1), ended(first, 10, []), begun(second, 2)]
  expect(outcomeOf(events)).toEqual({
    files: [
      { ...first, durationMs: 10, passed: 1, skipped: 0, failures: [] },
      {
        ...second,
        durationMs: 0,
        passed: 0,
        skipped: 0,
        failures: [{ title: '', message: 'has not ended' }],
      },
    ],
    errors: [{ title: '', message: 'the run did not end' }],
    left: [],
  })
  expect(runningFiles(events)).toEqual([{ kind: 'begun', ...second, pid: 2, atMs: 0 }])
})

test('the death of a process is a failure of its file, other errors are none of a file', () => {
  const dead = { title: '', message: '[vitest-pool]: Worker forks emitted error.' }
  const other = { title: '', message: 'connect ECONNREFUSED' }
  const { files, errors } = outcomeOf([begun(first, 1), { kind: 'run-ended', errors: [dead, other] }])
  expect([files.map(({ failures }) => failures.length), errors]).toEqual([[1], [other]])
})

test.each([
  ['src/api/tasks/tasks.test.ts', "import { test } from 'vitest'", true],
  ['scenarios/beside/search-box.test.ts', 'await millrace.remove()', true],
  ['src/query/exactness.test.ts', '', false],
  ['src/filter/match/matcher.test.ts', "import fc from 'fast-check'", false],
  ['src/query/logql/logql.test.ts', "from '../testing/oracle.ts'", false],
  ['scenarios/hard/kill-tree.test.ts', '', false],
  ['scenarios/hard/replicas.test.ts', '', false],
  ['scenarios/beside/dedup-restart.test.ts', 'await millrace.kill9()', false],
  ['src/ingest/spool/power-loss.test.ts', '', false],
])('%s with %j may be run again: %s', (file, source, may) => {
  expect(mayRunAgain(file, source)).toBe(may)
})

test('a flaky file has a line for each failure, with the first line of its message', () => {
  const { files } = outcomeOf([ended(first, 10, [failure, { title: '', message: 'no port' }])])
  expect(files.flatMap(flakyLines)).toEqual([
    'flaky: src/first.test.ts: adds: expected 3 to be 2',
    'flaky: src/first.test.ts: the file: no port',
  ])
})

test('the slowest files come first', () => {
  const { files } = outcomeOf([ended(first, 10), ended(second, 30)])
  expect(slowest(files, 1).map(({ file }) => file)).toEqual([second.file])
})
