// `npm run axe-table`: writes docs/evidence/accessibility.md from the checks that the last `npm run
// test:system` recorded.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type AxeCheck, axeRecord } from '../scenarios/testing/axe-record.ts'

const lines = readFileSync(axeRecord, 'utf8').trimEnd().split('\n')
// Lines written by recordAxeCheck.
const checks = lines.map(line => JSON.parse(line) as AxeCheck)

const rows = new Map<string, AxeCheck[]>()
for (const check of checks) {
  const key = JSON.stringify([check.page, check.state])
  rows.set(key, [...(rows.get(key) ?? []), check])
}
const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))

const table = sorted.map(([key, of]) => {
  const [page, state]: [string, string] = JSON.parse(key)
  const views = [...new Set(of.map(({ width, scheme }) => `${width} ${scheme}`))].sort()
  const rules = Math.max(...of.map(one => one.rules))
  const violations = of.reduce((sum, one) => sum + one.violations, 0)
  return `| \`${page}\` | ${state} | ${views.join(', ')} | ${rules} | ${violations} |`
})

const violations = checks.reduce((sum, one) => sum + one.violations, 0)
const document = `# Accessibility

Millrace follows WCAG 2.2, level AA. axe checks every page in Chromium, in the states below, with all its rules for WCAG 2.0 to 2.2, A and AA, and its best practices.
One violation fails \`npm run test:system\`. Other tests cover what axe cannot check: keyboard, focus and its return, live regions (\`scenarios/beside/page-quality.test.ts\` and
the scenario of each page), the contrast of every colour on every surface (\`src/web/styles/contrast.test.ts\`).

${checks.length} checks of ${sorted.length} states in the last whole run, ${violations} violations. "Rules" is the number of rules that found something to check. A second colour scheme of the same state is only checked for contrast.

| Page | State | Width and scheme | Rules | Violations |
|---|---|---|---|---|
${table.join('\n')}
`
writeFileSync(path.join(import.meta.dirname, '../docs/evidence/accessibility.md'), document)
console.log(`${checks.length} checks of ${sorted.length} states`)
