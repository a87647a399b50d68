import { type Api, createApi, type MillraceOptions } from './api-client.ts'
import type { IncomingEvent } from './interface.ts'
import {
  type AskOptions,
  ask,
  type ParamsOf,
  type QueryOf,
  type QueryType,
  type ResultsOf,
} from './queries.ts'
import { makeReport, type ReportOptions } from './reports.ts'
import { type SendOptions, send } from './sending.ts'
import { type WatchOptions, watch } from './watch.ts'

/** A client of a Millrace. */
export class Millrace {
  readonly #options: MillraceOptions
  /**
   * Every operation of the interface: `millrace.api.GET('/api/tasks')`. Errors are in the answer: see
   * openapi-fetch.
   */
  readonly api: Api

  constructor(options: MillraceOptions) {
    this.#options = options
    this.api = createApi(options)
  }

  /**
   * The results of a query, when it is finished. Throws a MillraceError when it fails or is stopped before
   * that.
   */
  ask<Type extends QueryType>(
    type: Type,
    params: ParamsOf<Type>,
    options?: AskOptions<Type>,
  ): Promise<ResultsOf<Type>> {
    return ask(this.#options, type, params, options)
  }

  /**
   * A query as it changes, until the loop is left: `for await (const { results } of
   * millrace.watch('EventRate', {}))`. Throws a MillraceError for an answer that will not change; otherwise
   * it reconnects, and calls `onReconnect` with the reason.
   */
  watch<Type extends QueryType>(
    type: Type,
    params: ParamsOf<Type>,
    options?: WatchOptions,
  ): AsyncGenerator<QueryOf<Type>, void, undefined> {
    return watch(this.#options, type, params, options)
  }

  /**
   * Sends a batch of events. Resolves when all of them are on disk. Tries again if the service is over
   * capacity or does not answer; the batch still counts once. Throws a MillraceError for a batch that is
   * refused.
   */
  send(events: readonly IncomingEvent[], options?: SendOptions): Promise<void> {
    return send(this.api, events, options)
  }

  /** Makes a report and returns it with its file. Throws a MillraceError when it cannot be made. */
  makeReport(
    draft: Parameters<typeof makeReport>[1],
    options?: ReportOptions,
  ): ReturnType<typeof makeReport> {
    return makeReport(this.api, draft, options)
  }
}
