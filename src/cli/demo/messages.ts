import { compileText } from '../send/event-generator.ts'
import type { EventToSend } from '../send/event-to-send.ts'
import type { Random } from '../send/random.ts'
import { parsePriority } from '../send/template.ts'

/** Generates a message of a device: an event without time and host. */
export type MessageGenerator = (random: Random) => Omit<EventToSend, 'micros' | 'host'>

/**
 * A kind of device: its hosts, its share of the stream, and its messages on normal and on bad days. Two kinds
 * may have the same hosts, so that some of their messages are rarer than others.
 */
export interface Device {
  kind: string
  hosts: readonly [string, ...string[]]
  share: number
  format: 'bsd' | 'rfc5424'
  normal: readonly [MessageGenerator, ...MessageGenerator[]]
  fault: MessageGenerator
}

/** Values of `{name}` in messages: the people and networks of an invented company. */
const lists = {
  user: skewed('deploy', 'amara', 'jonas', 'wei', 'backup', 'ines', 'oleg', 'root', 'postgres'),
  site: skewed('shop.example', 'api.example', 'intranet.example', 'cdn.example'),
  service: skewed('443', '53', '80', '22', '123', '25', '3389', '445'),
  inner: skewed('10.20.1', '10.20.2', '10.20.8', '192.168.40'),
  /** The documentation ranges of RFC 5737, which are not assigned. */
  outer: skewed('198.51.100', '203.0.113', '192.0.2'),
}
/** Parts of messages: an address of the company, an address of the internet, and the port of a client. */
export const inside = '{inner}.{2..250}'
export const outside = '{outer}.{1..254}'
export const port = '{32768..60999}'

/**
 * Compiles a message with placeholders. All programs except the kernel have a process id. `tags`: parameters
 * of RFC 5424 structured data.
 */
export function message(
  priority: string,
  program: string,
  text: string,
  tags?: Readonly<Record<string, string>>,
): MessageGenerator {
  const generate = compileText(text, lists, {}, program)
  const code = parsePriority(priority, program)
  const hasPid = program !== '' && program !== 'kernel'
  return random => ({
    priority: code,
    program,
    pid: hasPid ? String(random.integer(300, 32_000)) : '',
    message: generate(random),
    ...(tags && { tags }),
  })
}

/** A list whose earlier items are drawn more often. */
function skewed(...items: string[]): string[] {
  return items.flatMap((item, i) => Array<string>(items.length - i).fill(item))
}
