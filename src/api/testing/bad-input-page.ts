import { badBytes } from './bad-bytes.ts'
import { badFrames } from './bad-frames.ts'
import { badRequests } from './bad-requests.ts'

/** The text of docs/evidence/bad-input.md: every row of the bad input tests. */
export function badInputPage(): string {
  const requests = badRequests.map(row => [
    row.name,
    code(`${row.method} ${shortened(row.url)}`),
    row.body === undefined ? '' : code(shortened(row.body)),
    String(row.status),
    code(JSON.stringify(row.answer)),
  ])
  const frames = badFrames.map(row => [row.name, code(shortened(row.frame)), code(row.code), row.detail])
  const bytes = badBytes.map(row => [
    row.name,
    code(shortened(JSON.stringify(row.bytes).slice(1, -1))),
    String(row.status),
    code(JSON.stringify(row.answer)),
  ])
  return `# Bad input

The exact answer to each kind of bad input. The tests of the API check these rows, and this page is
generated from them (\`npm run generate\`).

## Requests

\`q1\` is a query of \`admin\`; \`ann\` sees hosts \`fw-*\` only.

${table(['What is wrong', 'Request', 'Body', 'Status', 'Answer'], requests)}

## Frames on /ws/live-updates

Answered by \`["error", {"code", "detail", "command"}]\`, where \`command\` is the received frame; the connection stays open.
A frame over 64 KiB closes it with 1009.

${table(['What is wrong', 'Frame', 'Code', 'Detail'], frames)}

## Bytes that are not an HTTP request

The connection closes after the answer.

${table(['What is wrong', 'Bytes', 'Status', 'Answer'], bytes)}
`
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}

/** The start of an intentionally long text. */
function shortened(text: string): string {
  return text.length > 160 ? `${text.slice(0, 60)}... (${text.length} characters)` : text
}
