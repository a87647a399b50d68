/** One end of a channel: a MessagePort or a Worker. */
export interface Channel {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type Methods<T> = { [K in keyof T]: (...args: never[]) => unknown }

type Message =
  | { kind: 'call'; id: number; name: string; args: unknown[] }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; name: string; message: string }

/**
 * Calls methods of an object on the other side of a channel, and lets the other side call methods of `local`.
 * A failure arrives as an Error with the same name and message. Both sides are one program and trusted.
 */
export class Caller<Remote extends Methods<Remote>> {
  readonly #channel: Channel
  readonly #local: () => object
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #id = 0
  #ended: Error | undefined

  /** `local`: returns the object whose methods the other side calls, or a promise of it. */
  constructor(channel: Channel, local: () => object) {
    this.#channel = channel
    this.#local = local
    // Only the other side's Caller posts here.
    channel.on('message', message => this.#receive(message as Message))
  }

  async call<K extends keyof Remote & string>(
    name: K,
    args: Parameters<Remote[K]>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<Remote[K]>>> {
    if (this.#ended) throw this.#ended
    const id = this.#id++
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    this.#channel.postMessage({ kind: 'call', id, name, args } satisfies Message, transfer)
    // The other side's method of that name has this type.
    return answer.promise as Promise<Awaited<ReturnType<Remote[K]>>>
  }

  /** Fails all pending calls and all later ones. */
  fail(error: Error): void {
    this.#ended = error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  #receive(message: Message): void {
    if (message.kind === 'call') {
      void this.#answer(message.id, message.name, message.args)
      return
    }
    const answer = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'answer') answer?.resolve(message.value)
    else answer?.reject(Object.assign(new Error(message.message), { name: message.name }))
  }

  async #answer(id: number, name: string, args: unknown[]): Promise<void> {
    try {
      // `call` takes only names of methods, with their arguments.
      const local = (await this.#local()) as Record<string, (...args: unknown[]) => unknown>
      const value = await local[name]?.(...args)
      this.#channel.postMessage({ kind: 'answer', id, value } satisfies Message)
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      this.#channel.postMessage({ kind: 'failure', id, name, message } satisfies Message)
    }
  }
}
