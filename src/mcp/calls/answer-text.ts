// The text of an answer to the model.

import { ToolError } from './tool-error.ts'

/** Maximum characters of a tool's answer. A model reads about four of them as one token. */
const maxAnswerLength = 60_000

/**
 * Characters that are invisible or change the text around them: control, formatting (bidirectional overrides,
 * zero-width, tags), line separators, the grapheme joiner, Hangul fillers, and the variation selectors except
 * the first sixteen, which emoji need.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160\u3164\uffa0]|[\u{E0100}-\u{E01EF}]/gu

/** A text with its invisible characters written as in JSON: \u202e. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** A value as JSON without invisible characters. */
export function answerJson(value: unknown): string {
  return escapeInvisible(JSON.stringify(value))
}

/**
 * The text of an answer for the model. Throws a ToolError if it is too long, which is rare, since tools leave
 * out items and truncate texts.
 */
export function answerText(answer: object): string {
  const text = answerJson(answer)
  if (text.length <= maxAnswerLength) return text
  throw new ToolError(
    `The answer has ${text.length} characters, at most ${maxAnswerLength} are given: ask for less (limit, message_length, a shorter range).`,
  )
}
