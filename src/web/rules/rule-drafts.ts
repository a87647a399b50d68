/** The text of a file in the editor. */
export interface RuleDraft {
  text: string
  /** The saved text that it is based on. Another user may have saved the file since. */
  base: string
}

const maxDrafts = 20

/** Typed but unsaved texts by file. They survive visits to other pages. Key of a new file: ''. */
export class RuleDrafts {
  readonly #drafts = new Map<string, RuleDraft>()

  get(key: string): RuleDraft | undefined {
    return this.#drafts.get(key)
  }

  /** Keeps a draft; undefined forgets it. Beyond the limit, forgets the draft that was kept longest ago. */
  keep(key: string, draft: RuleDraft | undefined): void {
    this.#drafts.delete(key)
    if (draft === undefined) return
    this.#drafts.set(key, draft)
    const [oldest] = this.#drafts.keys()
    if (oldest !== undefined && this.#drafts.size > maxDrafts) this.#drafts.delete(oldest)
  }

  /** The draft was saved with the text `sent`. Text typed since then stays, as a draft of the saved file. */
  onSaved(key: string, sent: string, { name, text }: { name: string; text: string }): void {
    const typed = this.get(key)?.text
    this.keep(key, undefined)
    if (typed !== undefined && typed !== sent) this.keep(name, { text: typed, base: text })
  }
}

/** The draft once the file has the text `saved`. A draft without changes of its own becomes that text. */
export function draftOn(saved: string, draft: RuleDraft): RuleDraft {
  return draft.text === draft.base || draft.text === saved ? { text: saved, base: saved } : draft
}
