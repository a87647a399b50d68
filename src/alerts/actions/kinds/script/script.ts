import { type ChildProcess, spawn } from 'node:child_process'
import type { StoredEvent } from '../../../../schema/event/event.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { thrownText } from '../../../../schema/thrown-text.ts'
import {
  type ActionContext,
  type ActionFunction,
  type ActionResult,
  done,
  failed,
  refused,
} from '../action.ts'
import type { ScriptsFolder } from './scripts-folder.ts'

/** Maximum bytes kept of an output: its end, where programs say why they failed. */
const maxOutputBytes = 65_536
/** Maximum UTF-16 units of one value: Linux allows 128 KiB, and a unit takes at most 3 bytes of UTF-8. */
const maxValueLength = 40_000

/** Runs a file in the scripts folder. */
export interface ScriptAction {
  kind: 'script'
  /** Its name, without a folder. */
  name: string
}

export interface ScriptDeps {
  folder: ScriptsFolder
  /** Our own environment. */
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
 * Default of `cutGraceMs`. A stopping service waits 3 s for running attempts (start-alerts.ts), then cuts
 * them short. With this second and `maxDrainMs` it waits at most 5 s for scripts, in parallel to everything
 * else; closing-stack.ts lists all times.
 */
export const scriptCutGraceMs = 1_000
/** Maximum wait for the output of a script that has ended. */
export const maxDrainMs = 1_000
/** sysexits.h: EX_TEMPFAIL; a script exits with it to ask for another attempt. */
const temporaryFailure = 75

/** Runs a script, without a shell and without arguments, in a process group of its own. */
export function scriptRunner(deps: ScriptDeps): ActionFunction<ScriptAction> {
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
      return await waitForEnd(child, { timeoutMs, graceMs, cutGraceMs, signal })
    } catch (error) {
      // Some errors are thrown, others are emitted as events.
      return failed(startFault(error), false)
    }
  }
}

/** When a script is ended: see `ScriptDeps`; `signal` cuts the attempt short. */
interface Limits {
  timeoutMs: number
  graceMs: number
  cutGraceMs: number
  signal: AbortSignal
}

/** Waits for the end of a script, and ends it at its limits. */
async function waitForEnd(child: ChildProcess, limits: Limits): Promise<ActionResult> {
  const { timeoutMs, graceMs, cutGraceMs, signal } = limits
  const output = new OutputTail()
  child.stdout?.on('data', (chunk: Buffer) => output.add(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.add(chunk))
  const { promise, resolve } = Promise.withResolvers<ActionResult>()
  let endReason: string | undefined
  let killTimer: NodeJS.Timeout | undefined
  const end = (reason: string, afterMs: number) => {
    clearTimeout(timeout)
    clearTimeout(killTimer)
    if (endReason === undefined) signalGroup(child, 'SIGTERM')
    endReason ??= reason
    killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), afterMs)
  }
  const onTimeout = () => end(`It ran for more than ${timeoutMs / 1000} seconds.`, graceMs)
  const timeout = setTimeout(onTimeout, timeoutMs)
  // If the script already got SIGTERM, this only sets its SIGKILL to `cutGraceMs` from now.
  const onAbort = () => end('The attempt was cut short.', cutGraceMs)
  signal.addEventListener('abort', onAbort, { once: true })
  const clearLimits = () => {
    clearTimeout(timeout)
    clearTimeout(killTimer)
    signal.removeEventListener('abort', onAbort)
  }
  let drainTimer: NodeJS.Timeout | undefined
  child.on('exit', (code, signalName) => {
    // The script has ended: limits reached while its output is read must not change the result.
    clearLimits()
    // Ends processes that the script left behind.
    signalGroup(child, 'SIGKILL')
    const finish = () => resolve(resultOf(code, signalName, endReason, output.text()))
    child.on('close', finish)
    // A process that left the group may hold the output open.
    drainTimer = setTimeout(finish, maxDrainMs)
  })
  child.on('error', error => resolve(failed(startFault(error), false)))
  try {
    return await promise
  } finally {
    clearLimits()
    clearTimeout(drainTimer)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

function resultOf(
  code: number | null,
  signalName: string | null,
  endReason: string | undefined,
  output: string,
): ActionResult {
  if (endReason !== undefined) return failed(endReason, true, output)
  if (code === 0) return done('Exit code 0.', output)
  if (code === null) return failed(`Ended by ${signalName}.`, true, output)
  return failed(`Exit code ${code}.`, code === temporaryFailure, output)
}

function startFault(error: unknown): string {
  return `The script could not be started: ${thrownText(error)}`
}

/** Signals all processes of a script. */
function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has no processes left.
  }
}

