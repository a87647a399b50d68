import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { LogqlReader, Selection } from '../../query/logql/logql-reads.ts'
import { parseLogqlSelector } from '../../query/logql/syntax/parse.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { LokiParameters } from './parameters.ts'

type Handler = (request: FastifyRequest, parameters: LokiParameters) => Promise<unknown>

const LokiAnswer = Type.Object({ status: Type.Literal('success'), data: Type.Unknown() })
/** Maximum bytes of a form: expressions have at most 10,000 characters. */
const maxBodyBytes = 262_144

/** Registers Loki's read routes: with GET and, if they have parameters, with POST of a form. */
export class LokiReadRoutes {
  readonly #app: App
  readonly #now: () => number

  constructor(app: App, now: () => number) {
    this.#app = app
    this.#now = now
  }

  /** A route with parameters whose answer has its own shape. */
  read(path: string, answer: TSchema, handler: Handler): void {
    this.#register('GET', path, answer, handler)
    this.#register('POST', path, answer, handler)
  }

  /** A route with parameters, whose answer is in `data`. */
  data(path: string, handler: Handler): void {
    this.read(path, LokiAnswer, async (request, parameters) => ({
      status: 'success',
      data: await handler(request, parameters),
    }))
  }

  /** A route without parameters. */
  fixed(path: string, answer: TSchema, value: object): void {
    this.#register('GET', path, answer, async () => value)
  }

  #register(method: 'GET' | 'POST', path: string, answer: TSchema, handler: Handler): void {
    this.#app.route({
      method,
      url: `/loki/api/v1${path}`,
      compress: {},
      config: {
        access: 'search',
        accessKeys: true,
        allowsReadOnly: true,
        readsEvents: true,
        alsoProduces: ['text/plain'],
        bodyLimit: maxBodyBytes,
      },
      schema: { hide: true, response: { 200: answer } },
      handler: request => handler(request, new LokiParameters(request, this.#now())),
    })
  }
}

/** The caller as a reader of LogQL. */
export function logqlReaderOf(request: FastifyRequest): LogqlReader {
  const { user, hosts } = callerOf(request)
  return { userId: user.id, hosts, signal: request.clientGone }
}

/** The selection of a text such as `{host="web-1"} |= "error"`; undefined without a text. */
export function selectionOf(text: string): Selection
export function selectionOf(text: string | undefined): Selection | undefined
export function selectionOf(text: string | undefined): Selection | undefined {
  return text === undefined ? undefined : { log: parseLogqlSelector(text), text }
}
