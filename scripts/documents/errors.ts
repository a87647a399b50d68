import { type FaultCode, faults } from '../../src/schema/fault.ts'

/** docs/errors.md, from the error catalogue. */
export function errorsDocument(): string {
  const codes = Object.keys(faults) as FaultCode[] // the keys of this very object
  codes.sort((left, right) => faults[left].status - faults[right].status || (left < right ? -1 : 1))
  const rows = codes.map(code => `| ${faults[code].status} | \`${code}\` | ${faults[code].says} |`)
  return `# Errors

Made from \`src/schema/fault.ts\` by \`npm run generate\`; change it there.

Every error is a JSON object with a stable \`code\`; programs go by it, the sentences are for people and may change. \`detail\` is
one sentence. A \`validation\` has no \`detail\`: what is wrong with members of the body stands under their names, all of it at once.

\`\`\`json
{"code": "validation", "params.filter[0].op": ["..."]}
\`\`\`

A query parameter that is not valid is a single sentence, \`{"code": "validation", "page": "..."}\`. A syntax error of a search also
has \`position\` and \`expected\`. A 429 tells in the header Retry-After when to try again, and so does a 503 that knows. A 500 has
an \`error_id\`, which stands in our log beside the cause.

| status | code | usual sentence |
|---|---|---|
${rows.join('\n')}
`
}
