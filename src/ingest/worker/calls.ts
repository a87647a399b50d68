/** One end of a channel: a MessagePort or a Worker. */
export interface Channel {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type Calls<T> = { [K in keyof T]: [unknown, unknown] }
export type Handlers<T extends Calls<T>> = {
  [K in keyof T]: (argument: T[K][0]) => Promise<T[K][1]> | T[K][1]
}

type Message =
  | { kind: 'call'; id: number; name: string; argument: unknown }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; name: string; message: string }

/**
 * Calls over a channel, both ways: `Theirs` are the other side's names with argument and answer, `Ours` those that are
 * answered here. A failure arrives as an Error with the same name and message. The channel joins two parts of one program, so
 * what comes over it is trusted to be what the types say.
 */
export class Caller<Theirs extends Calls<Theirs>, Ours extends Calls<Ours>> {
  readonly #channel: Channel
  readonly #handlers: Handlers<Ours>
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #id = 0
  #ended: Error | undefined

  constructor(channel: Channel, handlers: Handlers<Ours>) {
    this.#channel = channel
    this.#handlers = handlers
    // Only the other side's Caller posts here.
    channel.on('message', message => this.#receive(message as Message))
  }

  async call<K extends keyof Theirs & string>(
    name: K,
    argument: Theirs[K][0],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Theirs[K][1]> {
    if (this.#ended) throw this.#ended
    const id = this.#id++
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    this.#channel.postMessage({ kind: 'call', id, name, argument } satisfies Message, transfer)
    // The other side's handler of that name has this type.
    return answer.promise as Promise<Theirs[K][1]>
  }

  /** Fails all calls that wait and all later ones. */
  fail(error: Error): void {
    this.#ended = error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  #receive(message: Message): void {
    if (message.kind === 'call') {
      void this.#answer(message.id, message.name, message.argument)
      return
    }
    const answer = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'answer') answer?.resolve(message.value)
    else answer?.reject(Object.assign(new Error(message.message), { name: message.name }))
  }

  async #answer(id: number, name: string, argument: unknown): Promise<void> {
    try {
      // `call` takes only names of handlers, with their arguments.
      const handler = this.#handlers[name as keyof Ours] as (argument: unknown) => unknown
      const value = await handler(argument)
      this.#channel.postMessage({ kind: 'answer', id, value } satisfies Message)
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      this.#channel.postMessage({ kind: 'failure', id, name, message } satisfies Message)
    }
  }
}
