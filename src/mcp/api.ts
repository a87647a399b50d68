import { ToolError } from './tool-error.ts'

/** How tools reach the HTTP interface: as the caller who uses them, and in no other way. */
export interface Api {
  /** Resolves with every answer, errors too. Rejects when there is none, or when the signal aborts. */
  request(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<ApiAnswer>
}

interface ApiAnswer {
  status: number
  /** Of an answer that is not JSON its text; undefined without a body. */
  body: unknown
}

/** What one call of a tool works with. */
export interface ToolCall {
  api: Api
  /** Aborts when the client takes its request back or is gone. */
  signal: AbortSignal
}

/** Characters of an error of the service that a model is shown. */
const maxErrorLength = 2_000

/** The body of a route's answer. Throws a ToolError with the error of the service. */
export async function requestJson<Answer>(
  { api, signal }: ToolCall,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await api.request(method, path, body, signal)
  if (answer.status >= 400) {
    const error = JSON.stringify(answer.body) ?? ''
    throw new ToolError(`The service answered ${answer.status}: ${error.slice(0, maxErrorLength)}`)
  }
  // Tests of the interface hold each route to its declared answer.
  return answer.body as Answer
}

/** A body for an ApiAnswer. */
export function jsonOrText(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
