/**
 * The events of a run of Vitest, one line of JSON each, so that a run which hangs or is killed leaves a
 * record. `reporter.ts` writes what Vitest knows, `scripts/testing/file-process.ts` the process in which a
 * file runs.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Name of the environment variable with the path of the file of events. */
export const eventsVariable = 'TEST_EVENTS'

/** A test that failed, or the file itself when `title` is ''. */
export interface Failure {
  title: string
  message: string
}

/** A test file in one project of Vitest; `file` is relative to the repository. */
export interface TestFile {
  project: string
  file: string
}

export type GateEvent =
  | (TestFile & { kind: 'queued' })
  | (TestFile & { kind: 'begun'; pid: number; atMs: number })
  | (TestFile & {
      kind: 'ended'
      durationMs: number
      passed: number
      skipped: number
      failures: readonly Failure[]
    })
  | (TestFile & { kind: 'left'; commands: readonly string[] })
  | { kind: 'run-ended'; errors: readonly Failure[] }

/** Appends to the file named by the environment; does nothing without one. */
export function writeEvent(event: GateEvent): void {
  const file = process.env[eventsVariable]
  if (file) appendFileSync(file, `${JSON.stringify(event)}\n`)
}

/** All events in a file written by `writeEvent`. The last line may be cut short. */
export function readEvents(file: string): GateEvent[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        // `writeEvent` wrote it.
        return line === '' ? [] : [JSON.parse(line) as GateEvent]
      } catch {
        return []
      }
    })
}

/** Identifies a test file in one project. */
export function keyOf({ project, file }: TestFile): string {
  return `${project}:${file}`
}
