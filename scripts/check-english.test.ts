import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

type Numbers = Record<string, Record<string, number>>

/** The output of the check for a folder with these files, '' if it passes, and the numbers after it. */
function check(files: Record<string, string>, numbers: Numbers = {}, ...options: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'english-'))
  try {
    const ratchet = path.join(folder, 'ratchet.json')
    writeFileSync(ratchet, JSON.stringify(numbers))
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const script = path.join(import.meta.dirname, 'check-english.mjs')
    const args = [script, folder, ratchet, ...options]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(status).toBe(stderr === '' ? 0 : 1)
    return { faults: stderr.trim(), numbers: JSON.parse(readFileSync(ratchet, 'utf8')) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each<[what: string, name: string, text: string, fault: string]>([
  [
    'a comment',
    'src/a.ts',
    'const a = 1\n// Made anew.\n',
    'English of comments, anew: 1, the limit is 0\n  src/a.ts:2: Made anew. (again, from scratch)',
  ],
  [
    'a comment over two lines',
    'src/a.ts',
    '/**\n * Names, those\n * of users.\n */\n',
    'English of comments, those of: 1, the limit is 0\n  src/a.ts:2: Names, those of users. (repeat the noun)',
  ],
  ['two comments with code between them', 'src/a.ts', '// Not those\nconst a = 1 // of users\n', ''],
  [
    'a comment of a style sheet',
    'src/a.css',
    '/* Made anew. */\n',
    'English of comments, anew: 1, the limit is 0\n  src/a.css:1: Made anew. (again, from scratch)',
  ],
  [
    'a document',
    'docs/a.md',
    '# A\n\nIt goes\non.\n',
    'English of documents, goes on: 1, the limit is 0\n  docs/a.md:3: # A It goes on. (continues, resumes)',
  ],
  ['code in a document', 'docs/a.md', '`made anew`\n\n```sh\nmade anew\n```\n', ''],
  [
    'the title of a test',
    'src/a.test.ts',
    "test('it is made anew', () => {})\n",
    'English of titles of tests, anew: 1, the limit is 0\n  src/a.test.ts:1: it is made anew (again, from scratch)',
  ],
  [
    'the title of a table of tests',
    'src/a.test.ts',
    "test.each([\n  ['anew', 1],\n] as const)('%s is made anew', () => {})\n",
    'English of titles of tests, anew: 1, the limit is 0\n  src/a.test.ts:3: %s is made anew (again, from scratch)',
  ],
  [
    'a title that begins with what',
    'src/a.test.ts',
    "test('what is new is shown', () => {})\n",
    'English of titles of tests, what begins a title: 1, the limit is 0\n  src/a.test.ts:1: what is new is shown (name who acts, or the thing)',
  ],
  ['a text that begins with what', 'src/a.ts', "const help = 'what it is for'\n", ''],
  ['data of a test', 'src/a.test.ts', "const data = 'it is made anew'\n", ''],
  [
    'a text of the product',
    'src/a.ts',
    "const title = 'Make it anew'\n",
    'English of texts, anew: 1, the limit is 0\n  src/a.ts:1: Make it anew (again, from scratch)',
  ],
  [
    'a template of the product',
    'src/a.ts',
    `const a = \`\${b({ c: \`x \${1}\` })} is made anew\`\n`,
    'English of texts, anew: 1, the limit is 0\n  src/a.ts:1: is made anew (again, from scratch)',
  ],
  ['a word of the product', 'src/a.ts', "const key = 'anew'\n", ''],
  ['an expression with quotes', 'src/a.ts', 'const a = /["\'`]/ // of users\nconst b = a / 2\n', ''],
  ['an actor that is not named', 'src/a.ts', '// Reads it. What is left stays.\n// Is it? Who knows?\n', ''],
  [
    'a sentence whose subject is a clause',
    'src/a.ts',
    '// Reads all. Who leaves ends it.\n',
    'English of comments, what as a subject: 1, the limit is 0\n  src/a.ts:1: Reads all. Who leaves ends it. (name who acts, or the thing)',
  ],
  [
    'a comment that is too long',
    'src/a.ts',
    `const a = 1\n/**\n * ${'word '.repeat(23)}\n */\n`,
    'lines of comments, longer than 110 columns: 1, the limit is 0\n  src/a.ts:3',
  ],
  ['code that is too long', 'src/a.ts', `const a = '${'word '.repeat(23)}'\n// word\n`, ''],
])('%s', (_what, name, text, fault) => {
  expect(check({ [name]: text }).faults).toBe(fault)
})

test('a number allows as many, and is lowered once there are fewer', () => {
  const files = { 'docs/a.md': 'Made anew.\n' }
  expect(check(files, { 'English of documents': { anew: 1 } }).faults).toBe('')
  expect(check(files, { 'English of documents': { anew: 3, dear: 1 } }).faults).toBe(
    'English of documents, anew: lower the number to 1 (3 in ratchet.json)\n' +
      'English of documents, dear: lower the number to 0 (1 in ratchet.json)',
  )
})

test('--lower lowers numbers and raises none', () => {
  const files = { 'docs/a.md': 'Made anew. Not dear.\n' }
  const numbers = { 'English of documents': { anew: 3, 'so many': 1 }, others: { a: 1 } }
  const { faults, numbers: after } = check(files, numbers, '--lower')
  expect(faults).toBe(
    'English of documents, dear: 1, the limit is 0\n  docs/a.md:1: Made anew. Not dear. (expensive)',
  )
  expect(after).toMatchObject({ 'English of documents': { anew: 1 }, others: { a: 1 } })
  expect(after['English of documents']).toEqual({ anew: 1 })
})
