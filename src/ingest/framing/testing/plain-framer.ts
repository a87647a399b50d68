interface PlainFrame {
  text: string
  length: number
}

const countedFrame = /^([0-9]{1,20}) </
const beginning = /^(?:<[0-9]{1,3}>|[\n\0]|\r{1,9}[\n\0])/
/** The rest of a stream that does not show yet whether a frame begins there. */
const undecided = /^(?:[0-9]{1,20} ?|<[0-9]{0,3}|\r{1,9})$/

/** The frames of a whole stream in memory, read by regular expressions: the oracle of StreamFramer. */
export function framesOf(
  stream: string,
  max: number,
): { frames: PlainFrame[]; empty: number; errors: number } {
  const frames: PlainFrame[] = []
  let empty = 0
  let errors = 0
  let isCounting = false
  let endedByNul = false
  let isNulFramed = false
  const add = (text: string, length: number): void => {
    if (text === '') empty++
    else frames.push({ text: text.slice(0, max), length })
  }
  const addCounted = (text: string, size = text.length): void => {
    const kept = text.slice(0, max)
    const last = kept.length < size ? kept : kept.replace(/[\r\n\0]+$/, '')
    add(last, size - (kept.length - last.length))
  }
  /**
   * Reads a frame up to the next counted frame, where `known` bytes are already searched; returns the rest.
   */
  const readDamaged = (text: string, known: number, searchFrom: number): string => {
    const next = findDigits(text, searchFrom)
    const line = text.slice(known).search(/[\n\0]/)
    const end = line === -1 ? Number.POSITIVE_INFINITY : known + line
    if (next !== undefined && next.seen < end) {
      addCounted(text.slice(0, next.start))
      isCounting = true
      return text.slice(next.start)
    }
    if (end === Number.POSITIVE_INFINITY) {
      addCounted(text)
      return ''
    }
    addCounted(text.slice(0, end))
    return text.slice(end + 1)
  }
  let rest = stream
  while (rest !== '') {
    const count = countedFrame.exec(rest)?.[1]
    if (endedByNul && (count !== undefined || !undecidedCount(rest))) {
      isNulFramed = isCount(count) || rest.startsWith('<')
      endedByNul = false
    }
    if (count !== undefined && isCount(count)) {
      isCounting = true
      const body = rest.slice(count.length + 1)
      const size = Number(count)
      const text = body.slice(0, size)
      const behind = body.slice(size)
      const isOversize = size > max && body.length >= max
      const isCut = text.length < size
      const isWrong =
        isOversize || isCut
          ? containsFrames(text.slice(0, max))
          : behind !== '' &&
            (!(isBeginning(behind) || undecided.test(behind)) ||
              (/\d $/.test(text) && behind.startsWith('<')))
      if (!isWrong) {
        addCounted(text, size)
        rest = behind
        continue
      }
      errors++
      const damaged = isOversize ? text.slice(0, max) : text
      const first = findFrame(damaged, 1)
      if (first === undefined) {
        rest = readDamaged(body, size, 1)
        continue
      }
      addCounted(damaged.slice(0, first.start))
      let at: Found = first
      for (;;) {
        const next: Found | undefined = following(damaged, at) ?? findFrame(damaged, at.body + 1)
        if (next === undefined) break
        addCounted(damaged.slice(at.body, next.start))
        at = next
      }
      rest = body.slice(at.start)
      continue
    }
    if (count !== undefined || (isCounting && !/^[<\r\n\0]/.test(rest) && !undecidedCount(rest))) {
      errors++
      const header = count === undefined ? 0 : count.length + 1
      rest = readDamaged(rest, header, header)
      continue
    }
    const ends = [rest.indexOf('\0'), rest.indexOf('\n', isNulFramed ? max : 0)].filter(at => at !== -1)
    const end = ends.length === 0 ? -1 : Math.min(...ends)
    const whole = end === -1 ? rest : rest.slice(0, end)
    const line = whole.replace(/[\r\n]+$/, '')
    add(line, line.length)
    if (line !== '') {
      isCounting = false
      endedByNul = rest[end] === '\0' && !isNulFramed
      if (rest[end] === '\n') isNulFramed = false
    }
    rest = end === -1 ? '' : rest.slice(end + 1)
  }
  return { frames, empty, errors }
}

function isCount(count: string | undefined): boolean {
  return count !== undefined && !count.startsWith('0') && Number(count) <= 16_777_216
}

function undecidedCount(text: string): boolean {
  return /^[0-9]{1,20} ?$/.test(text)
}

function isBeginning(text: string): boolean {
  const count = countedFrame.exec(text)?.[1]
  return count === undefined ? beginning.test(text) : isCount(count)
}

interface Found {
  start: number
  body: number
  count: number
  /** Position of the `>` that shows it. */
  seen: number
}

/**
 * The first count, space and `<PRI>` at or after a position. Digits before a count that is followed by
 * another frame or by the end belong to the text before it.
 */
function findFrame(text: string, from: number): Found | undefined {
  const found = findDigits(text, from)
  if (found === undefined) return undefined
  const digits = String(found.count)
  for (let length = 1; length <= digits.length; length++) {
    const count = digits.slice(-length)
    const fitting = { ...found, start: found.body - 1 - length, count: Number(count) }
    if (count.startsWith('0') || fitting.count < found.seen + 1 - found.body) continue
    if (fitting.body + fitting.count === text.length || following(text, fitting) !== undefined) return fitting
  }
  return found
}

/** Like findFrame, but all digits belong to the count. */
function findDigits(text: string, from: number): Found | undefined {
  for (const match of text.slice(from).matchAll(/([0-9]+) (<[0-9]{1,3}>)/g)) {
    const [, digits = '', prefix = ''] = match
    let count = digits.replace(/^0+/, '')
    while (count.length > 8 || Number(count) > 16_777_216) count = count.slice(1).replace(/^0+/, '')
    if (count === '' || Number(count) < prefix.length) continue
    const body = from + match.index + digits.length + 1
    return { start: body - 1 - count.length, body, count: Number(count), seen: body + prefix.length - 1 }
  }
  return undefined
}

function following(text: string, { body, count }: Found): Found | undefined {
  const start = body + count
  const next = countedFrame.exec(text.slice(start))?.[1]
  if (next === undefined || !isCount(next)) return undefined
  return { start, body: start + next.length + 1, count: Number(next), seen: 0 }
}

function containsFrames(text: string): boolean {
  for (let found = findFrame(text, 1); found !== undefined; found = findFrame(text, found.body + 1))
    if (found.body + found.count === text.length || following(text, found) !== undefined) return true
  return false
}
