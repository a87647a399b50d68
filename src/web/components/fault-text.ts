/** Sentences of the interface about a member of a body, as a form says them of a field. Any other is kept. */
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

/** What the service says of one field, each thing once, as sentences of a form. */
export function faultText(messages: readonly string[]): string {
  return [...new Set(messages.map(formSentence))].join(' ')
}

function formSentence(message: string): string {
  const found = formSentences.find(([sentence]) => sentence.test(message))
  if (found) return message.replace(found[0], found[1])
  // The interface has names in capitals, the page does not.
  const [, names] = /^expected a number or one of ([A-Z0-9_, ]+)$/.exec(message) ?? []
  if (names !== undefined) return `Expected a number or a name: ${names.toLowerCase().replaceAll('_', '-')}.`
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
