/**
 * Vitest reporter that writes the events of `events.ts`, and ends the processes that a test file leaves
 * behind.
 */
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { type Failure, keyOf, type TestFile, writeEvent } from './events.ts'
import { endLeftovers } from './leftovers.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** A file has ended when its last hook has; processes that it is ending may need this long. */
const graceMs = 3_000

export default class GateReporter implements Reporter {
  readonly #endings: Promise<void>[] = []

  onTestModuleQueued(module: TestModule): void {
    writeEvent({ kind: 'queued', ...fileOf(module) })
  }

  onTestModuleEnd(module: TestModule): void {
    const file = fileOf(module)
    const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
      module.diagnostic()
    const tests = [...module.children.allTests()]
    const failed = tests.filter(test => test.result().state === 'failed')
    const failures = failed.map(test => ({
      title: test.fullName,
      message: messageOf(test.result().errors?.[0]),
    }))
    writeEvent({
      kind: 'ended',
      ...file,
      durationMs: environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration,
      passed: tests.filter(test => test.result().state === 'passed').length,
      skipped: tests.filter(test => test.result().state === 'skipped').length,
      failures: [...failures, ...faultsOf(module)],
    })
    this.#endings.push(endLeftBehind(file))
  }

  async onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): Promise<void> {
    await Promise.all(this.#endings)
    writeEvent({ kind: 'run-ended', errors: errors.map(error => ({ title: '', message: messageOf(error) })) })
  }
}

function fileOf(module: TestModule): TestFile {
  return { project: module.project.name, file: path.relative(root, module.moduleId) }
}

/** Errors outside of tests: while the file was loaded, and in hooks. */
function faultsOf(module: TestModule): Failure[] {
  const suites = [...module.children.allSuites()].flatMap(suite => suite.errors())
  return [...module.errors(), ...suites].map(error => ({ title: '', message: messageOf(error) }))
}

function messageOf(error: { message: string } | undefined): string {
  return (error?.message ?? 'no message').slice(0, 2_000)
}

async function endLeftBehind(file: TestFile): Promise<void> {
  await setTimeout(graceMs)
  const commands = endLeftovers(keyOf(file))
  if (commands.length > 0) writeEvent({ kind: 'left', ...file, commands })
}
