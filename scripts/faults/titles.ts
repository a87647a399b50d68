/**
 * `test('…'`, `describe.each(rows)('…'`, also with the title on the next line. A permanently skipped test
 * proves nothing.
 */
const call =
  /(?:\b(?:test|it|describe)(?!(?:\.\w+)*\.(?:skip|todo)\b)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1\s*,/g

/** Titles of the tests in a test file and of their surrounding blocks, with `…` for template values. */
export function titlesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(call)].map(([, , title = '']) =>
      title.replace(/\$\{[^}]*\}/g, '…').replaceAll("\\'", "'"),
    ),
  )
}

/**
 * A pattern of the titles of one declared test after it has run, with the placeholders of its rows filled in.
 */
export function patternOf(title: string): RegExp {
  const parts = title.split(/…|%(?:\.\d+)?[a-zA-Z]|\$[A-Za-z][\w.]*/)
  return new RegExp(`^${parts.map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')}$`)
}
