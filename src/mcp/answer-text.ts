import { ToolError } from './tool-error.ts'

/** Characters of the answer of a tool. A model reads some four of them as one token. */
const maxAnswerLength = 60_000

/**
 * Characters that a reader does not see, or that change what is around them: control, formatting (bidirectional overrides,
 * zero-width, tags), separators of lines, and the variation selectors that text can be hidden in.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u{E0100}-\u{E01EF}]/gu

/** A text whose invisible characters are written as in JSON: \u202e. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** JSON as answers have it. */
export function answerJson(value: unknown): string {
  return escapeInvisible(JSON.stringify(value))
}

/** The text of an answer. Throws a ToolError for one that is too long; tools leave out or cut so that this is rare. */
export function answerText(answer: object): string {
  const text = answerJson(answer)
  if (text.length <= maxAnswerLength) return text
  throw new ToolError(
    `The answer has ${text.length} characters, at most ${maxAnswerLength} are given: ask for less (limit, message_length, a shorter range).`,
  )
}
