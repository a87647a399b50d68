import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { backoffMs } from '../../../async/backoff.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { EventBatch } from '../../contract/event-store.ts'
import { codeOf, EngineError } from '../engine-error.ts'
import { FrameReader, framePipe } from './frames.ts'
import type { FromEngine, ToEngine } from './protocol.ts'

export interface EngineOptions {
  /** Folder of the engine's data; only one process may use it at a time. */
  folder: string
  /** Bytes that the engine may use. */
  memory: number
  log: (message: string) => void
  /** For reading objects of a bucket: a configuration of the engine, and variables with its keys. */
  access?: { configFile: string; env: Readonly<Record<string, string>> } | undefined
  /** Maximum time to open the folder, per attempt. */
  openTimeoutsMs?: readonly number[]
}

/** Callbacks for messages from the process and for its end. */
export interface EngineListener {
  /** A process is ready: the first or a restarted one. */
  ready(): void
  message(message: FromEngine): void
  /** A chunk of an answer. */
  chunk(id: number, chunk: EventBatch): void
  /** The process ended; another is being started. */
  ended(): void
  /** Another attempt to restart the process failed, after several; attempts continue. */
  unavailable(): void
}

/**
 * jemalloc returns freed memory to the system after half a second (by default 5 s). This more than halves the
 * resident memory of the engine.
 */
const allocatorSettings = 'dirty_decay_ms:500,muzzy_decay_ms:0'
const respawnDelay = { minMs: 200, maxMs: 5_000 }
/**
 * After this number of failed restarts in a row, each further one calls `unavailable`: statements stop
 * waiting.
 */
const maxQuietFailures = 5
const watchIntervalMs = 500
/** Opening takes a fraction of a second. After each timeout the limit doubles, for slow disks. */
const defaultOpenTimeoutsMs = [8_000, 16_000, 32_000, 64_000]
const closeTimeoutMs = 8_000
/**
 * The process counts as hung if it sends no beat for this time. Its beats are messages at regular intervals.
 */
const beatTimeoutMs = 6_000
/**
 * The engine counts as hung if the beats report no answer of it for this time, although the process lives. A
 * busy engine may take that long.
 */
const answerTimeoutMs = 30_000

/**
 * A signal ended the process before it had opened the folder. The signal may be our own, after a timeout, so
 * the next attempt may succeed.
 */
class EndedAtOpeningError extends EngineError {}

/** Runs the engine in a child process, and restarts the process when it dies or hangs. */
export class EngineProcess {
  readonly #options: EngineOptions
  readonly #listener: EngineListener
  readonly #openTimeoutsMs: readonly number[]
  #child: ChildProcess | undefined
  /** Whether the process has opened the folder and has not ended. */
  #isReady = false
  #isClosing = false
  /** See `residentBytes`. */
  #residentBytes: number | undefined
  #starts = 0
  /** Times (`Date.now`) of the last beat, and of the last beat that reported an answer of the engine. */
  #lastBeat = 0
  #lastAnswer = 0
  /** Time of the last run of `#watch`. */
  #lastWatch = 0
  #watchdog: NodeJS.Timeout | undefined

  constructor(options: EngineOptions, listener: EngineListener) {
    this.#options = options
    this.#listener = listener
    this.#openTimeoutsMs = options.openTimeoutsMs ?? defaultOpenTimeoutsMs
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Resident bytes at the last beat; undefined without a process, and before its first beat. */
  get residentBytes(): number | undefined {
    return this.#residentBytes
  }

  /** Bytes that the engine may use. */
  get memoryLimit(): number {
    return this.#options.memory
  }

  /** Number of processes that became ready, including the first. */
  get starts(): number {
    return this.#starts
  }

  /** Undefined without a process. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Starts the process and waits until the folder is open. Tries again if the process hangs or is killed
   * before. Rejects after the last attempt, or when the engine refuses the folder (for example because
   * another process has it open).
   */
  async start(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#spawn(attempt)
        break
      } catch (error) {
        if (!(error instanceof EndedAtOpeningError) || this.#isClosing) throw error
        const tries = this.#openTimeoutsMs.length
        if (attempt + 1 >= tries)
          throw new EngineError(error.code, `${error.message} (the last of ${tries} tries)`)
        this.#options.log(`${error.message} (try ${attempt + 1} of ${tries}, the next begins)`)
      }
    }
    this.#lastWatch = Date.now()
    this.#watchdog = setInterval(() => this.#watch(), watchIntervalMs)
    this.#watchdog.unref()
  }

  send(message: ToEngine): void {
    if (this.#child?.connected) this.#child.send(message, () => {})
  }

  /**
   * Lets inserts finish, ends reads and closes the folder. Kills the process after 8 s, or when this process
   * ends earlier.
   */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#watchdog)
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>(resolve => {
      const kill = () => child.kill('SIGKILL')
      const timer = setTimeout(kill, closeTimeoutMs)
      // If this process ends first, a hung child would not notice it, and would keep the folder open.
      process.once('exit', kill)
      child.once('exit', () => {
        clearTimeout(timer)
        process.off('exit', kill)
        resolve()
      })
      this.send({ kind: 'close' })
    })
  }

