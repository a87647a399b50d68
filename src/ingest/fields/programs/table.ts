import { cisco } from './families/cisco.ts'
import { containers } from './families/containers.ts'
import { databases } from './families/databases.ts'
import { firewalls } from './families/firewalls.ts'
import { linux } from './families/linux.ts'
import { logins } from './families/logins.ts'
import { mailServers } from './families/mail.ts'
import { networkServices } from './families/network-services.ts'
import { routers } from './families/routers.ts'
import { webServers } from './families/web-servers.ts'
import { windows } from './families/windows.ts'
import type { Parser, ParserFamily } from './patterns/parser.ts'

/** The table of parsers. Of two parsers of a program, the first one that fits reads a line. */
export const parserFamilies: readonly ParserFamily[] = [
  webServers,
  logins,
  mailServers,
  databases,
  linux,
  networkServices,
  cisco,
  firewalls,
  routers,
  windows,
  containers,
]

const parsers = parserFamilies.flatMap(family => family.parsers)

const byProgram = Map.groupBy(
  parsers.flatMap(parser => parser.programs.map(program => ({ program, parser }))),
  ({ program }) => program,
)

const none: readonly Parser[] = []

/** The parsers of a program: of its name in lower case, or of the first shorter name that has parsers. */
export function parsersOfProgram(program: string): readonly Parser[] {
  const name = program.trim().toLowerCase()
  for (const candidate of [name, ...shorterNames(name)]) {
    const found = byProgram.get(candidate)
    if (found !== undefined) return found.map(({ parser }) => parser)
  }
  return none
}

/**
 * Names to look up instead of a program's whole name: `/usr/sbin/cron` gives cron; `postfix/smtpd` gives both
 * parts; `nginx-access`, `nginx_edge` and `nginx@7` give nginx.
 */
function shorterNames(name: string): string[] {
  const slash = name.indexOf('/')
  if (slash === 0) {
    const base = name.slice(name.lastIndexOf('/') + 1)
    return base === '' ? [] : [base, ...shorterNames(base)]
  }
  const parts = slash === -1 ? [name] : [name.slice(0, slash), name.slice(slash + 1)]
  return parts.flatMap(part => [part, part.split(/[-_@.:[(]/, 1)[0] ?? ''])
}

/** For each ASCII character, the parsers whose `startsWith` contains it. */
const byFirstUnit: readonly (readonly Parser[])[] = Array.from({ length: 128 }, (_, unit) => {
  const first = String.fromCharCode(unit)
  return parsers.filter(parser => parser.startsWith?.includes(first))
})

/** The parsers that may read any program's messages that begin with a UTF-16 unit. */
export function parsersByFirstUnit(firstUnit: number): readonly Parser[] {
  return byFirstUnit[firstUnit] ?? none
}
