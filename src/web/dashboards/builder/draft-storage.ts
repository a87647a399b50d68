import { isObject } from '../../../schema/text/json-object.ts'
import { parseJson } from '../../api/http/parse-json.ts'
import type { Draft } from '../draft/draft.ts'

/** Unsaved changes of a dashboard, kept for this tab over reloads and expired sessions. */
export interface StoredDraft {
  draft: Draft
  /** `updated_at` of the dashboard that was changed. */
  basedOn: number
}

const maxCharacters = 1_000_000
const keyOf = (id: number, userId: number) => `millrace.dashboard-draft.${userId}.${id}`

export function storeDraft(id: number, userId: number, stored: StoredDraft | undefined): void {
  try {
    const text = stored === undefined ? undefined : JSON.stringify(stored)
    if (text === undefined || text.length > maxCharacters) sessionStorage.removeItem(keyOf(id, userId))
    else sessionStorage.setItem(keyOf(id, userId), text)
  } catch {
    // The storage is blocked or full: the draft lives as long as the page.
  }
}

export function loadDraft(id: number, userId: number): StoredDraft | undefined {
  try {
    const value = parseJson(sessionStorage.getItem(keyOf(id, userId)) ?? '')
    if (!isObject(value) || !isObject(value.draft) || !Array.isArray(value.draft.widgets)) return undefined
    // Written by storeDraft of this version of the page, or of a recent one.
    return value as unknown as StoredDraft
  } catch {
    return undefined
  }
}
