import { type FaultCode, faults } from '../../src/schema/fault.ts'

/** docs/errors.md, from the error catalogue. */
export function errorsDocument(): string {
  const codes = Object.keys(faults) as FaultCode[] // the keys of this very object
  codes.sort((left, right) => faults[left].status - faults[right].status || (left < right ? -1 : 1))
  const rows = codes.map(code => `| ${faults[code].status} | \`${code}\` | ${faults[code].says} |`)
  return `# Errors

Generated from \`src/schema/fault.ts\` by \`npm run generate\`; change it there.

Every error is a JSON object with a stable \`code\` for programs. The sentences are for people and may change. \`detail\` is
one sentence. A \`validation\` has no \`detail\`: it lists all faults of the body at once, under the names of its members.

\`\`\`json
{"code": "validation", "params.filter[0].op": ["..."]}
\`\`\`

An invalid query parameter has a single sentence, \`{"code": "validation", "page": "..."}\`. A syntax error of a search also
has \`position\` and \`expected\`, an \`answer_too_large\` has the \`page_size\` that would do. The header Retry-After of a
429, and of some 503, says when to try again. A 500 has an \`error_id\`, which the log has with the cause.

| status | code | usual sentence |
|---|---|---|
${rows.join('\n')}
`
}
