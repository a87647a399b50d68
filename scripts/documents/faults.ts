import { faultCases } from '../faults/fault-cases.ts'

/** docs/evidence/faults.md, from the table of faults. */
export function faultsDocument(): string {
  const rows = [...faultCases].map(([number, { says, outcome, tests, without }]) => {
    const proofs = tests.map(([file, ...titles]) => `\`${file}\`: ${titles.map(cell).join('; ')}`)
    const shown = [...proofs, ...(without === undefined ? [] : [`*Not shown:* ${cell(without)}`])]
    return `| ${number} | ${cell(says)} | ${cell(outcome)} | ${shown.join('<br>')} |`
  })
  return `# Faults

Generated from \`scripts/faults/\` by \`npm run generate\`; change it there.

Failures around a log service, faulty input, and what Millrace does about each. Each case has tests: \`npm test\` and
\`npm run test:system\` run all of them, \`npm run test:system -- faults\` runs only these and reports each case. A test whose
title has \`…\`, \`%s\` or a name with \`$\` runs for several values.

| | case | outcome | tests |
|---|---|---|---|
${rows.join('\n')}
`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
