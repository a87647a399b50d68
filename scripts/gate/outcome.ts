/**
 * The outcome of a test run: which files failed, which of them may be run again, and whether the gate passes.
 */
import { type Failure, type GateEvent, keyOf, type TestFile } from './events.ts'

/** The outcome of one file in one project. */
export interface FileOutcome extends TestFile {
  /** Duration of its load, hooks and tests; 0 for a file that has not ended. */
  durationMs: number
  passed: number
  skipped: number
  failures: readonly Failure[]
}

export interface RunOutcome {
  files: readonly FileOutcome[]
  /** Errors that Vitest could not attribute to a file. */
  errors: readonly Failure[]
  /** Processes that files left behind, by file. */
  left: readonly (TestFile & { commands: readonly string[] })[]
}

/** Fewer failing files than this may be chance; if more fail, none is run again. */
export const maxFilesRunAgain = 5

/** A queued file that has not ended counts as failed, as does a run that has not ended. */
export function outcomeOf(events: readonly GateEvent[]): RunOutcome {
  const files = new Map<string, FileOutcome>()
  const left: RunOutcome['left'][number][] = []
  let errors: readonly Failure[] = [{ title: '', message: 'the run did not end' }]
  for (const event of events) {
    if (event.kind === 'run-ended') errors = event.errors.filter(error => !isDeathOfWorker(error))
    else if (event.kind === 'left') left.push(event)
    else if (event.kind === 'ended') files.set(keyOf(event), outcomeOfFile(event))
    else if (!files.has(keyOf(event))) files.set(keyOf(event), unended(event))
  }
  return { files: [...files.values()], errors, left }
}

/** Files that have started but not ended, with their process and start time. */
export function runningFiles(events: readonly GateEvent[]): (TestFile & { pid: number; atMs: number })[] {
  const running = new Map<string, TestFile & { pid: number; atMs: number }>()
  for (const event of events) {
    if (event.kind === 'begun') running.set(keyOf(event), event)
    else if (event.kind === 'ended') running.delete(keyOf(event))
  }
  return [...running.values()]
}

/**
 * Whether a failed file may be run once more. Not for tests whose failure matters even if a second run
 * passes: comparisons with an oracle, properties, and tests that kill.
 */
export function mayRunAgain(file: string, source: string): boolean {
  if (/exactness|oracle|kill|chaos|restarts|crash|power-loss|failed-commit|lost-|replicas/.test(file))
    return false
  return !/'fast-check'|testing\/oracle|\.kill9\(|SIGKILL/.test(source)
}

/** One line for each failure of a file that passed in its second run. */
export function flakyLines({ file, failures }: FileOutcome): string[] {
  return failures.map(
    ({ title, message }) => `flaky: ${file}: ${title || 'the file'}: ${message.split('\n', 1)[0]}`,
  )
}

/** The slowest files, longest first. */
export function slowest(files: readonly FileOutcome[], count: number): FileOutcome[] {
  return files.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, count)
}

/** Vitest attributes it to no file; the file that ran in the process has not ended. */
function isDeathOfWorker({ message }: Failure): boolean {
  return message.startsWith('[vitest-pool]: Worker')
}

function outcomeOfFile(event: GateEvent & { kind: 'ended' }): FileOutcome {
  const { project, file, durationMs, passed, skipped, failures } = event
  return { project, file, durationMs, passed, skipped, failures }
}

function unended({ project, file }: TestFile): FileOutcome {
  const failures = [{ title: '', message: 'has not ended' }]
  return { project, file, durationMs: 0, passed: 0, skipped: 0, failures }
}
