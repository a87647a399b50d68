/** What somebody sent. */
export interface Attempt {
  /** As in the description: `GET /api/tasks/{id}`. */
  operation: string
  /** How it names the object: in the path, in the query, in the body; undefined when it names none. */
  names?: 'path' | 'query' | 'body'
  /** Whether the object is its owner's alone. */
  isPrivate?: boolean
}

/** What came back. */
interface Answer {
  status: number
  /** Header fields and body as one text. */
  text: string
}

/** Who asks, and what such a caller may get. */
export interface Suspect {
  name: string
  /** Statuses for a private object in the path. */
  refusals: readonly number[]
  /** Whether such a caller is answered to anything at all that is not public. */
  isKnown: boolean
  /** Whether it may read what is of the owner, but change nothing. */
  readsOwned?: true
}

/**
 * Why an answer is a leak; undefined when it is none. `secrets` are texts of the owner's objects, among them the names of its hosts.
 * `isPublic`: anybody may ask this operation.
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

/** Objects that are not what they were; `before` and `after` have each as text. */
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
