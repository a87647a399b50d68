import { readFileSync } from 'node:fs'
import type { Description } from '../../src/api/description/openapi.ts'
import { pythonTypes } from './python-types.ts'
import { typescriptTypes } from './typescript-types.ts'

/** The types of the client for TypeScript. */
export function typescriptClientTypes(): string {
  return typescriptTypes(description())
}

/** The types of the client for Python. */
export function pythonClientTypes(): string {
  return pythonTypes(description())
}

/** The description that `scenarios/beside/clients.test.ts` compares with the service's. */
function description(): Description {
  return JSON.parse(readFileSync(new URL('../../clients/openapi.json', import.meta.url), 'utf8'))
}
