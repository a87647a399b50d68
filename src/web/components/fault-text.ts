/** Messages of the service about a field, with the text that a form shows for them. */
const formSentences: readonly [sentence: RegExp, words: string][] = [
  [/^This field (?:is required|may not be blank)\.$/, 'Fill this in.'],
  [/^This value is not valid\.$/, 'This is not valid.'],
  [/^A valid integer is required\.$/, 'A whole number is expected.'],
  [/^A valid number is required\.$/, 'A number is expected.'],
  [/^Ensure this value is greater than or equal to (.+)\.$/, '$1 at least.'],
  [/^Ensure this value is less than or equal to (.+)\.$/, '$1 at most.'],
  [/^Ensure this field has at least (.+)\.$/, 'At least $1.'],
  [/^Ensure this field has no more than (.+)\.$/, 'At most $1.'],
  [/^"(.*)" is not a valid choice\.$/, '“$1” cannot be chosen.'],
]

/** The service's messages about one field as text of a form, each once. */
export function faultText(messages: readonly string[]): string {
  return [...new Set(messages.map(formSentence))].join(' ')
}

function formSentence(message: string): string {
  const found = formSentences.find(([sentence]) => sentence.test(message))
  if (found) return message.replace(found[0], found[1])
  // Names of codes are in capitals on the wire, but not on the page.
  const [, names] = /^expected a number or one of ([A-Z0-9_, ]+)$/.exec(message) ?? []
  if (names !== undefined) return `Expected a number or a name: ${names.toLowerCase().replaceAll('_', '-')}.`
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
