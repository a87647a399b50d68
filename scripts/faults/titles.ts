/** `test('…'`, `describe.each(rows)('…'`, also with the title on the next line. What is skipped for good proves nothing. */
const call =
  /(?:\b(?:test|it|describe)(?!(?:\.\w+)*\.(?:skip|todo)\b)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1\s*,/g

/** Titles of the tests in the text of a test file and of what they stand in, with `…` for values of a template. */
export function titlesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(call)].map(([, , title = '']) =>
      title.replace(/\$\{[^}]*\}/g, '…').replaceAll("\\'", "'"),
    ),
  )
}

/** What the titles of one declared test are when it has run: placeholders of its rows are filled in. */
export function patternOf(title: string): RegExp {
  const parts = title.split(/…|%(?:\.\d+)?[a-zA-Z]|\$[A-Za-z][\w.]*/)
  return new RegExp(`^${parts.map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')}$`)
}
