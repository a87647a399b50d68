import type { Proof } from './proofs.ts'
import { type RowGroup, rowGroups } from './rows.ts'

/** Names of the rows without a proof. */
export function openRows(proofs: readonly Proof[]): string[] {
  const proven = new Set(proofs.map(({ row }) => row))
  return rowGroups.flatMap(({ rows }) => rows.map(({ name }) => name)).filter(name => !proven.has(name))
}

/** docs/evidence/interface.md: every row of the interface with the tests that prove it. */
export function conformancePage(proofs: readonly Proof[]): string {
  const byRow = Map.groupBy(proofs, ({ row }) => row)
  const count = rowGroups.reduce((sum, { rows }) => sum + rows.length, 0)
  return `# The interface, row by row

Every promise of the interface, and the tests that prove it. This page is generated from the tests: a test that proves a row says so
(\`proves('GET /api/tasks owner')\`). To update it: \`npm run generate\`.

${count} rows, ${openRows(proofs).length} of them open.

${rowGroups.map(group => groupText(group, byRow)).join('\n\n')}
`
}

function groupText({ title, rows }: RowGroup, byRow: ReadonlyMap<string, readonly Proof[]>): string {
  const lines = rows.map(({ name, promise }) => {
    const short = name.startsWith(`${title} `) ? name.slice(title.length + 1) : name
    return `| ${cell(short)} | ${cell(promise)} | ${testsText(byRow.get(name) ?? [])} |`
  })
  return `## ${title}\n\n| Row | Promise | Proved by |\n|---|---|---|\n${lines.join('\n')}`
}

function testsText(proofs: readonly Proof[]): string {
  if (proofs.length === 0) return '**open**'
  return proofs.map(({ file, test }) => `${cell(test)} ([${fileName(file)}](../../${file}))`).join('<br>')
}

function fileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
