// Refuses imports that the table in ARCHITECTURE.md does not allow, import cycles (of types too), long files,
// and files and folders without a subject (utils). It reads the table itself, so they cannot diverge.
// Pairs of folders that import each other are counted for each room in scripts/ratchet.json.
// Arguments: a folder, a file with the table, a file of numbers, `--lower`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compareWithRatchet } from './ratchet.mjs'

const maxLines = 400
/**
 * Packages that do unbounded work on user texts: the files that call them, with a budget, and what other
 * files may import of them.
 */
const guarded = {
  re2js: { files: ['filter/regex/regex.ts', 'filter/testing/plain-regex.ts'], others: /^import type / },
  yaml: {
    files: ['schema/text/yaml-text.ts'],
    // Writing, parsed nodes, and the lexer, whose work quoted-text.ts bounds. The page reads files with its
    // own reader.
    others: /^import \{ (?:stringify|Lexer|isNode|isMap|type )(?!.*\bparse)|^import type |^import\('yaml'\)/,
  },
}
/** Storeys of a room, the lowest first: each may import only lower ones. */
const storeys = { storage: ['contract', 'sql', 'clients', 'journal', 'reads', 'memory', 'store'] }
/** The room that opens the others and connects them. It may import everything. */
const compositionRoom = 'service'
const emptyNames = /^(common|utils?|helpers?|misc|shared)$/
/** Files that only tests use; all of them may import `src/testing`. */
const isTest = /\.test\.tsx?$|(^|\/)testing\//
const words = process.argv.slice(2).filter(word => word !== '--lower')
const root = path.resolve(words[0] ?? 'src')
const table = readTable(readFileSync(words[1] ?? 'ARCHITECTURE.md', 'utf8'))
const ratchet = words[2] ?? path.join(import.meta.dirname, 'ratchet.json')
const faults = []
const graph = new Map()

for (const file of walk(root)) {
  const text = readFileSync(file, 'utf8')
  const name = path.relative(root, file)
  const lines = text.split('\n').length - 1
  if (lines > maxLines) faults.push(`${name}: ${lines} lines, the limit is ${maxLines}`)
  for (const part of name.replace(/\.\w+$/, '').split(path.sep)) {
    if (emptyNames.test(part))
      faults.push(`${name}: a file or folder is named after its subject, not ${part}`)
  }
  const room = roomOf(file)
  const targets = []
  for (const spec of importsOf(text)) {
    const target = path.resolve(path.dirname(file), spec)
    if (!existsSync(target)) faults.push(`${name}: imports ${spec}, which is not there`)
    targets.push(target)
    // A document as text, which the page shows.
    if (target.startsWith(path.resolve(root, '../docs') + path.sep) && target.endsWith('.md')) continue
    const other = roomOf(target)
    if (other === room && !isTest.test(name) && storeyOf(target) > storeyOf(file))
      faults.push(`${name}: a storey may not import a higher one (${spec})`)
    if (other === room || room === compositionRoom) continue
    if (other === 'testing' && isTest.test(name)) continue
    const allowed = table.get(room)
    if (!allowed) faults.push(`${name}: the room ${room} is not in the import table`)
    else if (!allowed.has(other))
      faults.push(`${name}: ${room} may not import ${other || 'a file of no room'} (${spec})`)
  }
  for (const [statement, spec] of packagesOf(text)) {
    const guard = Object.hasOwn(guarded, spec) ? guarded[spec] : undefined
    if (guard === undefined || name.includes('.test.') || guard.files.includes(name)) continue
    const isOfPage = room === 'web' || !statement.startsWith('import(')
    if (!guard.others.test(statement) || !isOfPage)
      faults.push(`${name}: only ${guard.files[0]} calls ${spec}: it bounds the work (${statement})`)
  }
  if (!name.includes('.test.')) graph.set(file, targets)
}
for (const cycle of cyclesOf(graph)) {
  faults.push(`cycle: ${cycle.map(f => path.relative(root, f)).join(' -> ')}`)
}
const mutual = mutualFoldersOf(graph)
faults.push(
  ...compareWithRatchet(ratchet, 'folders that import each other', mutual, process.argv.includes('--lower')),
)

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`imports flow one way (${graph.size} files)`)

function readTable(markdown) {
  const rooms = new Map()
  for (const [, room, may] of markdown.matchAll(/^\| `([a-z]+)` \|[^|]*\|([^|]*)\|\s*$/gm)) {
    rooms.set(room, new Set(may.split(/\s+/).filter(Boolean)))
  }
  if (rooms.size === 0) throw new Error('no import table found')
  return rooms
}

function* walk(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, entry.name)
    if (entry.isDirectory()) yield* walk(full)
    else if (/\.(tsx?|mjs|css)$/.test(entry.name)) yield full
  }
}

/** The room of a file: the first folder below src, `client` beside it, '' for a file that lies in none. */
function roomOf(file) {
  if (file.startsWith(path.resolve(root, '../clients/typescript/src') + path.sep)) return 'client'
  const parts = path.relative(root, file).split(path.sep)
  return parts.length > 1 ? parts[0] : ''
}

function storeyOf(file) {
  const [room, folder] = path.relative(root, file).split(path.sep)
  return storeys[room]?.indexOf(folder) ?? 0
}

/** Relative files that are imported or re-exported, including types. */
function* importsOf(text) {
  const pattern =
    /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]|\bimport\s*\(?\s*['"](\.[^'"]+)['"]/g
  for (const match of text.matchAll(pattern)) {
    yield (match[1] ?? match[2]).replace(/\?.*$/, '')
  }
}

/** Imports of packages: the statement on one line, and the package. */
function* packagesOf(text) {
  const pattern =
    /\bimport\s*\(\s*['"]([^.'"][^'"]*)['"]\s*\)|^(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^.'"][^'"]*)['"]/gm
  for (const match of text.matchAll(pattern))
    yield [match[0].replace(/\s+/g, ' '), match[1] ?? match[2] ?? '']
}

function cyclesOf(graph) {
  const found = []
  const state = new Map()
  const visit = (file, trail) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push([...trail.slice(trail.indexOf(file)), file])
      return
    }
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) if (graph.has(next)) visit(next, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

/** Pairs of folders that import each other, by room. Tools of tests do not count. */
function mutualFoldersOf(graph) {
  const folderOf = file => path.relative(root, path.dirname(file)).split(path.sep).join('/') || '.'
  const imports = new Map()
  for (const [file, targets] of graph) {
    if (isTest.test(path.relative(root, file))) continue
    for (const target of targets) {
      const [from, to] = [folderOf(file), folderOf(target)]
      if (from === to || to.startsWith('..')) continue
      const key = `${from} > ${to}`
      imports.set(key, [...(imports.get(key) ?? []), path.relative(root, file)])
    }
  }
  const pairs = {}
  for (const [key, files] of imports) {
    const [from, to] = key.split(' > ')
    const back = imports.get(`${to} > ${from}`)
    if (from > to || back === undefined) continue
    const fewer = files.length <= back.length ? files : back
    const by = fewer.length <= 3 ? fewer.join(', ') : `${fewer.length} files`
    const room = from.split('/')[0]
    pairs[room] ??= []
    pairs[room].push(`${from} and ${to}, by ${by}`)
  }
  return pairs
}
