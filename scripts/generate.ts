// `npm run generate`: writes the documents that are generated from the source. `--check` only fails if one
// differs.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { badInputPage } from '../src/api/testing/bad-input-page.ts'
import { conformancePage } from '../src/api/testing/conformance/page.ts'
import { proofsIn } from '../src/api/testing/conformance/proofs.ts'
import { limitsPage } from '../src/api/testing/limits-page.ts'
import { permissionsPage } from '../src/api/testing/permissions/page.ts'
import { permissionRows } from '../src/api/testing/permissions/rows.ts'
import { pythonTypes } from './clients/python-types.ts'
import { typescriptTypes } from './clients/typescript-types.ts'
import { errorsDocument } from './documents/errors.ts'
import { faultsDocument } from './documents/faults.ts'
import { fieldsDocument } from './documents/fields.ts'
import { type DescribedInterface, describeInterface } from './documents/interface.ts'
import { mostCommonPasswords } from './documents/most-common-passwords.ts'
import { settingsDocument } from './documents/settings.ts'

const root = path.dirname(import.meta.dirname)
const documents: Record<string, (described: DescribedInterface) => string> = {
  // `scenarios/beside/clients.test.ts` compares it with the service's.
  'clients/openapi.json': ({ file }) => file,
  'clients/python/millrace_client/interface.py': ({ description }) => pythonTypes(description),
  'clients/typescript/src/interface.ts': ({ description }) => typescriptTypes(description),
  'docs/errors.md': errorsDocument,
  'docs/evidence/bad-input.md': badInputPage,
  'docs/evidence/faults.md': faultsDocument,
  'docs/evidence/interface.md': () => conformancePage(proofsIn(root)),
  'docs/evidence/permissions.md': () => permissionsPage(permissionRows),
  'docs/fields.md': fieldsDocument,
  'docs/limits.md': ({ routes }) => limitsPage(routes),
  'docs/settings.md': settingsDocument,
  'src/metadata/people/most-common-passwords.ts': mostCommonPasswords,
}

const check = process.argv.includes('--check')
const described = await describeInterface()
for (const [name, make] of Object.entries(documents)) {
  const file = path.join(root, name)
  const wanted = make(described)
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
