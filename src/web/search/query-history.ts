import { recall, remember } from '../state/preferences.ts'

const key = 'millrace.queries'
const most = 20

/** Earlier expressions of this browser, newest first. */
export function queryHistory(): string[] {
  return readHistory(recall(key))
}

export function noteQuery(text: string): void {
  if (text.trim() !== '') remember(key, withQuery(queryHistory(), text.trim()))
}

export function readHistory(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(item => typeof item === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** The newest first, each once, a bounded number. */
export function withQuery(history: readonly string[], text: string): string[] {
  return [text, ...history.filter(item => item !== text)].slice(0, most)
}
