import { type ChildProcess, spawn } from 'node:child_process'
import { type ActionFunction, type ActionResult, done, failed, refused } from '../action.ts'
import { environmentOf } from './environment.ts'
import { OutputTail } from './output-tail.ts'
import type { ScriptsFolder } from './scripts-folder.ts'

/** A file in the scripts folder. */
export interface ScriptAction {
  kind: 'script'
  /** Its name, without a folder. */
  name: string
}

export interface ScriptDeps {
  folder: ScriptsFolder
  env: { PATH?: string | undefined; LANG?: string | undefined }
  /** After this time the script gets SIGTERM. */
  timeoutMs?: number
  /** Time after SIGTERM until SIGKILL. */
  graceMs?: number
  /** As `graceMs`, for an attempt that is cut short. */
  cutGraceMs?: number
}

const defaultTimeoutMs = 60_000
const defaultGraceMs = 5_000
/**
 * A stopping service waits 3 s for running attempts (start-alerts.ts), then cuts them short. With this second
 * and one for output that is held open, it waits at most 5 s for scripts, in parallel to everything else;
 * closing-stack.ts lists all times.
 */
export const scriptCutGraceMs = 1_000
/** Maximum wait for the output of a script that has ended. */
export const maxDrainMs = 1_000
/** sysexits.h: EX_TEMPFAIL; a script exits with it to ask for another attempt. */
const temporaryFailure = 75

/** Runs a script, without a shell and without arguments, in a process group of its own. */
export function createScript(deps: ScriptDeps): ActionFunction<ScriptAction> {
  const { folder, env, timeoutMs = defaultTimeoutMs } = deps
  const { graceMs = defaultGraceMs, cutGraceMs = scriptCutGraceMs } = deps
  return async ({ name }, context, signal) => {
    const found = await folder.find(name)
    if (typeof found === 'string') return refused(found)
    if (signal.aborted) return failed('The attempt was cut short.', true)
    try {
      const child = spawn(found.file, [], {
        cwd: found.folder,
        env: environmentOf(context, env),
        // A process group of its own, so that all its processes can be ended together.
        detached: true,
        shell: false,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return await watch(child, { timeoutMs, graceMs, cutGraceMs, signal })
    } catch (error) {
      // Some errors are thrown, others are emitted as events.
      return failed(startFault(error), false)
    }
  }
}

interface Limits {
  timeoutMs: number
  graceMs: number
  cutGraceMs: number
  signal: AbortSignal
}

async function watch(child: ChildProcess, limits: Limits): Promise<ActionResult> {
  const { timeoutMs, graceMs, cutGraceMs, signal } = limits
  const output = new OutputTail()
  child.stdout?.on('data', (chunk: Buffer) => output.add(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.add(chunk))
  const { promise, resolve } = Promise.withResolvers<ActionResult>()
  let ended: string | undefined
  let kill: NodeJS.Timeout | undefined
  const end = (reason: string, afterMs: number) => {
    clearTimeout(timeout)
    clearTimeout(kill)
    if (ended === undefined) signalGroup(child, 'SIGTERM')
    ended ??= reason
    kill = setTimeout(() => signalGroup(child, 'SIGKILL'), afterMs)
  }
  const onTimeout = () => end(`It ran for more than ${timeoutMs / 1000} seconds.`, graceMs)
  const timeout = setTimeout(onTimeout, timeoutMs)
  // Also ends a script that has already got SIGTERM.
  const onAbort = () => end('The attempt was cut short.', cutGraceMs)
  signal.addEventListener('abort', onAbort, { once: true })
  let drain: NodeJS.Timeout | undefined
  child.on('exit', (code, signalName) => {
    // Ends processes that the script left behind.
    signalGroup(child, 'SIGKILL')
    const finish = () => resolve(resultOf(code, signalName, ended, output.text()))
    child.on('close', finish)
    // A process that left the group may hold the output open.
    drain = setTimeout(finish, maxDrainMs)
  })
  child.on('error', error => resolve(failed(startFault(error), false)))
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    clearTimeout(kill)
    clearTimeout(drain)
    signal.removeEventListener('abort', onAbort)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

function resultOf(code: number | null, signalName: string | null, ended: string | undefined, output: string) {
  if (ended !== undefined) return failed(ended, true, output)
  if (code === 0) return done('Exit code 0.', output)
  if (code === null) return failed(`Ended by ${signalName}.`, true, output)
  return failed(`Exit code ${code}.`, code === temporaryFailure, output)
}

function startFault(error: unknown): string {
  return `The script could not be started: ${error instanceof Error ? error.message : String(error)}`
}

function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has no processes left.
  }
}
