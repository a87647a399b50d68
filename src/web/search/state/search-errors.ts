import { ApiError } from '../../api/http/api-error.ts'
import { faultText } from '../../components/forms/fault-text.ts'
import type { SearchState } from './search-state.ts'

/** Errors of a search, by the part of the page that shows them. */
export interface SearchErrors {
  /** About the text of the search. */
  text: string | undefined
  /** Messages by index of the filter. */
  pills: ReadonlyMap<number, string>
}

/**
 * Assigns the messages of a 400 to the text and the filters of a search; undefined for other errors, and if a
 * message belongs to neither.
 */
export function searchErrors(
  error: unknown,
  { text, pills }: Pick<SearchState, 'text' | 'pills'>,
): SearchErrors | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined
  const paths = Object.entries(error.fields)
  const active = pills.flatMap((pill, index) => (pill.off ? [] : [index]))
  // The text, if there is one, is the first condition of the request.
  const pillOffset = text.trim() === '' ? 0 : 1
  const atPills = new Map<number, string[]>()
  const atText: string[] = []
  for (const [path, messages] of paths) {
    const [, position] = /^params\.filter\[(\d+)\]/.exec(path) ?? []
    const index = active[Number(position) - pillOffset]
    if (pillOffset === 1 && position === '0') atText.push(...messages)
    else if (index !== undefined) atPills.set(index, [...(atPills.get(index) ?? []), ...messages])
    else return undefined
  }
  if (paths.length === 0) return undefined
  return {
    text: atText.length === 0 ? undefined : faultText(atText),
    pills: new Map([...atPills].map(([index, messages]) => [index, faultText(messages)])),
  }
}
