/**
 * Replaces a backslash and the character behind it by the table; a backslash before any other character
 * stays.
 */
export function replaceEscapes(text: string, escapes: Readonly<Record<string, string>>): string {
  let replaced = ''
  let start = 0
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    const character = escapes[text[at + 1] ?? '']
    if (character === undefined) at++
    else {
      replaced += text.slice(start, at) + character
      at += 2
      start = at
    }
  }
  return replaced + text.slice(start)
}
