/** A part of a paragraph: plain text or code. */
interface Span {
  text: string
  isCode: boolean
}

/** A block to paste, with the prose before it. */
export interface RecipeBlock {
  /** Paragraphs before the code. */
  prose: readonly (readonly Span[])[]
  code: string
  /** Whether Millrace's tests run the program (such as rsyslog) with exactly these lines. */
  isTried: boolean
}

/**
 * Reads docs/sending-logs.md: the code blocks of each section, by its heading. The key of a subsection
 * (`###`) has both headings: `Loki/Alloy`. Tables are left out.
 */
export function readRecipes(document: string): ReadonlyMap<string, readonly RecipeBlock[]> {
  const sections = new Map<string, RecipeBlock[]>()
  /** The last heading of level 1 or 2. */
  let parent = ''
  /** Key of the current section. */
  let key = ''
  /** Paragraphs since the last code block. */
  let prose: string[] = []
  /** Lines of the current paragraph. */
  let paragraph: string[] = []
  let isTried = false
  /** Lines of the current code block; undefined outside of one. */
  let code: string[] | undefined
  const endParagraph = () => {
    if (paragraph.length > 0) prose.push(paragraph.join(' '))
    paragraph = []
  }
  for (const line of document.split('\n')) {
    if (code !== undefined) {
      if (line.startsWith('```')) {
        const blocks = sections.get(key) ?? []
        sections.set(key, [...blocks, { prose: prose.map(spansOf), code: code.join('\n'), isTried }])
        code = undefined
        prose = []
        isTried = false
      } else code.push(line)
      continue
    }
    const [, level = '', title = ''] = /^(#{1,3}) (.+)$/.exec(line) ?? []
    if (level !== '') {
      if (level.length < 3) parent = title
      key = level.length < 3 ? title : `${parent}/${title}`
      paragraph = []
      prose = []
    } else if (line.startsWith('```')) {
      endParagraph()
      code = []
    } else if (line.startsWith('<!-- tried')) isTried = true
    else if (line === '' || line.startsWith('|')) endParagraph()
    else paragraph.push(line)
  }
  return sections
}

/** Text with `code`; links become their text. */
function spansOf(paragraph: string): Span[] {
  return paragraph
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
