import { printable } from '../../../charts/printable.ts'
import { faultTexts } from '../../texts/components.ts'

/** Messages of the service about a field, and the text that a form shows instead; `$1` is the group. */
const replacements: readonly [message: RegExp, text: string][] = [
  [/^This field (?:is required|may not be blank)\.$/, faultTexts.missing],
  [/^This value is not valid\.$/, faultTexts.invalid],
  [/^A valid integer is required\.$/, faultTexts.wholeNumber],
  [/^A valid number is required\.$/, faultTexts.number],
  [/^Ensure this value is greater than or equal to (.+)\.$/, faultTexts.atLeast],
  [/^Ensure this value is less than or equal to (.+)\.$/, faultTexts.atMost],
  [/^Ensure this field has at least (.+)\.$/, faultTexts.lengthAtLeast],
  [/^Ensure this field has no more than (.+)\.$/, faultTexts.lengthAtMost],
  [/^"(.*)" is not a valid choice\.$/, faultTexts.noChoice],
]

/** The text that a form shows for the service's messages about one field, without repeated messages. */
export function faultText(messages: readonly string[]): string {
  return printable([...new Set(messages.map(formSentence))].join(' '), true)
}

/** One message of the service as a sentence of the page. */
function formSentence(message: string): string {
  const found = replacements.find(([pattern]) => pattern.test(message))
  if (found) return message.replace(...found)
  // Code names are upper case in the API, but not on the page.
  const [, names] = /^expected a number or one of ([A-Z0-9_, ]+)$/.exec(message) ?? []
  if (names !== undefined) return faultTexts.numberOrName(names.toLowerCase().replaceAll('_', '-'))
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
