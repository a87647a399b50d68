/** Replaces each `\x` by `escapes[x]`. Keeps the backslash before characters that are not in `escapes`. */
export function replaceEscapes(text: string, escapes: Readonly<Record<string, string>>): string {
  let replaced = ''
  let start = 0
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    const replacement = escapes[text[at + 1] ?? '']
    if (replacement === undefined) at++
    else {
      replaced += text.slice(start, at) + replacement
      at += 2
      start = at
    }
  }
  return replaced + text.slice(start)
}