/**
 * The environment of a script: the event and its trigger, and of our own environment only PATH and LANG.
 * Variables of the trigger exist with and without the prefix EVENT_, since existing scripts read either.
 */
function environmentOf(
  { event, trigger, count, key, idempotencyKey }: ActionContext,
  own: ScriptDeps['env'],
): Record<string, string> {
  const triggerVariables = {
    TRIGGER_ID: String(trigger.id),
    TRIGGER_NAME: trigger.name,
    TRIGGER_AUTHOR: trigger.owner.username,
    TRIGGER_AUTHOR_EMAIL: trigger.owner.email,
    TRIGGER_HITS_COUNT: String(trigger.hitsCount),
  }
  const all: Record<string, string> = {
    PATH: own.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: own.LANG ?? 'C.UTF-8',
    ...(event !== null && eventVariables(event)),
    ...triggerVariables,
    ...Object.fromEntries(Object.entries(triggerVariables).map(([name, value]) => [`EVENT_${name}`, value])),
    MATCHES_COUNT: String(count),
    MATCHES_KEY: key ?? '',
    IDEMPOTENCY_KEY: idempotencyKey,
  }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, environmentValue(value)]))
}

/** Numbers as in the interface: severity 0 to 7, facility 0 to 23, status 0 to 2, times in Unix seconds. */
function eventVariables(event: StoredEvent): Record<string, string> {
  return {
    EVENT_ID: String(event.id),
    EVENT_SEVERITY: String(event.severity),
    EVENT_FACILITY: String(event.facility),
    EVENT_MESSAGE: event.message,
    EVENT_HOST: event.host,
    EVENT_PROGRAM: event.program,
    EVENT_CISCO_MNEMONIC: event.mnemonic,
    EVENT_USER_TAGS: tagsText(event.tags),
    EVENT_STATUS: String(event.status),
    EVENT_FIRST_OCCURRENCE: String(event.ts / 1e6),
    EVENT_LAST_OCCURRENCE: String(event.last / 1e6),
    EVENT_COUNTER: String(event.counter),
  }
}

/** `k=v,k=v`; a backslash before each space, comma, equals sign and backslash of names and values. */
function tagsText(tags: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replace(/[\\ ,=]/g, '\\$&')
  return Object.entries(tags)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join(',')
}

/** Environment values cannot contain NUL. */
function environmentValue(value: string): string {
  return truncateText(value, maxValueLength).toWellFormed().replaceAll('\0', '\ufffd')
}

/** The last 64 KiB that a script wrote to its output and error streams. */
class OutputTail {
  #chunks: Buffer[] = []
  #bytes = 0
  #isCut = false

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    // Cuts rarely, so that many small chunks cost no more than few large ones.
    if (this.#bytes > 2 * maxOutputBytes) this.#cut()
  }

  text(): string {
    this.#cut()
    const text = Buffer.concat(this.#chunks).toString()
    return this.#isCut ? `…${text}` : text
  }

  #cut(): void {
    if (this.#bytes <= maxOutputBytes) return
    const tail = Buffer.concat(this.#chunks).subarray(-maxOutputBytes)
    this.#chunks = [Buffer.from(tail)]
    this.#bytes = tail.length
    this.#isCut = true
  }
}
