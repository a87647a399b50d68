import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const table = `| room | what it is for | may import |
|---|---|---|
| \`schema\` | shapes | |
| \`query\` | queries | schema |
`

/**
 * The output of the check for a source folder with these files: '' if it passes. `numbers`: see ratchet.mjs.
 */
function faultsOf(files: Record<string, string>, numbers: Record<string, number> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'imports-'))
  try {
    writeFileSync(path.join(folder, 'ARCHITECTURE.md'), table)
    const ratchet = path.join(folder, 'ratchet.json')
    writeFileSync(ratchet, JSON.stringify({ 'folders that import each other': numbers }))
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, 'src', name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const script = path.join(import.meta.dirname, 'check-imports.mjs')
    const args = [script, path.join(folder, 'src'), path.join(folder, 'ARCHITECTURE.md'), ratchet]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(status).toBe(stderr === '' ? 0 : 1)
    expect(stdout === '').toBe(status === 1)
    return stderr.trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const a = (line: string) => ({ 'query/a.ts': line, 'query/b.ts': "import { a } from './a.ts'\n" })

test.each<[what: string, files: Record<string, string>, faults: string]>([
  [
    'imports that the table allows',
    {
      'schema/event.ts': '',
      'query/a.ts': "import '../schema/event.ts'\n",
      'service/main.ts': "import '../query/a.ts'\n",
    },
    '',
  ],
  [
    'an import against the table',
    { 'schema/event.ts': "import '../query/a.ts'\n", 'query/a.ts': '' },
    'schema/event.ts: schema may not import query (../query/a.ts)',
  ],
  [
    'an import of a higher storey',
    {
      'storage/sql/a.ts': "import '../reads/b.ts'\n",
      'storage/reads/b.ts': "import '../clients/c.ts'\n",
      'storage/clients/c.ts': '',
    },
    'storage/sql/a.ts: a storey may not import a higher one (../reads/b.ts)',
  ],
  [
    'an import of a composition root',
    { 'query/a.ts': "import '../service/main.ts'\n", 'service/main.ts': '' },
    'query/a.ts: query may not import service (../service/main.ts)',
  ],
  [
    'tools of all tests, in a test',
    {
      'testing/until.ts': '',
      'query/a.test.ts': "import '../testing/until.ts'\n",
      'query/testing/b.ts': "import '../../testing/until.ts'\n",
    },
    '',
  ],
  [
    'tools of tests, outside tests',
    { 'testing/until.ts': '', 'query/a.ts': "import '../testing/until.ts'\n" },
    'query/a.ts: query may not import testing (../testing/until.ts)',
  ],
  [
    'a room without a row',
    { 'other/a.ts': "import '../schema/event.ts'\n", 'schema/event.ts': '' },
    'other/a.ts: the room other is not in the import table',
  ],
  [
    'a file that is not there',
    { 'query/a.ts': "import './b.ts'\n" },
    'query/a.ts: imports ./b.ts, which is not there',
  ],
  ['a cycle', a("import { b } from './b.ts'\n"), 'cycle: query/a.ts -> query/b.ts -> query/a.ts'],
  [
    'a cycle of types',
    a("import type { B } from './b.ts'\n"),
    'cycle: query/a.ts -> query/b.ts -> query/a.ts',
  ],
  [
    'a cycle by export',
    a("export type { B } from './b.ts'\n"),
    'cycle: query/a.ts -> query/b.ts -> query/a.ts',
  ],
  [
    'a cycle by a type in the text',
    a("export type B = import('./b.ts').B\n"),
    'cycle: query/a.ts -> query/b.ts -> query/a.ts',
  ],
  ['a file that is too long', { 'query/a.ts': '\n'.repeat(401) }, 'query/a.ts: 401 lines, the limit is 400'],
  [
    'a drawer',
    { 'query/utils.ts': '' },
    'query/utils.ts: a file or folder is named after its subject, not utils',
  ],
  [
    'a drawer as a folder',
    { 'query/common/a.ts': '' },
    'query/common/a.ts: a file or folder is named after its subject, not common',
  ],
  [
    'a guarded package, where it may be',
    {
      'filter/regex/regex.ts': "import { RE2JS } from 're2js'\n",
      'query/a.ts': "import type { RE2JS } from 're2js'\nimport { stringify } from 'yaml'\n",
    },
    '',
  ],
  [
    'a guarded package elsewhere',
    {
      'query/a.ts': "import {\n  RE2JS,\n} from 're2js'\n",
      'query/b.ts': "import { parseDocument, stringify } from 'yaml'\n",
      'query/c.ts': "const { parse } = await import('yaml')\n",
    },
    [
      "query/a.ts: only filter/regex/regex.ts calls re2js: it bounds the work (import { RE2JS, } from 're2js')",
      "query/b.ts: only schema/text/yaml-text.ts calls yaml: it bounds the work (import { parseDocument, stringify } from 'yaml')",
      "query/c.ts: only schema/text/yaml-text.ts calls yaml: it bounds the work (import('yaml'))",
    ].join('\n'),
  ],
])('%s', (_what, files, faults) => {
  expect(faultsOf(files)).toBe(faults)
})

const mutual = {
  'query/a.ts': "import './kinds/b.ts'\nimport './kinds/c.ts'\n",
  'query/kinds/b.ts': '',
  'query/kinds/c.ts': "import '../d.ts'\n",
  'query/d.ts': '',
}

test('folders that import each other are refused beyond their number, with the files', () => {
  expect(faultsOf(mutual)).toBe(
    'folders that import each other, query: 1, the limit is 0\n  query and query/kinds, by query/kinds/c.ts',
  )
  expect(faultsOf(mutual, { query: 1 })).toBe('')
})

test('a number of such folders that is too large is refused', () => {
  expect(faultsOf(mutual, { query: 2 })).toBe(
    'folders that import each other, query: lower the number to 1 (2 in ratchet.json)',
  )
  expect(faultsOf({ 'query/a.ts': '' }, { query: 1 })).toBe(
    'folders that import each other, query: lower the number to 0 (1 in ratchet.json)',
  )
})

test('imports of tests make no such folders', () => {
  const files = { 'query/a.ts': "import './kinds/b.ts'\n", 'query/kinds/b.ts': '' }
  const tests = ['query/kinds/b.test.ts', 'query/kinds/testing/c.ts']
  for (const name of tests)
    expect(faultsOf({ ...files, [name]: `import '${'../'.repeat(name.split('/').length - 2)}a.ts'\n` })).toBe(
      '',
    )
})
