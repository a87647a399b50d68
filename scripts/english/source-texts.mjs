// Comments and strings of a source file, by position. It reads TypeScript and CSS roughly: a compiler would
// take several times as long.

/** A comment (adjacent lines are one), a string, the start of a template, an expression, a brace. */
const tokens =
  /(\/\/.*(?:\n[ \t]*\/\/.*)*|\/\*[\s\S]*?\*\/)|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|(`)|(\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)|([{}])/g
/** Text of a template up to its end or to a value in it. */
const templatePart = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(`|\$\{)/y
/** Before a regular expression; elsewhere `/` divides. */
const beforeExpression = /(?:^|[=(,:;!&|?{}[\n>]|return)\s*$/
/** Before a title of a test. */
const beforeTitle = /(?:\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?|\))\(\s*$/
const commentPrefix = /^[ \t]*(?:\/\/|\/\*+|\*(?!\/))|\*\/$/gm

/** Returns `{ at, text }` of each; in comments, spaces replace the signs of the comment. */
export function sourceTexts(source) {
  const comments = []
  const strings = []
  const templateDepths = []
  let depth = 0
  const lexer = new RegExp(tokens)
  const readTemplate = at => {
    templatePart.lastIndex = at
    const match = templatePart.exec(source)
    if (match === null) return source.length
    strings.push({ at, text: match[0].slice(0, -match[1].length) })
    if (match[1] === '${') templateDepths.push(depth++)
    return at + match[0].length
  }
  for (let match = lexer.exec(source); match !== null; match = lexer.exec(source)) {
    const at = match.index
    const [, comment, single, double, template, expression, brace] = match
    if (comment !== undefined)
      comments.push({ at, text: comment.replace(commentPrefix, signs => ' '.repeat(signs.length)) })
    else if (single !== undefined || double !== undefined)
      strings.push({ at: at + 1, text: single ?? double })
    else if (template !== undefined) lexer.lastIndex = readTemplate(at + 1)
    else if (expression !== undefined) {
      if (!beforeExpression.test(source.slice(Math.max(0, at - 20), at))) lexer.lastIndex = at + 1
    } else if (brace === '{') depth++
    else if (templateDepths.at(-1) === --depth) {
      templateDepths.pop()
      lexer.lastIndex = readTemplate(at + 1)
    }
  }
  return { comments, strings }
}

/** Strings of a test file that are titles of its tests. */
export function titlesOf(source, strings) {
  return strings.filter(({ at }) => beforeTitle.test(source.slice(Math.max(0, at - 80), at - 1)))
}

/** The text of a Markdown file, with spaces in place of its code. */
export function markdownText(markdown) {
  return markdown.replace(/^( *)```[\s\S]*?^ *```|`[^`\n]+`/gm, code => code.replace(/[^\n]/g, '_'))
}
