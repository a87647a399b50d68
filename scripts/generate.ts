// `npm run generate`: writes the documents that are generated from the source. `--check` only fails if one
// differs.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pythonClientTypes, typescriptClientTypes } from './clients/client-types.ts'
import { errorsDocument } from './documents/errors.ts'
import { faultsDocument } from './documents/faults.ts'
import { mostCommonPasswords } from './documents/most-common-passwords.ts'
import { settingsDocument } from './documents/settings.ts'

const documents: Record<string, () => string> = {
  'clients/python/millrace_client/interface.py': pythonClientTypes,
  'clients/typescript/src/interface.ts': typescriptClientTypes,
  'docs/errors.md': errorsDocument,
  'docs/evidence/faults.md': faultsDocument,
  'docs/settings.md': settingsDocument,
  'src/metadata/people/most-common-passwords.ts': mostCommonPasswords,
}

const root = path.dirname(import.meta.dirname)
const check = process.argv.includes('--check')
for (const [name, make] of Object.entries(documents)) {
  const file = path.join(root, name)
  const wanted = make()
  if (wanted === contentOf(file)) continue
  if (check) {
    console.error(`${name} is not up to date; run npm run generate`)
    process.exitCode = 1
  } else {
    writeFileSync(file, wanted)
    console.log(`wrote ${name}`)
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
