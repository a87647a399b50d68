import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { HttpReceiverKindName } from './http-receiver-kinds.ts'

/** `some busy`: it is too busy for every third event of a request; `lose`: it answers 200, keeps nothing. */
export type HttpAnswers = 'take' | 'slow' | 'busy' | 'some busy' | 'unavailable' | 'lose'

const program = fileURLToPath(new URL('http-receiver-program.ts', import.meta.url))

/** A running http-receiver-program.ts. */
export class HttpReceiver {
  readonly #process: ChildProcess

  private constructor(child: ChildProcess) {
    this.#process = child
  }

  static async start(
    kind: HttpReceiverKindName,
    { port, file, tls }: { port: number; file: string; tls?: { cert: string; key: string } },
  ): Promise<HttpReceiver> {
    const files = tls === undefined ? [] : [tls.cert, tls.key]
    const child = fork(program, [kind, String(port), file, ...files], { execArgv: [] })
    await once(child, 'message')
    return new HttpReceiver(child)
  }

  answer(answers: HttpAnswers): void {
    this.#process.send(answers)
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
  }
}
