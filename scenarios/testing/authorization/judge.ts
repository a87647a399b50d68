/** A request that was sent. */
export interface Attempt {
  /** Name in the description: `GET /api/tasks/{id}`. */
  operation: string
  /** Where the object is named: in the path, the query or the body; undefined if nowhere. */
  names?: 'path' | 'query' | 'body'
  /** Whether only the owner may see the object. */
  isPrivate?: boolean
}

/** The response. */
interface Answer {
  status: number
  /** Header fields and body as one text. */
  text: string
}

/** A caller, and what it may see. */
export interface Suspect {
  name: string
  /** Statuses for a private object in the path. */
  refusals: readonly number[]
  /** Whether such a caller gets any response that is not public. */
  isKnown: boolean
  /** Whether it may read the owner's data, but change nothing. */
  readsOwned?: true
}

/**
 * Why a response is a leak; undefined if it is not. `secrets` are texts of the owner's objects, including the
 * names of its hosts.
 * `isPublic`: anyone may call this operation.
 */
export function leakOf(
  { operation, names, isPrivate }: Attempt,
  suspect: Suspect,
  { status, text }: Answer,
  secrets: readonly string[],
  isPublic: boolean,
): string | undefined {
  const who = `${suspect.name}: ${operation}`
  const isRead = operation.startsWith('GET ')
  if (status >= 500 && status !== 503) return `${who} was answered ${status}`
  if (!(suspect.readsOwned === true && isRead)) {
    if (!suspect.isKnown && !isPublic && !suspect.refusals.includes(status))
      return `${who} was answered ${status}`
    if (names === 'path' && isPrivate === true && !suspect.refusals.includes(status))
      return `${who} was answered ${status} for an object of somebody else`
  }
  if (suspect.readsOwned === true) return undefined
  const told = secrets.find(secret => text.includes(secret))
  return told === undefined ? undefined : `${who} (${status}) tells ${told}: ${around(text, told)}`
}

/** Objects that have changed; `before` and `after` have each as text. */
export function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([name, text]) =>
    after.get(name) === text ? [] : [`${name} was ${text}\n  and is ${after.get(name)}`],
  )
}

const context = 60

function around(text: string, part: string): string {
  const at = text.indexOf(part)
  return text.slice(Math.max(0, at - context), at + part.length + context)
}
