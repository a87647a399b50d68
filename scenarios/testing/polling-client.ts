import { setTimeout } from 'node:timers/promises'

const pollMs = 20
const timeoutMs = 120_000

/** One answer, before or with the result. */
export interface PollAnswer {
  httpStatus: number
  status: string
  /** Percent; 0 when absent. */
  progress: number
}

/** The members that such a client reads. */
interface Answer {
  query_id: string
  status: string
  progress?: number
  results?: Record<string, unknown>
}

/** All answers and the result. */
export interface PollResult {
  /** The answer to POST first, then one for each GET. */
  seen: PollAnswer[]
  results: Record<string, unknown>
}

/**
 * A client that follows the public documentation of the API: it posts a query, accepts 200 or 202, takes
 * query_id, polls while the status is IN_PROGRESS, and takes `results` of the first other answer.
 */
export async function pollQuery(
  { url, token }: { url: string; token: string },
  body: { type: string; params: Record<string, unknown> },
): Promise<PollResult> {
  const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
  const deadline = AbortSignal.timeout(timeoutMs)
  const post = { method: 'POST', headers, body: JSON.stringify(body), signal: deadline }
  const created = await fetch(`${url}/api/query`, post)
  if (created.status !== 200 && created.status !== 202) {
    throw new Error(`The query was answered ${created.status}: ${await created.text()}`)
  }
  const first = await readAnswer(created)
  const seen = [pollAnswer(created, first)]
  for (;;) {
    const response = await fetch(`${url}/api/query/${first.query_id}`, { headers, signal: deadline })
    const query = await readAnswer(response)
    seen.push(pollAnswer(response, query))
    if (query.status === 'IN_PROGRESS') await setTimeout(pollMs)
    else if (query.results !== undefined) return { seen, results: query.results }
    else throw new Error(`The answer has no results: ${JSON.stringify(query)}`)
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  // A missing member makes the scenario's expectations fail.
  return (await response.json()) as Answer
}

function pollAnswer({ status: httpStatus }: Response, { status, progress = 0 }: Answer): PollAnswer {
  return { httpStatus, status, progress }
}
