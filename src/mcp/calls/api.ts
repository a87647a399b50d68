import { ToolError } from './tool-error.ts'

/** The HTTP interface for tools, called only as the user of the tools. */
export interface Api {
  /** Resolves with every answer, including errors. Rejects without an answer, or when the signal aborts. */
  request(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<ApiAnswer>
}

interface ApiAnswer {
  status: number
  /** The text, if the answer is not JSON; undefined without a body. */
  body: unknown
}

/** One page of a list, as the HTTP interface answers. */
export interface ListAnswer<Item> {
  objects: Item[]
  item_count: number
  page_count: number
}

/** One call of a tool by a client. */
export interface ToolCall {
  api: Api
  /** Aborts when the client cancels its request or disconnects. */
  signal: AbortSignal
}

/** Maximum characters of a service error shown to the model. */
const maxErrorLength = 2_000

/** The body of a route's answer. Throws a ToolError with the service's error. */
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
  // Tests of the interface check each route against its declared answer.
  return answer.body as Answer
}

/** Parses a body for an ApiAnswer. */
export function jsonOrText(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