  /**
   * Starts a process, and resolves once it has opened the folder. Rejects with an EndedAtOpeningError if a
   * signal ended the process before (this class kills it after the timeout of the attempt), and with another
   * error if it refused the folder or could not be started.
   */
  #spawn(attempt: number): Promise<void> {
    const { memory, access } = this.#options
    const timeoutMs = this.#openTimeoutsMs.at(Math.min(attempt, this.#openTimeoutsMs.length - 1)) ?? 0
    const folder = path.resolve(this.#options.folder)
    const words = [folder, String(memory), ...(access === undefined ? [] : [access.configFile])]
    const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), words, {
      // The engine reads a config.xml of its working folder as its own, and fails in a folder that this user
      // may not enter.
      cwd: path.parse(folder).root,
      serialization: 'advanced',
      execArgv: ['--no-warnings'],
      env: { JE_MALLOC_CONF: allocatorSettings, ...process.env, ...access?.env, UV_THREADPOOL_SIZE: '16' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    })
    this.#readFrames(child)
    this.#child = child
    // Until the folder is open, the child does not notice the end of this process: a hung child would keep
    // the folder.
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    let errorOutput = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString()).slice(-2_000)
      if (this.#isReady) this.#options.log(`the engine says: ${chunk.toString().trim().slice(0, 500)}`)
    })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        errorOutput = `the engine did not answer for ${timeoutMs / 1_000} s and was killed. ${errorOutput}`
        child.kill('SIGKILL')
      }, timeoutMs)
      child.on('message', (message: FromEngine) => {
        if (message.kind === 'ready') {
          clearTimeout(timer)
          process.off('exit', kill)
          this.#becomeReady()
          resolve()
        } else if (message.kind === 'refused') errorOutput += message.message
        else this.#receive(message)
      })
      // 'close' comes when standard error has been read, which has the reason of a refusal.
      child.once('close', (code, signal) => {
        clearTimeout(timer)
        process.off('exit', kill)
        const reason = errorOutput.trim() || String(signal ?? code)
        const OpeningError = signal === null ? EngineError : EndedAtOpeningError
        reject(new OpeningError(codeOf(reason), `the event store could not be opened: ${reason}`))
        const end = () => this.#end(child, signal ?? String(code))
        // Waits for its last messages, which show the statements that it ran.
        if (child.connected) child.once('disconnect', end)
        else end()
      })
      child.once('error', reject)
    })
  }

  /** Passes the chunks that come through the pipe to the listener. */
  #readFrames(child: ChildProcess): void {
    const reader = new FrameReader((id, chunk) => this.#listener.chunk(id, chunk))
    const pipe = child.stdio[framePipe]
    pipe?.on('error', error => this.#options.log(`the engine's pipe broke: ${error.message}`))
    pipe?.on('data', (chunk: Buffer) => {
      try {
        reader.read(chunk)
      } catch (error) {
        this.#options.log(`the engine is killed: ${thrownText(error)}`)
        child.kill('SIGKILL')
      }
    })
  }

  /** Kills the process if it has sent no beat, or its engine has not answered, for too long. */
  #watch(): void {
    const now = Date.now()
    // If this timer is late, the machine was overloaded or suspended, and the child could not work either.
    const lateMs = Math.max(0, now - this.#lastWatch - watchIntervalMs)
    this.#lastWatch = now
    if (!this.#isReady) return
    this.#lastBeat += lateMs
    this.#lastAnswer += lateMs
    if (now - this.#lastBeat < beatTimeoutMs && now - this.#lastAnswer < answerTimeoutMs) return
    this.#options.log('the engine does not answer and is killed')
    this.#child?.kill('SIGKILL')
  }

  #receive(message: FromEngine): void {
    if (message.kind !== 'beat') this.#listener.message(message)
    else {
      this.#lastBeat = Date.now()
      this.#residentBytes = message.residentBytes
      if (message.hasAnswered) this.#lastAnswer = this.#lastBeat
    }
  }

  #becomeReady(): void {
    this.#isReady = true
    this.#starts++
    this.#lastBeat = Date.now()
    this.#lastAnswer = this.#lastBeat
    this.#listener.ready()
  }

  #end(child: ChildProcess, cause: string): void {
    if (this.#child !== child) return
    const wasReady = this.#isReady
    this.#isReady = false
    this.#residentBytes = undefined
    if (this.#isClosing || !wasReady) return
    this.#options.log(`the engine process ended (${cause}) and is started again`)
    this.#listener.ended()
    void this.#respawn()
  }

  async #respawn(): Promise<void> {
    for (let attempt = 0; !this.#isClosing; attempt++) {
      await sleep(backoffMs(attempt + 1, respawnDelay))
      if (this.#isClosing) return
      try {
        await this.#spawn(attempt)
        return
      } catch (error) {
        this.#options.log(`the engine could not be started: ${thrownText(error)}`)
        if (attempt >= maxQuietFailures) this.#listener.unavailable()
      }
    }
  }
}
