import { WireError } from '../wire/wire-error.ts'

/** What the service says against one member of a body, and against those inside it; undefined for nothing. */
export function faultOf(error: unknown, member: string): string | undefined {
  if (!(error instanceof WireError)) return undefined
  const said = Object.entries(error.fields).filter(([path]) => isWithin(path, member))
  return said.length === 0 ? undefined : said.map(([, messages]) => messages.join(' ')).join(' ')
}

/** What it says against exactly these members, not those inside them. */
export function faultAt(error: unknown, members: readonly string[]): string | undefined {
  if (!(error instanceof WireError)) return undefined
  const said = members.flatMap(member => error.fields[member] ?? [])
  return said.length === 0 ? undefined : said.join(' ')
}

/** What it says that none of these members shows at its field. */
export function otherFaults(error: unknown, members: readonly string[]): string | undefined {
  if (error === undefined) return undefined
  if (!(error instanceof WireError)) return 'Something unexpected happened.'
  const paths = Object.keys(error.fields)
  if (paths.length === 0) return error.message
  const left = paths.filter(path => !members.some(member => isWithin(path, member)))
  const said = left.map(path => `${path}: ${error.fields[path]?.join(' ')}`)
  return said.length === 0 ? undefined : said.join('\n')
}

function isWithin(path: string, member: string): boolean {
  return path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`)
}
