/** The type of a widget that shows a text and has no query. */
export const noteType = 'Note'

/** Maximum characters of the text of a note. */
export const maxNoteLength = 10_000

export function isNote(type: string): boolean {
  return type === noteType
}

/** The text of a note, in Markdown; '' without one. */
export function noteTextOf({ note_text: text }: Readonly<Record<string, unknown>>): string {
  return typeof text === 'string' ? text.slice(0, maxNoteLength) : ''
}
