import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answer, NodeCounts, NodeOptions, Order } from './store-node.ts'

const program = fileURLToPath(new URL('./store-node.ts', import.meta.url))

/** A process that runs store-node.ts. */
export class NodeProcess {
  readonly #options: NodeOptions
  readonly #waiting = new Map<number, PromiseWithResolvers<NodeCounts | null>>()
  #child: ChildProcess | undefined
  #last = 0

  constructor(options: NodeOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  async start(): Promise<void> {
    const child = fork(program, [JSON.stringify(this.#options)])
    this.#child = child
    const ended = once(child, 'exit').then(() => {
      this.#child = undefined
      for (const { reject } of this.#waiting.values()) reject(new Error('the node was killed'))
      this.#waiting.clear()
    })
    const ready = once(child, 'message')
    await Promise.race([ready, ended.then(() => Promise.reject(new Error('the node did not start')))])
    child.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('error' in answer) waiting?.reject(new Error(answer.error))
      else waiting?.resolve(answer.value)
    })
  }

  /** Rejects if the node is killed meanwhile. */
  async append(
    batches: Extract<Order, { append: unknown }>['append'],
    killAt?: 'begun' | 'inserted',
  ): Promise<void> {
    await this.#order({ append: batches, ...(killAt && { killAt }) })
  }

  async count(from: number, to: number): Promise<NodeCounts | null> {
    return await this.#order({ count: { from, to } })
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async #order(order: Omit<Order, 'id'>): Promise<NodeCounts | null> {
    const id = ++this.#last
    const waiting = Promise.withResolvers<NodeCounts | null>()
    this.#waiting.set(id, waiting)
    this.#child?.send({ ...order, id })
    if (this.#child === undefined) waiting.reject(new Error('the node does not run'))
    return await waiting.promise
  }
}
