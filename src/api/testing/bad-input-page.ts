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

What each piece of bad input is answered, exactly. The tests of the API hold the service to these rows, and this page is
made from them (\`npx vitest run src/api/bad-input.test.ts -u\`).

## Requests

\`q1\` is a query of \`admin\`; \`ann\` sees hosts \`fw-*\` only.

${table(['What is wrong', 'Request', 'Body', 'Status', 'Answer'], requests)}

## Frames on /ws/live-updates

Answered by \`["error", {"code", "detail", "command"}]\`, \`command\` being the frame as it came; the connection stays.
A frame over 64 KiB closes it with 1009.

${table(['What is wrong', 'Frame', 'Code', 'Detail'], frames)}

## Bytes that are no HTTP request

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
