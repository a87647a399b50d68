// Counts bad English in comments, documents, titles of tests and texts of the product, and comments that are
// too long. scripts/ratchet.json has the allowed numbers. Arguments: a folder, a file of numbers, `--lower`.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { patterns } from './english/patterns.mjs'
import { markdownText, sourceTexts, titlesOf } from './english/source-texts.mjs'
import { compareWithRatchet } from './ratchet.mjs'

const maxColumns = 110
const words = process.argv.slice(2).filter(word => word !== '--lower')
const lower = process.argv.includes('--lower')
const root = path.resolve(words[0] ?? path.dirname(import.meta.dirname))
const ratchet = words[1] ?? path.join(import.meta.dirname, 'ratchet.json')
/** Folders of programs and of what they wrote; files that are generated from texts of other files. */
const excluded = new Set(['node_modules', 'dist', 'data', 'lib', 'lib-system', 'test-results'])
const generated = /^(clients\/typescript\/src\/interface\.ts|docs\/(errors|settings)\.md)$/
/** Files whose strings only developers read. */
const ofDevelopers = /^(scripts|scenarios|bench)\/|\.test\.tsx?$|(^|\/)testing\/|\.config\.ts$/
const kinds = { comments: {}, documents: {}, 'titles of tests': {}, texts: {} }
const longComments = []
const anyPattern = new RegExp(patterns.map(([, pattern]) => `(?:${pattern.source})`).join('|'), 'i')

for (const file of walk(root)) {
  const name = path.relative(root, file).split(path.sep).join('/')
  if (generated.test(name)) continue
  const source = readFileSync(file, 'utf8')
  if (name.endsWith('.md')) {
    count('documents', name, source, [{ at: 0, text: markdownText(source) }])
    continue
  }
  const { comments, strings } = sourceTexts(source)
  count('comments', name, source, comments)
  if (source.length > maxColumns) findLongComments(name, source, comments)
  if (!ofDevelopers.test(name)) count('texts', name, source, strings.filter(isSentence))
  else if (name.includes('.test.')) count('titles of tests', name, source, titlesOf(source, strings))
}

const long = { [`longer than ${maxColumns} columns`]: longComments }
const faults = [
  ...Object.entries(kinds).flatMap(([kind, places]) =>
    compareWithRatchet(ratchet, `English of ${kind}`, places, lower),
  ),
  ...compareWithRatchet(ratchet, 'lines of comments', long, lower),
]
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`English is plain, but for the numbers in ${path.basename(ratchet)}`)

function* walk(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || excluded.has(entry.name)) continue
    const full = path.join(dir, entry.name)
    if (entry.isDirectory()) yield* walk(full)
    else if (/\.(tsx?|mjs|css|md)$/.test(entry.name)) yield full
  }
}

function count(kind, name, source, texts) {
  for (const { at, text } of texts) {
    if (!anyPattern.test(text)) continue
    for (const [pattern, expression, instead, onlyKind = kind] of patterns) {
      if (onlyKind !== kind) continue
      for (const match of text.matchAll(new RegExp(expression, `${expression.flags}g`))) {
        const start = match.index + match[0].search(/\S/)
        const around = text.slice(Math.max(0, start - 40), start + 60).replace(/\s+/g, ' ')
        kinds[kind][pattern] ??= []
        kinds[kind][pattern].push(`${name}:${lineAt(source, at + start)}: ${around.trim()} (${instead})`)
      }
    }
  }
}

/** Adds lines of comments that are too long, except directives of biome, which have to be one line. */
function findLongComments(name, source, comments) {
  for (const { at, text } of comments) {
    const start = source.lastIndexOf('\n', at) + 1
    const lines = source.slice(start, at + text.length).split('\n')
    for (const [index, line] of lines.entries()) {
      if (line.length > maxColumns && !line.includes('biome-ignore'))
        longComments.push(`${name}:${lineAt(source, start) + index}`)
    }
  }
}

function lineAt(source, at) {
  return source.slice(0, at).split('\n').length
}

/** A text of several words. */
function isSentence({ text }) {
  return text.includes(' ')
}
