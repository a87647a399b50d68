import { tokenHeaders } from '../people.ts'
import { type Area, type PermissionRow, row } from './row.ts'

const content = { rewrite_rules: [] }
const rules: Area = { needs: 'manage_rules' }
let fileCount = 0

/** Rule files have no owner. */
const file: Area = {
  needs: 'manage_rules',
  object: async ({ app }) => {
    const name = `rows-${++fileCount}.yaml`
    const headers = tokenHeaders('user-admin')
    await app.inject({ method: 'POST', url: '/api/rules', headers, payload: { name, content } })
    return name
  },
}

const trial = { events: [{ message: 'a' }] }

export const ruleRows: readonly PermissionRow[] = [
  row(rules, 'GET /api/rules', [401, 403, 403, 200, 200]),
  row(rules, 'POST /api/rules', [401, 403, 403, 200, 200], {
    body: () => ({ name: `rows-${++fileCount}.yaml`, content }),
  }),
  row(rules, 'POST /api/rules/validate', [401, 403, 403, 200, 200], { body: { content } }),
  row(rules, 'POST /api/rules/test', [401, 403, 403, 200, 200], { body: trial }),
  row(rules, 'POST /api/rules/reload', [401, 403, 403, 200, 200]),
  row(file, 'GET /api/rules/:name', [401, 403, 403, 200, 200]),
  row(file, 'PATCH /api/rules/:name', [401, 403, 403, 200, 200], { body: { is_enabled: false } }),
  row(file, 'DELETE /api/rules/:name', [401, 403, 403, 204, 204]),
]
