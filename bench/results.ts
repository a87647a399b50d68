import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CorpusName, corpusNames } from './corpora.ts'
import { machine } from './figures.ts'

const file = fileURLToPath(new URL('./results.md', import.meta.url))
const introduction = `# Benchmarks

Written by \`npm run bench\`; each part says when and on what it was taken. \`npm run bench -- ingest\` (or
\`latency\`, \`fields\`, \`first\`, \`queries\`, \`interface\`, \`watchers\`, \`paging\`, \`exports\`, \`rules\`, \`triggers\`, \`dry-run\`, \`live-counts\`, \`fairness\`, \`live\`, \`page\`, \`large\`, \`idle-nodes\`, \`log-nodes\`, \`forwarding\`) renews its part only. The load comes from the same machine, so it shares the cores.
`
const firstForms = ['', ', unmerged', ', a month', ', an hour'] as const
type FirstForm = (typeof firstForms)[number]
type FirstPart = `First answers, ${'' | 'large '}${CorpusName}${FirstForm}`
const firstParts = corpusNames.flatMap(name =>
  firstForms.flatMap((form): FirstPart[] => [
    `First answers, ${name}${form}`,
    `First answers, large ${name}${form}`,
  ]),
)
const parts = [
  'Ingest',
  'Latency',
  'Fields of known programs',
  ...firstParts,
  'Queries',
  'Large',
  'Interface',
  'Watchers',
  'Paging',
  'Exports',
  'Rules',
  'Triggers',
  'Dry runs',
  'Live counts',
  'Fairness',
  'Live',
  'Page',
  'Nodes',
  'Idle nodes',
  'Nodes on one log',
  'Forwarding',
  // Written by hand, from the scenario that it names.
  'Actions',
] as const
export type Part = (typeof parts)[number]

/** How a store differs from a week's store; used as the name of its part. */
export function firstForm(days: number, isUnmerged: boolean): FirstForm {
  if (isUnmerged) return ', unmerged'
  if (days < 1) return ', an hour'
  return days < 28 ? '' : ', a month'
}

/** Replaces this part of bench/results.md. */
export function writePart(part: Part, body: string): void {
  const known = existsSync(file) ? readParts(readFileSync(file, 'utf8')) : new Map<string, string>()
  const day = new Date().toISOString().slice(0, 10)
  known.set(part, `${day}, ${machine()}\n\n${body.trim()}\n`)
  const sections = parts.flatMap(name => {
    const text = known.get(name)
    return text === undefined ? [] : [`## ${name}\n\n${text}`]
  })
  writeFileSync(file, [introduction, ...sections].join('\n'))
  console.log(`bench/results.md has the figures of ${part}`)
}

function readParts(text: string): Map<string, string> {
  const [, ...sections] = text.split(/^## /m)
  return new Map(
    sections.map(section => {
      const end = section.indexOf('\n')
      return [section.slice(0, end), `${section.slice(end).trim()}\n`]
    }),
  )
}
