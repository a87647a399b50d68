/** Typed but unsaved texts, by file. They survive visits to other pages. */
const drafts = new Map<string, string>()
const maxDrafts = 20

export function readDraft(key: string): string | undefined {
  return drafts.get(key)
}

/** Keeps a text; undefined forgets it. Beyond the limit the oldest is forgotten. */
export function keepDraft(key: string, text: string | undefined): void {
  drafts.delete(key)
  if (text === undefined) return
  drafts.set(key, text)
  const [oldest] = drafts.size > maxDrafts ? drafts.keys() : []
  if (oldest !== undefined) drafts.delete(oldest)
}
