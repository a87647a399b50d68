import { Worker } from 'node:worker_threads'
import type { FromForwardThread, SessionSpec, ToForwardThread } from './session/messages.ts'

type Message<Kind extends FromForwardThread['kind']> = Extract<FromForwardThread, { kind: Kind }>

/** Called with the messages of a session. `ended` is the last call. */
export interface SessionListener {
  pull(): void
  progress(progress: Pick<Message<'progress'>, 'position' | 'counts'>): void
  ended(error: Message<'ended'>['error']): void
}

/** A session in the thread. */
export interface SessionHandle {
  /** Sends rows or the time that they have caught up with. The bytes of rows are given away. */
  push(
    message:
      | Omit<Extract<ToForwardThread, { kind: 'rows' }>, 'session'>
      | Omit<Extract<ToForwardThread, { kind: 'caughtUp' }>, 'session'>,
  ): void
  /** Ends the session; `ended` follows. */
  stop(): void
}

const terminateTimeoutMs = 5_000

/** The thread in which forwarders work, started when the first one begins. */
export class ForwardThread {
  readonly #log: (message: string, error: unknown) => void
  readonly #sessions = new Map<number, SessionListener>()
  #worker: Worker | undefined
  #next = 1
  #isClosed = false

  /** `log` is called when the thread dies. Its sessions end with an error. */
  constructor(log: (message: string, error: unknown) => void) {
    this.#log = log
  }

  start(spec: SessionSpec, listener: SessionListener): SessionHandle {
    return this.#begin('start', spec, listener)
  }

  /** Sends a test event. Resolves with the reason why the destination did not take it; undefined: it did. */
  test(spec: SessionSpec): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const ended = (error: Message<'ended'>['error']) => resolve(error?.message)
    this.#begin('test', spec, { pull() {}, progress() {}, ended })
    return promise
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    worker.once('exit', () => resolve())
    const timer = setTimeout(resolve, terminateTimeoutMs)
    void worker.terminate()
    await promise
    clearTimeout(timer)
  }

  #begin(kind: 'start' | 'test', spec: SessionSpec, listener: SessionListener): SessionHandle {
    const session = this.#next++
    if (this.#isClosed) {
      queueMicrotask(() => listener.ended({ message: 'The service stops.' }))
      return { push() {}, stop() {} }
    }
    this.#sessions.set(session, listener)
    const send = (message: ToForwardThread, transfer: ArrayBuffer[] = []) =>
      this.#open().postMessage(message, transfer)
    send({ kind, session, spec })
    return {
      push: message => {
        if (!this.#sessions.has(session)) return
        if (message.kind === 'caughtUp') return send({ ...message, session })
        const { buffer, byteLength } = message.bytes
        const ownsMemory = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
        const bytes = ownsMemory ? new Uint8Array(buffer) : new Uint8Array(message.bytes)
        send({ ...message, bytes, session }, [bytes.buffer])
      },
      stop: () => {
        if (this.#sessions.has(session)) send({ kind: 'stop', session })
      },
    }
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker
    // Without an own execArgv, the worker would inherit the loaders and the inspector of this process.
    const worker = new Worker(new URL('../service/workers/forward-worker.ts', import.meta.url), {
      execArgv: [],
      name: 'forward',
      // Most objects live as long as their slice of events; a small young generation would copy them.
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    })
    this.#worker = worker
    // forward-worker.ts posts these messages only.
    worker.on('message', (message: FromForwardThread) => this.#receive(message))
    worker.on('error', error => this.#died(worker, error))
    worker.on('exit', code => this.#died(worker, new Error(`the thread ended with code ${code}`)))
    return worker
  }

  #receive(message: FromForwardThread): void {
    const listener = this.#sessions.get(message.session)
    if (message.kind === 'pull') listener?.pull()
    else if (message.kind === 'progress') listener?.progress(message)
    else {
      this.#sessions.delete(message.session)
      listener?.ended(message.error)
    }
  }

  #died(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    if (!this.#isClosed) this.#log('the thread that forwards events has died', error)
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    for (const listener of sessions) listener.ended({ message: 'The thread that forwards events has died.' })
  }
}
