import type { Random } from '../demo/random.ts'
import { numberMark } from './block.ts'
import type { Outgoing } from './outgoing.ts'
import type { EventTemplate, Templates } from './template.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const outside = ['192.0.2', '198.51.100', '203.0.113'] as const
const marks = /[\x01\x7f]/g

/** Draws what stands at a place. */
type Draw = (random: Random) => string

/** Places by name, beside lists, ranges `{1..40}` and choices `{a|b}`. */
const places: Readonly<Record<string, Draw>> = {
  number: () => numberMark,
  ip: random => `${random.pick(outside)}.${random.whole(1, 254)}`,
  inside: random => `10.${random.whole(0, 15)}.${random.whole(0, 255)}.${random.whole(1, 254)}`,
  ip6: random => `2001:db8:${hex(random, 4)}:${hex(random, 4)}::${hex(random, 4)}`,
  mac: random => Array.from({ length: 6 }, () => hex(random, 2)).join(':'),
  port: random => String(random.whole(1_024, 65_535)),
  word: random => Array.from({ length: random.whole(4, 10) }, () => letters[random.whole(0, 25)]).join(''),
  uuid: random => [8, 4, 4, 4, 12].map(length => hex(random, length)).join('-'),
}

/** Makes events of templates; the same seed makes the same ones. */
export class Writer {
  readonly #random: Random
  readonly #events: readonly { upTo: number; write: (random: Random) => Omit<Outgoing, 'micros'> }[]
  readonly #shares: number

  /** Throws an Error that names a place which is none. */
  constructor({ events, lists }: Templates, random: Random) {
    this.#random = random
    let upTo = 0
    this.#events = events.map((event, i) => {
      upTo += event.share
      return { upTo, write: writerOf(event, lists, `events.${i}`) }
    })
    this.#shares = upTo
  }

  next(): Omit<Outgoing, 'micros'> {
    const drawn = this.#random.next() * this.#shares
    const event = this.#events.find(({ upTo }) => drawn < upTo) ?? this.#events.at(-1)
    if (event === undefined) throw new Error('no templates')
    return event.write(this.#random)
  }
}

function writerOf(
  { host, program, priority, message }: EventTemplate,
  lists: Templates['lists'],
  place: string,
): (random: Random) => Omit<Outgoing, 'micros'> {
  let drawnHost = ''
  const drawHost = drawOf(host, lists, {}, `${place}.host`)
  const drawProgram = drawOf(program, lists, {}, `${place}.program`)
  const drawMessage = drawOf(message, lists, { host: () => drawnHost }, `${place}.message`)
  return random => {
    drawnHost = drawHost(random)
    return { host: drawnHost, program: drawProgram(random), pid: '', priority, message: drawMessage(random) }
  }
}

/** Compiles a text with places; `{{` stands for a brace. */
function drawOf(
  text: string,
  lists: Templates['lists'],
  more: Readonly<Record<string, Draw>>,
  where: string,
): Draw {
  const parts = text.replace(marks, ' ').split(/(\{\{|\{[^{}]*\})/)
  const draws = parts.map((part): Draw => {
    if (part === '{{') return () => '{'
    if (!part.startsWith('{')) return () => part
    const draw = drawOfPlace(part.slice(1, -1), lists, more)
    if (draw !== undefined) return draw
    const known = [...Object.keys(places), ...Object.keys(more), ...Object.keys(lists)].join('}, {')
    throw new Error(
      `${where}: ${part} is no place: {${known}}, {1..9}, {a|b} or {hex 8}; a brace is written {{`,
    )
  })
  return random => draws.map(draw => draw(random)).join('')
}

function drawOfPlace(
  name: string,
  lists: Templates['lists'],
  more: Readonly<Record<string, Draw>>,
): Draw | undefined {
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined
  const items = list ?? (name.includes('|') ? name.split('|') : undefined)
  if (items !== undefined) {
    const clean = items.map(item => item.replace(marks, ' '))
    return random => clean[random.whole(0, clean.length - 1)] ?? ''
  }
  const [, from, to] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(name) ?? []
  if (from !== undefined && Number(from) <= Number(to))
    return random => String(random.whole(Number(from), Number(to)))
  const [, length] = /^hex (\d{1,3})$/.exec(name) ?? []
  if (length !== undefined) return random => hex(random, Number(length))
  if (Object.hasOwn(more, name)) return more[name]
  return Object.hasOwn(places, name) ? places[name] : undefined
}

function hex(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += random.whole(0, 15).toString(16)
  return text
}
