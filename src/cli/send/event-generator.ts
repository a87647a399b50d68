import type { EventToSend } from './event-to-send.ts'
import { numberPlaceholder } from './prepared-events.ts'
import type { Random } from './random.ts'
import type { EventTemplate, Templates } from './template.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Networks for documentation (RFC 5737). */
const exampleNetworks = ['192.0.2', '198.51.100', '203.0.113'] as const
/** Characters that have a meaning in PreparedEvents. Texts get a space instead. */
const reservedCharacters = /[\x01\x7f]/g

/** Generates the text of a placeholder. */
type TextGenerator = (random: Random) => string

/** Placeholders by name. Others are lists, ranges `{1..40}`, choices `{a|b}` and digits `{hex 8}`. */
const placeholders: Readonly<Record<string, TextGenerator>> = {
  number: () => numberPlaceholder,
  ip: random => `${random.pick(exampleNetworks)}.${random.integer(1, 254)}`,
  inside: random => `10.${random.integer(0, 15)}.${random.integer(0, 255)}.${random.integer(1, 254)}`,
  ip6: random => `2001:db8:${hex(random, 4)}:${hex(random, 4)}::${hex(random, 4)}`,
  mac: random => Array.from({ length: 6 }, () => hex(random, 2)).join(':'),
  port: random => String(random.integer(1_024, 65_535)),
  word: random =>
    Array.from({ length: random.integer(4, 10) }, () => letters[random.integer(0, 25)]).join(''),
  uuid: random => [8, 4, 4, 4, 12].map(length => hex(random, length)).join('-'),
}

/** Generates events from templates; the same seed gives the same events. */
export class EventGenerator {
  readonly #random: Random
  /** The templates, each with the sum of the shares up to its own. */
  readonly #events: readonly { upTo: number; write: (random: Random) => Omit<EventToSend, 'micros'> }[]
  /** Sum of the shares of all templates. */
  readonly #shares: number

  /** Throws an Error that names an unknown placeholder. */
  constructor({ events, lists }: Templates, random: Random) {
    this.#random = random
    let upTo = 0
    this.#events = events.map((event, i) => {
      upTo += event.share
      return { upTo, write: compileTemplate(event, lists, `events.${i}`) }
    })
    this.#shares = upTo
  }

  next(): Omit<EventToSend, 'micros'> {
    const drawn = this.#random.next() * this.#shares
    const event = this.#events.find(({ upTo }) => drawn < upTo) ?? this.#events.at(-1)
    if (event === undefined) throw new Error('no templates')
    return event.write(this.#random)
  }
}

/** Compiles the parts of a template. `{host}` in its message is the host that was drawn. */
function compileTemplate(
  { host, program, priority, message }: EventTemplate,
  lists: Templates['lists'],
  place: string,
): (random: Random) => Omit<EventToSend, 'micros'> {
  let drawnHost = ''
  const generateHost = compileText(host, lists, {}, `${place}.host`)
  const generateProgram = compileText(program, lists, {}, `${place}.program`)
  const generateMessage = compileText(message, lists, { host: () => drawnHost }, `${place}.message`)
  return random => {
    drawnHost = generateHost(random)
    return {
      host: drawnHost,
      program: generateProgram(random),
      pid: '',
      priority,
      message: generateMessage(random),
    }
  }
}

/**
 * Compiles a text with placeholders; `{{` is a literal brace. `more`: further placeholders. Throws an Error
 * that begins with `where` and names an unknown placeholder.
 */
export function compileText(
  text: string,
  lists: Templates['lists'],
  more: Readonly<Record<string, TextGenerator>>,
  where: string,
): TextGenerator {
  const parts = text.replace(reservedCharacters, ' ').split(/(\{\{|\{[^{}]*\})/)
  const generators = parts.map((part): TextGenerator => {
    if (part === '{{') return () => '{'
    if (!part.startsWith('{')) return () => part
    const generate = compilePlaceholder(part.slice(1, -1), lists, more)
    if (generate !== undefined) return generate
    const known = [...Object.keys(placeholders), ...Object.keys(more), ...Object.keys(lists)].join('}, {')
    throw new Error(
      `${where}: ${part} is not a placeholder: {${known}}, {1..9}, {a|b} or {hex 8}; a brace is written {{`,
    )
  })
  return random => generators.map(generate => generate(random)).join('')
}

/** Compiles the text between two braces: a list, choices, a range, digits, or a name. Undefined: unknown. */
function compilePlaceholder(
  name: string,
  lists: Templates['lists'],
  more: Readonly<Record<string, TextGenerator>>,
): TextGenerator | undefined {
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined
  const items = list ?? (name.includes('|') ? name.split('|') : undefined)
  if (items !== undefined) {
    const clean = items.map(item => item.replace(reservedCharacters, ' '))
    return random => clean[random.integer(0, clean.length - 1)] ?? ''
  }
  const [, from, to] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(name) ?? []
  if (from !== undefined && Number(from) <= Number(to))
    return random => String(random.integer(Number(from), Number(to)))
  const [, length] = /^hex (\d{1,3})$/.exec(name) ?? []
  if (length !== undefined) return random => hex(random, Number(length))
  if (Object.hasOwn(more, name)) return more[name]
  return Object.hasOwn(placeholders, name) ? placeholders[name] : undefined
}

function hex(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += random.integer(0, 15).toString(16)
  return text
}
