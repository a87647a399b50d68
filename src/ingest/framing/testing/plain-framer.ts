/** The frames of a whole stream, read the obvious way: the oracle of the property test. */
export function framesOf(
  stream: string,
  max: number,
): { frames: { text: string; length: number }[]; empty: number; errors: number } {
  const frames: { text: string; length: number }[] = []
  let empty = 0
  let errors = 0
  const add = (text: string, length: number): void => {
    if (text === '') empty++
    else frames.push({ text: text.slice(0, max), length })
  }
  let rest = stream
  while (rest !== '') {
    const count = /^([0-9]{1,20}) </.exec(rest)?.[1]
    const believed = count !== undefined && !count.startsWith('0') && Number(count) <= 16_777_216
    if (believed) {
      const body = rest.slice(count.length + 1)
      const size = Number(count)
      const text = body.slice(0, size)
      const last = max < size || text.length < size ? text : text.replace(/[\r\n\0]+$/, '')
      add(last, size - (text.length - last.length))
      rest = body.slice(size)
      continue
    }
    if (count !== undefined) errors++
    const end = rest.search(/[\n\0]/)
    const line = (end === -1 ? rest : rest.slice(0, end)).replace(/\r+$/, '')
    add(line, line.length)
    rest = end === -1 ? '' : rest.slice(end + 1)
  }
  return { frames, empty, errors }
}
