import { errorTexts } from '../../texts/errors.ts'
import { ApiError, readApiError } from './api-error.ts'

const timeoutMs = 30_000
const json = 'application/json'

/** Called for each 401, except for requests that expect it. Set once at start. */
let onSignedOut: () => void = () => {}

export function setSignedOutHandler(act: () => void): void {
  onSignedOut = act
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal | undefined
  /** The request outlives the page. */
  keepalive?: boolean
  /**
   * A 401 does not mean that the session has ended: the login was refused, or nothing depends on the answer.
   */
  expects401?: boolean
}

/**
 * Sends a request and returns the JSON of its answer; undefined for an empty one. Throws an ApiError for an
 * error response, and (status 0) if no complete response arrives within 30 s. Throws the reason of the signal
 * if it is aborted. Reads a page of a list that is too large for one answer in several requests.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  try {
    return await send<T>(path, options)
  } catch (error) {
    const isGet = (options.method ?? 'GET') === 'GET'
    if (!isGet || suggestedPageSize(error) === undefined) throw error
    const page = await readSmallerPages(path, error, part => send<ListPage<unknown>>(part, options))
    // Only lists are refused like this, so T is a page of a list.
    return page as T
  }
}

async function send<T>(path: string, options: RequestOptions): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const { method = 'GET', body, keepalive = false, expects401 } = options
    const headers = { accept: json, ...(body !== undefined && { 'content-type': json }) }
    const content = body !== undefined && { body: JSON.stringify(body) }
    const response = await fetchOk(path, { method, headers, ...content, keepalive, signal }, expects401)
    const text = await response.text()
    const value = parseJson(text)
    // A proxy to which the user must sign in answers with its own HTML page.
    if (value === undefined && text !== '') throw new ApiError(0, 'unreachable', errorTexts.foreign)
    // Page and service are built from the same declarations.
    return value as T
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    options.signal?.throwIfAborted()
    const detail = timeout.aborted ? errorTexts.timeout(timeoutMs / 1000) : errorTexts.unreachable
    throw new ApiError(0, 'unreachable', detail, { cause })
  }
}

/**
 * `fetch` with the token of TV mode, if there is one. Throws an ApiError for an error response. Without a
 * response, throws the error of `fetch`.
 */
export async function fetchOk(
  path: string,
  init: RequestInit & { headers?: Record<string, string> },
  expects401 = false,
): Promise<Response> {
  const authorization = token !== undefined && { authorization: `token ${token}` }
  const response = await fetch(path, { ...init, headers: { ...authorization, ...init.headers } })
  if (response.ok) return response
  // A proxy may answer with HTML.
  const body = parseJson(await response.text())
  if (response.status === 401 && !expects401) onSignedOut()
  throw readApiError(response.status, body, response.headers.get('retry-after'))
}

/**
 * The requests that the objects below `path`, such as `/api/tasks`, have in common. A refused body throws an
 * ApiError, whose `fields` name members of the body.
 */
export function resource<T, Draft, Patch = Partial<Draft>>(path: string) {
  return {
    read: (id: number, signal?: AbortSignal): Promise<T> => request(`${path}/${id}`, { signal }),
    create: (draft: Draft): Promise<T> => request(path, { method: 'POST', body: draft }),
    change: (id: number, patch: Patch): Promise<T> =>
      request(`${path}/${id}`, { method: 'PATCH', body: patch }),
    remove: (id: number): Promise<void> => request(`${path}/${id}`, { method: 'DELETE' }),
  }
}

/** Sends a GET request. Its parameters are the parameters of a reader of `useFetch`. */
export function get<T>(path: string, signal: AbortSignal): Promise<T> {
  return request(path, { signal })
}

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The token that requests use in place of the session; undefined: they use the session's cookie. */
let token: string | undefined

/**
 * Sets the token of a link to TV mode. It is only in memory and in the fragment of the address, so it never
 * reaches a log.
 */
export function setAccessToken(value: string | undefined): void {
  token = value
}

export function accessToken(): string | undefined {
  return token
}

/** The service's default of `page_size`. */
const defaultPageSize = 100
/** Maximum requests for one page. Each of their responses may have up to 16 MiB. */
const maxRequests = 25

/** The page size that the service suggests because a page was too large; undefined for other errors. */
export function suggestedPageSize(error: unknown): number | undefined {
  return error instanceof ApiError && error.code === 'answer_too_large' ? error.pageSize : undefined
}

/**
 * Reads a page that the service refused with `refusal` as several smaller pages, one after the other. Returns
 * their objects as the requested page, with its number. `read` sends a GET request. Throws `refusal` if a
 * page of one object is refused too, or if there are too many requests.
 */
export async function readSmallerPages<T>(
  address: string,
  refusal: unknown,
  read: (address: string) => Promise<ListPage<T>>,
): Promise<ListPage<T>> {
  const [path, query] = address.split('?')
  const params = new URLSearchParams(query)
  const pageNumber = Number(params.get('page') ?? 1)
  const pageSize = Number(params.get('page_size') ?? defaultPageSize)
  /** Positions in the whole list: the end of the requested page, and the next object to read. */
  const end = pageNumber * pageSize
  let offset = end - pageSize
  let size = smallerSize(pageSize, refusal)
  const objects: T[] = []
  for (let requests = 0; requests < maxRequests && size !== undefined; requests++) {
    params.set('page', String(offset / size + 1))
    params.set('page_size', String(size))
    let part: ListPage<T>
    try {
      part = await read(`${path}?${params}`)
    } catch (error) {
      if (suggestedPageSize(error) === undefined) throw error
      size = smallerSize(size, error)
      continue
    }
    objects.push(...part.objects)
    offset += size
    if (offset >= end || offset >= part.item_count) {
      const pageCount = Math.max(1, Math.ceil(part.item_count / pageSize))
      return { ...part, objects, page_number: pageNumber, page_count: pageCount }
    }
  }
  throw refusal
}

/**
 * The page size after a page of `size` was refused: at most the suggested one. Undefined if `size` is 1. The
 * result divides `size`, so that a smaller page starts where a larger page does.
 */
function smallerSize(size: number, refusal: unknown): number | undefined {
  const max = Math.min(suggestedPageSize(refusal) ?? size, size - 1)
  for (let divisor = max; divisor > 0; divisor--) if (size % divisor === 0) return divisor
  return undefined
}

/** One page of a list of the API. */
export interface ListPage<T> {
  objects: T[]
  /** Objects on all pages. */
  item_count: number
  /** At least 1. */
  page_count: number
  /** From 1. */
  page_number: number
}
