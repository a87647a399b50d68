import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { tokenHeaders } from '../../testing/people.ts'
import type { TestServer } from '../../testing/test-server.ts'
import type { Answer, Description } from '../openapi.ts'
import { SampleBodies } from './bodies.ts'
import type { DescribedOperation } from './described-server.ts'
import { encoded } from './encode.ts'
import { SampleObjects } from './objects.ts'
import { Samples } from './sample.ts'
import { ShapeChecks } from './schema-checks.ts'

export interface Call {
  /** Default: the token of admin. */
  headers?: Record<string, string>
  /** The query string with its question mark. */
  query?: string
  /** The path; by default the operation's, with a new object in its parameter. */
  url?: string
  /** A body of this media type generated from the schema, with all members if `optional`. */
  body?: { type: string; optional: boolean }
  payload?: string
}

/** Calls operations with requests generated from the description, and checks each answer against it. */
export class OperationClient {
  readonly #server: TestServer
  readonly #document: Description
  readonly #checks: ShapeChecks
  readonly samples: Samples
  readonly #bodies: SampleBodies
  readonly #objects: SampleObjects

  constructor(server: TestServer, document: Description) {
    this.#server = server
    this.#document = document
    this.#checks = new ShapeChecks(document)
    this.samples = new Samples(document)
    this.#bodies = new SampleBodies(document, this.samples)
    this.#objects = new SampleObjects(server, this.#bodies)
  }

  /** Throws if the answer does not match the description. */
  async call(described: DescribedOperation, call: Call): Promise<LightMyRequestResponse> {
    const { method, path } = described
    const url = call.url ?? (await this.#objects.pathOf(path))
    const { query: given = '' } = call
    const query = given.includes('?') ? given : given + (await this.#objects.queryOf(method, path))
    const body = await this.#body(described, call)
    const answer = await this.#server.app.inject({
      // The document's methods are HTTP methods.
      method: method as 'GET',
      url: `${url}${query}`,
      headers: { ...(call.headers ?? tokenHeaders('user-admin')), ...body.headers },
      ...(body.payload === undefined ? {} : { payload: body.payload }),
    })
    this.#checkAnswer(described, answer)
    return answer
  }

  async #body(
    { method, path }: DescribedOperation,
    { body, payload, headers }: Call,
  ): Promise<{ headers: Record<string, string>; payload?: Buffer | string }> {
    if (payload !== undefined) return { headers: headers ?? {}, payload }
    const value = body && this.#bodies.of(method.toLowerCase(), path, body.type, body.optional)
    return body === undefined || value === undefined ? { headers: {} } : encoded(body.type, value)
  }

  #checkAnswer({ method, path, operation }: DescribedOperation, answer: LightMyRequestResponse): void {
    const shown = `${method} ${path} answered ${answer.statusCode} ${answer.body.slice(0, 300)}`
    const declared = operation.responses[answer.statusCode]
    if (declared === undefined) throw new Error(`${shown}, which is not declared`)
    const { content } = this.#resolved(declared)
    if (content === undefined) {
      expect(answer.body, shown).toBe('')
      return
    }
    const [type = ''] = String(answer.headers['content-type']).split(';')
    const schema = content[type]?.schema
    if (schema === undefined) throw new Error(`${shown} as ${type}, which is not declared`)
    const value: unknown = type === 'application/json' ? answer.json() : answer.body
    expect(this.#checks.faults(schema, value), shown).toEqual([])
  }

  #resolved(declared: Answer | { $ref: string }): Answer {
    if (!('$ref' in declared)) return declared
    const answer = this.#document.components.responses[declared.$ref.replace('#/components/responses/', '')]
    if (answer === undefined) throw new Error(`${declared.$ref} is not there`)
    return answer
  }
}
