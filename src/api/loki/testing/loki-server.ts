import { expect } from 'vitest'
import { TagList } from '../../../query/dictionaries/tag-list.ts'
import { LogqlReads } from '../../../query/logql/logql-reads.ts'
import { openCorpus, start } from '../../../query/logql/testing/corpus.ts'
import { immediateTurns } from '../../../query/logql/testing/no-events.ts'
import { tokenHeaders } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'

/** Unix nanoseconds as text: these seconds after the start of the corpus. */
export const nanos = (seconds: number) => `${(start + seconds) * 1_000}000000`
/** The range of all lines in the corpus. */
export const range = { start: nanos(0), end: nanos(700) }

export const address = (path: string, parameters: Record<string, string>) =>
  `/loki/api/v1${path}?${new URLSearchParams(parameters)}`

/** A server over the corpus of LogQL. */
export async function openLokiServer() {
  const corpus = await openCorpus()
  const logql = new LogqlReads(corpus.store, immediateTurns)
  const server = await testServer({ logql, tags: new TagList(corpus.store, 'UTC') })
  const get = (
    path: string,
    parameters: Record<string, string> = {},
    headers: Record<string, string> = tokenHeaders('user-admin'),
  ) => server.app.inject({ url: address(path, parameters), headers })
  return {
    corpus,
    server,
    get,
    /** `data` of an answer, which must be a success. */
    dataOf: async (path: string, parameters: Record<string, string>, headers?: Record<string, string>) => {
      const answer = await get(path, parameters, headers)
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
      expect(answer.json().status).toBe('success')
      return answer.json().data
    },
    close: async () => {
      await server.app.close()
      await corpus.store.close()
    },
  }
}

export type LokiServer = Awaited<ReturnType<typeof openLokiServer>>
